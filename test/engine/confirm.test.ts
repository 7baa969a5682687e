import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { DIALECTS, type Dialect } from '../../sandbox';
import type { Store } from '../../sandbox/store';
import { UTC_ID } from '../../sandbox/timezones';
import { CATALOGUE, openWorld } from '../catalogue';
import { startSandboxWithRecords } from '../support/records';
import { jsonOf, Stage, UNLIMITED } from './stage';

const HOUR_MS = 3_600_000;
const UNIQUE = { n: 1, email: 'jane@example.com' };

/** The operations that write, by how they deal with a lost reply. */
const writing = (dialect: Dialect, ...withoutReply: string[]) =>
	CATALOGUE.filter((row) => row.stored && withoutReply.includes(row.withoutReply))
		.filter((row) => dialect === 'contract' || !row.refusedByReference)
		.map((row) => [row.title, row] as const);

/** In all of these cases the client cannot know whether the call was processed. */
const LOST_AFTER = [
	{ drop: 'after' as const },
	{ status: 500, processed: true },
	{ body: '{"Response":', processed: true },
	{ body: '<html></html>', contentType: 'text/html', processed: true },
	{ body: '', processed: true },
];
const LOST_BEFORE = [{ drop: 'before' as const }, { status: 502 }, { body: '' }];

/** A fault looks the same in both dialects, so one of each kind is enough for the second. */
const triedIn = <Fault>(dialect: Dialect, faults: Fault[]) =>
	dialect === 'contract' ? faults : faults.slice(0, 1);

/** Parameters with an expression wherever those of the items differ. */
function fromItems(values: unknown[], path = '$json'): unknown {
	const [first] = values;
	if (values.every((value) => JSON.stringify(value) === JSON.stringify(first))) return first;
	if (typeof first !== 'object') return `={{ ${path} }}`;
	const at = (key: string) =>
		fromItems(
			values.map((value) => (value as IDataObject)[key]),
			`${path}[${JSON.stringify(key)}]`,
		);
	return Object.fromEntries(Object.keys(first!).map((key) => [key, at(key)]));
}

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	let stage: Stage;
	let records: () => Promise<Store>;
	beforeEach(async () => {
		const started = await startSandboxWithRecords({
			accounts: [{ plan: UNLIMITED, administrator: true }],
			sample: false,
			dialect,
		});
		({ records } = started);
		stage = await Stage.on(started.sandbox);
		// No call crosses a minute: the reference writes some times without seconds.
		stage.sandbox.advance(70_000 - (stage.sandbox.now() % 60_000));
		// Shortens the jittered waits between attempts to almost nothing.
		const random = Math.random;
		jest.spyOn(Math, 'random').mockImplementation(() => random() / 1_000);
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await records();
	});

	const world = async () =>
		await openWorld(stage.api, (token, count) => stage.sandbox.fill(token, count), dialect);

	describe.each(writing(dialect, 'repeats', 'confirms'))('%s', (_title, row) => {
		test.each(triedIn(dialect, LOST_AFTER))(
			'processed, then %j: the output says what is known',
			async (fault) => {
				const here = await world();
				const parameters = await row.parameters(here, UNIQUE);
				stage.sandbox.faults([{ path: row.path, ...fault }]);
				const result = await stage.run(row.node, row.operation, parameters);
				if (dialect === 'reference' && row.undatableInReference) {
					expect(result.error!.message).toMatch(/It may have been processed, so it was not sent again$/);
				} else {
					expect(result.error).toBeUndefined();
					expect(jsonOf(result)).toEqual((row.outputAfterLostReply ?? row.output)(UNIQUE, here));
				}
				expect(row.stored!(await records(), UNIQUE, here)).toBe(1);
			},
		);

		test.each(triedIn(dialect, LOST_BEFORE))(
			'not processed, because of %j: it is sent again',
			async (fault) => {
				const here = await world();
				const parameters = await row.parameters(here, UNIQUE);
				stage.sandbox.faults([{ path: row.path, ...fault }]);
				const result = await stage.run(row.node, row.operation, parameters);
				expect(result.error).toBeUndefined();
				expect(jsonOf(result)).toEqual(row.output(UNIQUE, here));
				expect(stage.paths().filter((called) => called === row.path)).toHaveLength(2);
				expect(row.stored!(await records(), UNIQUE, here)).toBe(1);
			},
		);
	});

	/** Jane's entries, read directly from the service. */
	async function entries(): Promise<IDataObject[]> {
		const { Data } = await stage.api<{ Data: { Entries: IDataObject[] } }>('/participants/single', {
			SweepstakesToken: stage.sweepstakesToken,
			KeyEmail: 'jane@example.com',
		});
		return Data.Entries;
	}

	/** All winners, read directly from the service. */
	async function allWinners(): Promise<IDataObject[]> {
		const { sweepstakesToken } = stage;
		const { Winners } = await stage.api<{ Winners: IDataObject[] }>('/winners/fetch', {
			sweepstakesToken,
			itemsPerPage: 1_000,
		});
		return Winners;
	}

	describe('several rows with the same email', () => {
		const add = async (items: IDataObject[], onError?: 'continueErrorOutput') =>
			await stage.run(
				new SweepstakesParticipant(),
				'add',
				{
					sweepstakes: stage.picked,
					KeyEmail: '={{ $json.email }}',
					KeyPhoneNumber: '2025550100',
					BonusEntries: '={{ $json.bonus }}',
				},
				{ items, onError },
			);
		const rows = [1, 2, 3].map((bonus) => ({ email: 'jane@example.com', bonus }));
		const bonuses = async () => (await entries()).map(({ BonusEntries }) => BonusEntries);

		test('an entry that this run has just added is not mistaken for the lost one', async () => {
			stage.sandbox.faults([
				{ path: '/participants/add', times: 2, delayMs: 0 },
				{ path: '/participants/add', drop: 'before' },
			]);
			expect((await add(rows)).items).toHaveLength(3);
			expect(await bonuses()).toEqual([1, 2, 3]);
		});

		test('the lost entry is found among them', async () => {
			stage.sandbox.faults([
				{ path: '/participants/add', times: 2 },
				{ path: '/participants/add', drop: 'after' },
			]);
			const { items, hints } = await add(rows);
			expect(items).toHaveLength(3);
			expect(await bonuses()).toEqual([1, 2, 3]);
			expect(hints[0]).toContain('1 of them got no answer. The service was asked, and had processed it.');
		});

		test('once one entry stays unconfirmed, another is confirmed only if it cannot be mistaken for the first', async () => {
			stage.sandbox.faults([
				{ path: '/participants/add', drop: 'after' },
				{ path: '/participants/single', status: 400 },
				{ path: '/participants/add', drop: 'before' },
			]);
			const { items, errorItems } = await add(rows, 'continueErrorOutput');
			expect(errorItems.map(({ json }) => json.error)).toEqual([
				expect.stringMatching(/^Item 1: .*It may have been processed/),
				expect.stringMatching(/^Item 2: .*It may have been processed/),
			]);
			expect(items).toHaveLength(1);
			expect(await bonuses()).toEqual([1, 3]);
		});

		test('an older entry with the same email is not mistaken for the lost one', async () => {
			await stage.addParticipant('jane@example.com', { KeyPhoneNumber: '2025550100', BonusEntries: 7 });
			stage.sandbox.advance(60_000);
			stage.sandbox.faults([{ path: '/participants/add', drop: 'before' }]);
			const { error } = await add(rows.slice(0, 1));
			// Without a time zone in its date, the older entry may be the new one.
			if (dialect === 'reference') expect(error!.message).toContain('It may have been processed');
			expect(await bonuses()).toEqual(dialect === 'reference' ? [7] : [7, 1]);
		});
	});

	describe('a draw whose reply is lost', () => {
		const draw = async (howManyWinnersToPick = 2) =>
			await stage.run(new SweepstakesWinner(), 'draw', { sweepstakes: stage.picked, howManyWinnersToPick });
		const tokens = (winners: IDataObject[]) => winners.map(({ ParticipantToken }) => ParticipantToken);

		test.each([0, 3, 40])('is told apart from the %i earlier winners', async (count) => {
			stage.sandbox.fill(stage.sweepstakesToken, 60);
			if (count > 0) await draw(count);
			const before = tokens(await allWinners());
			stage.sandbox.faults([{ path: '/winners/draw', drop: 'after' }]);
			const drawn = tokens(jsonOf(await draw()));
			expect(drawn).toHaveLength(2);
			expect([...drawn, ...before]).toEqual(tokens(await allWinners()));
		});

		test('is not repeated if another draw happened in between', async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 60);
			const [endDate, endTime] = new Date(Date.now() + HOUR_MS).toISOString().slice(0, 16).split('T');
			await stage.api('/winners/schedule', {
				sweepstakesToken: stage.sweepstakesToken,
				group: 'allgroups',
				selectedAction: 1,
				scheduleMode: 'settime',
				howManyWinnersToPick: 1,
				endDate,
				endTime,
				timezone: UTC_ID,
			});
			stage.sandbox.faults([{ path: '/winners/draw', drop: 'after', delayMs: 100 }]);
			const drawing = draw();
			while (!stage.paths().includes('/winners/draw')) await new Promise((resolve) => setTimeout(resolve, 1));
			stage.sandbox.advance(2 * HOUR_MS);
			const { error } = await drawing;
			expect(error!.message).toMatch(/It may have been processed, so it was not sent again$/);
			expect(error!.description).toContain('check with Winner › Get Many');
			expect(await allWinners()).toHaveLength(3);
		});

		test('costs one extra call before it', async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 60);
			await draw();
			expect(stage.paths()).toEqual(['/winners/fetch', '/winners/draw']);
		});
	});

	describe.each(writing(dialect, 'stops'))('%s cannot be confirmed after a lost reply', (_title, row) => {
		/** Three items with parameters of their own; the reply to the second is lost. */
		const run = async (onError?: 'continueErrorOutput') => {
			const here = await world();
			const items: IDataObject[] = [];
			for (const n of [1, 2, 3]) items.push((await row.parameters(here, { ...UNIQUE, n })) as IDataObject);
			const parameters = fromItems(items) as INodeParameters;
			stage.sandbox.faults([
				{ path: row.path, times: 1 },
				{ path: row.path, drop: 'after' },
			]);
			const result = await stage.run(row.node, row.operation, parameters, { items, onError });
			return { ...result, rows: items, here, outputCount: row.output(UNIQUE, here).length };
		};

		test('the run stops, says what to check, and keeps the completed items', async () => {
			const { error, outputCount } = await run();
			expect(error!.message).toMatch(/^Item 2: .* It may have been processed, so it was not sent again$/);
			expect(error!.description).toMatch(
				/^Before you .* check (in your account|with) .* 1 of 3 items was done before/,
			);
			expect((error!.context.data as { done: object[] }).done).toHaveLength(outputCount);
			expect(stage.paths()).toEqual([row.path, row.path]);
		});

		test('with Continue On Fail the row comes out with the error, and each is sent once', async () => {
			const { items, errorItems, rows, here, outputCount } = await run('continueErrorOutput');
			const outputOf = (itemIndex: number) =>
				items.filter(({ pairedItem }) => (pairedItem as { item: number }).item === itemIndex);
			expect([0, 1, 2].map((itemIndex) => outputOf(itemIndex).length)).toEqual([outputCount, 0, outputCount]);
			expect(errorItems.map(({ json }) => json)).toEqual([
				{
					...rows[1],
					error: expect.stringMatching(/It may have been processed, so it was not sent again$/),
				},
			]);
			expect(stage.paths()).toEqual([row.path, row.path, row.path]);
			const store = await records();
			expect([1, 2, 3].map((n) => row.stored!(store, { ...UNIQUE, n }, here))).toEqual([1, 1, 1]);
		});
	});
});
