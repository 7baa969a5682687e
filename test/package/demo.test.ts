import { Display } from '../../examples/demo/display';
import { readExample } from '../../examples/demo/fill-in';
import { startFilledSandbox } from '../../examples/demo/filled-sandbox';
import { readOptions } from '../../examples/demo/options';
import { progressLine, resultLine } from '../../examples/demo/progress-line';
import { DIALECTS } from '../../sandbox';

describe('The demo’s progress line', () => {
	/** Returns the times of `count` calls that are 20 ms apart. */
	const burst = (count: number, from = 0) => Array.from({ length: count }, (_, call) => from + call * 20);
	const minutes = Array.from({ length: 9 }, (_, minute) => burst(150, minute * 60_000)).flat();

	test.each<[string, [number, number, number[], number], string]>([
		[
			'shows the added rows, the calls of the last minute and the time left',
			[100, 148, burst(100), 2_000],
			'100 of 148 added, 100 in the last minute, 1 s left',
		],
		[
			'says when the next call may be made if the rate limit is reached',
			[150, 500, burst(150), 20_000],
			'150 of 500 added, 150 in the last minute, next in 40 s, 2 min 41 s left',
		],
		[
			'does not expect all rows to be as fast as the first burst',
			[100, 500, burst(100), 2_000],
			'100 of 500 added, 100 in the last minute, 2 min 59 s left',
		],
		[
			'leaves out most calls of an earlier minute',
			[200, 250, [...burst(150), ...burst(50, 60_000)], 60_990],
			'200 of 250 added, 150 in the last minute, next in 1 s, 1 s left',
		],
		[
			'leaves out all calls of an earlier minute',
			[150, 160, burst(150), 200_000],
			'150 of 160 added, 0 in the last minute, 1 s left',
		],
		[
			'estimates the time left even before the first call',
			[0, 12, [], 5_000],
			'0 of 12 added, 0 in the last minute, 1 s left',
		],
		[
			'says what comes next after all rows have been added',
			[150, 150, burst(150), 3_000],
			'150 of 150 added, 150 in the last minute, next in 57 s, drawing and invoicing',
		],
		[
			'fits into a terminal of 80 columns with its indentation',
			[1_350, 10_000, minutes, 8 * 60_000 + 3_000],
			'1350 of 10000 added, 150 in the last minute, next in 57 s, 57 min 59 s left',
		],
		[
			'gives the time left in hours if the import is long',
			[0, 10_000, burst(150), 3_000],
			'0 of 10000 added, 150 in the last minute, next in 57 s, 1 h 6 min left',
		],
	])('%s', (_what, [added, total, callsAt, now], line) => {
		expect(progressLine({ added, total, callsAt, callsPerMinute: 150, now })).toBe(line);
		expect(line.length).toBeLessThan(78);
	});

	test('is replaced at the end by a line with the duration', () => {
		expect(resultLine({ added: 12, total: 12, callsAt: burst(12) })).toBe('12 of 12 added in 1 s');
		expect(resultLine({ added: 0, total: 12, callsAt: [] })).toBe('0 of 12 added in 1 s');
	});
});

describe('The demo’s display', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	function open(isTTY: boolean) {
		let written = '';
		const write = (text: string | Uint8Array) => Boolean((written += String(text)));
		return { display: new Display({ isTTY, columns: 20, write }), written: () => written };
	}

	test('rewrites the progress line in place on a terminal, and cuts it to the terminal’s width', () => {
		const { display, written } = open(true);
		display.say('Adding …');
		display.progress('1 of 3 added');
		display.progress('2 of 3 added, and more than fits');
		display.say('3 of 3 added');
		display.say('Done');
		expect(written()).toBe(
			'Adding …\n\r1 of 3 added\x1b[K\r2 of 3 added, and m\x1b[K\r\x1b[K3 of 3 added\nDone\n',
		);
	});

	test('does not pass a spreadsheet’s commands on to the terminal', () => {
		const { display, written } = open(true);
		display.say('“\x1b]52;c;cm0K\x07\r\x9b2J” is not\nan email');
		expect(written()).toBe('“�]52;c;cm0K���2J” is not\nan email\n');
	});

	test('writes a plain progress line at most every ten seconds if there is no terminal', () => {
		const { display, written } = open(false);
		for (let second = 0; second <= 25; second++) {
			display.progress(`${second} of 500 added, in a line of any length`);
			jest.advanceTimersByTime(1_000);
		}
		display.say('500 of 500 added');
		const rest = 'of 500 added, in a line of any length';
		expect(written()).toBe(`10 ${rest}\n20 ${rest}\n500 of 500 added\n`);
	});
});

test.each([
	['--entrants', 'nowhere.csv', 'there is no file nowhere.csv'],
	['--winners', 'many', 'many is not a whole number above 0'],
	['--dialect', 'latin', 'latin is neither contract nor reference'],
	['--example', 'certificate', 'there is no example certificate. Choose one of these: a-code-for-'],
])('the demo refuses the option %s %s', (option, value, words) => {
	expect(() => readOptions([option, value])).toThrow(words);
});

describe.each(DIALECTS)('The sandbox that the demo fills for an example (%s)', (dialect) => {
	test.each([
		['monday-report', 'has had winners', 2],
		['tell-the-winners', 'has no winners yet, because the example draws', 0],
		['draw-certificate', 'has also ended, because the example draws only then', 0],
	])('for %s %s', async (example, _why, winners) => {
		const sandbox = await startFilledSandbox(readExample(`${example}.json`), { dialect });
		const { store } = sandbox;
		const [sweepstakes] = store.sweepstakes.all();
		const { SweepstakesToken } = sweepstakes!;
		const days = store.entries.of(SweepstakesToken).map(({ CreationDate }) => CreationDate.slice(0, 10));
		expect(days).toHaveLength(17);
		expect(new Set(days).size).toBe(6);
		expect(store.winners.of(SweepstakesToken)).toHaveLength(winners);
		const [rules] = store.rules.of(SweepstakesToken);
		expect(rules!.CreationDate < sweepstakes!.Settings.StartDate).toBe(true);
		await sandbox.close();
	});
});
