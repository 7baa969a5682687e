import { spawn } from 'node:child_process';
import {
	appendFileSync,
	copyFileSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { CallLog } from '../../sandbox/calls';
import { Journal } from '../../sandbox/journal';
import { UTC_ID } from '../../sandbox/timezones';
import { RollingWindow } from '../../sandbox/window';
import { HOUR, NOON, openBench, sweepstakesBody, UNHURRIED, type Bench, type Json } from './harness';

/* Persistence: the state in a file, and calls in memory. */

let folder: string;
let file: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	file = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true }));

const INVOICE = {
	BillTo: { Name: 'Ada', Email: 'ada@example.com' },
	Items: [{ Description: 'Prize', Quantity: 1, Rate: 5 }],
};
const drawing = (changes: Json) => ({
	...{
		group: 'allgroups',
		selectedAction: 1,
		scheduleMode: 'settime',
		howManyWinnersToPick: 1,
		timezone: UTC_ID,
	},
	...changes,
});

/** Everything that an account can read. */
async function everything(bench: Bench, token: string): Promise<Json[]> {
	const own = { SweepstakesToken: token, sweepstakesToken: token };
	const lists = [
		'/sweepstakes/fetch',
		'/participants/fetch',
		'/groups/fetch',
		'/winners/fetch',
		'/entrypage/fields',
	];
	const replies = [...lists, '/calendar/fetch', '/notes/fetch', '/invoices/fetch', '/codes/stats'];
	const read: Json[] = [];
	for (const path of replies) {
		const { Telemetry: _, ...reply } = await bench.ok(path, own);
		read.push(reply);
	}
	const query = `?sweepstakesToken=${token}`;
	return [...read, await bench.ok(`/winners/fetchscheduled${query}`, undefined, { method: 'GET' })];
}

describe('The data file', () => {
	it('keeps every resource, counter, limit and the clock over a restart', async () => {
		let bench = await openBench({ data: file });
		const token = await bench.sweepstakes({ CreateInCalendar: true });
		const own = { SweepstakesToken: token, sweepstakesToken: token };
		bench.sandbox.fill(token, 30);
		const gone = {
			...own,
			ParticipantToken: await bench.participant(token, { KeyEmail: 'gone@example.com' }),
		};
		await bench.ok('/participants/delete', gone, { method: 'DELETE' });
		await bench.ok('/groups/create', { ...own, groupName: 'VIP' });
		await bench.ok('/winners/draw', { ...own, howManyWinnersToPick: 3, group: 'allgroups' });
		await bench.ok('/winners/schedule', drawing({ ...own, endDate: '2031-01-01', endTime: '12:00' }));
		await bench.ok('/notes/create', { Title: 'Remember', Note: 'Call' });
		await bench.ok('/sweepstakes/pause', own);
		await bench.ok('/sweepstakes/delete', { SweepstakesToken: await bench.sweepstakes() });
		await bench.ok('/invoices/create', INVOICE);
		const narrow = { ...own, Length: 4, Type: 'numeric' };
		const first = await bench.data('/codes/generate', { ...narrow, Quantity: 4000 });
		bench.sandbox.advance(HOUR);
		const before = await everything(bench, token);
		const counters = bench.sandbox.accounts()[0]!;
		await bench.close();

		bench = await openBench({ data: file });
		expect(bench.sandbox.accounts()[0]).toEqual({ ...counters, callsInWindow: 0 });
		expect(await everything(bench, token)).toEqual(before);
		expect(bench.sandbox.now()).toBe(NOON + HOUR);
		expect((await bench.data('/invoices/create', INVOICE)).InvoiceNumber).toBe('INV-2030-00002');
		expect(await bench.status('/codes/generate', { ...narrow, Quantity: 1001 })).toBe(422);
		const second = await bench.data('/codes/generate', { ...narrow, Quantity: 1000 });
		const codes = [...first.Codes, ...second.Codes].map(({ CouponCode }: Json) => CouponCode as string);
		expect(new Set(codes).size).toBe(5000);
		await bench.close();
	});

	it('has payment instructions for check and transfer only', async () => {
		const bench = await openBench({ data: file });
		for (const PaymentMethod of ['card', 'check', 'transfer', 'recipient'])
			await bench.ok('/invoices/create', {
				...INVOICE,
				PaymentMethod,
				PaymentInstructions: `By ${PaymentMethod}`,
			});
		await bench.close();
		const stored = readFileSync(file, 'utf8').matchAll(/"PaymentInstructions":"([^"]*)"/g);
		expect([...stored].map(([, words]) => words)).toEqual(['', 'By check', 'By transfer', '']);
	});

	it('carries out drawings that became due while it was stopped', async () => {
		let bench = await openBench({ data: file });
		const sweepstakesToken = await bench.sweepstakes();
		bench.sandbox.fill(sweepstakesToken, 5);
		await bench.ok(
			'/winners/schedule',
			drawing({ sweepstakesToken, endDate: '2030-01-15', endTime: '18:00' }),
		);
		await bench.close();
		bench = await openBench({ data: file, now: () => Date.UTC(2030, 0, 16) });
		const { Winners } = await bench.ok('/winners/fetch', { sweepstakesToken });
		expect(Winners).toMatchObject([{ DrawDateTime: '2030-01-15T18:00:00.000Z' }]);
		await bench.close();
	});

	it('gets the sample once', async () => {
		for (let start = 0; start < 2; start++) {
			const bench = await openBench({ data: file, accounts: undefined });
			expect(await bench.ok('/sweepstakes/fetch')).toMatchObject({ Count: 1 });
			await bench.close();
		}
	});

	it('may have an incomplete last line, and continues after it', async () => {
		let bench = await openBench({ data: file });
		const kept = await bench.sweepstakes();
		await bench.close();
		appendFileSync(file, '[["insert","sweepstakes",{"Sweepst');
		bench = await openBench({ data: file });
		const added = await bench.sweepstakes();
		await bench.close();
		bench = await openBench({ data: file });
		const all = (await bench.data('/sweepstakes/fetch')) as Json[];
		expect(all.map(({ SweepstakesToken }) => SweepstakesToken as string)).toEqual([kept, added]);
		await bench.close();
	});

	const OTHER_VERSION =
		'Another version of the sandbox wrote the data file. Name another file with --data, or delete this one.';

	it.each<[string, () => void, string | RegExp]>([
		['no journal', () => writeFileSync(file, 'my holiday pictures\n'), /not a journal/],
		['of a later version', () => writeFileSync(file, '[["format",1000]]\n'), OTHER_VERSION],
		[
			'of an earlier version',
			() => copyFileSync(join(__dirname, 'data-of-an-earlier-version.jsonl'), file),
			OTHER_VERSION,
		],
	])('is refused and not changed if it is %s', async (_what, write, words) => {
		write();
		const before = readFileSync(file, 'utf8');
		await expect(openBench({ data: file })).rejects.toThrow(words);
		expect(readFileSync(file, 'utf8')).toBe(before);
	});

	it('is rewritten when it has grown well beyond its contents', async () => {
		const bench = await openBench({ data: file });
		const rules = {
			SweepstakesToken: await bench.sweepstakes(),
			Title: 'Rules',
			DocumentContent: 'x'.repeat(900_000),
		};
		const { RulesToken } = await bench.data('/rules/create', rules);
		for (let round = 0; round < 24; round++)
			await bench.ok('/rules/update', { ...rules, RulesToken }, { method: 'PUT' });
		await bench.close();
		const size = statSync(file).size;
		expect(size).toBeGreaterThan(900_000);
		expect(size).toBeLessThan(10 * 1024 * 1024);
		const again = await openBench({ data: file });
		const { PrimaryRule } = await again.data('/rules/fetch', rules);
		expect(PrimaryRule.DocumentContent).toBe(rules.DocumentContent);
		await again.close();
	});

	it('loses no acknowledged write when the process is killed at any time', async () => {
		const LIVES = 2;
		const accounts = join(folder, 'accounts.json');
		writeFileSync(accounts, JSON.stringify([UNHURRIED]));
		const main = join(__dirname, '../../sandbox/main.ts');
		const flags = ['--import', 'tsx', main, '--json', '--port', '0', '--data', file, '--accounts', accounts];
		/** Starts the sandbox in a separate process. `call` returns undefined once it is killed. */
		const start = async () => {
			const child = spawn(process.execPath, flags, {
				stdio: ['ignore', 'pipe', 'inherit'],
				timeout: 170_000,
			});
			const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
			const line = await new Promise<string>((resolve) =>
				child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
			);
			const { baseUrl, token } = JSON.parse(line) as { baseUrl: string; token: string };
			const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
			const call = async (path: string, body: object): Promise<Json | undefined> =>
				await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
					.then(async (answer) => (await answer.json()) as Json)
					.catch(() => undefined);
			return { child, ended, call };
		};
		const acknowledged: string[] = [];
		let sweepstakesToken: string | undefined;
		for (let life = 0; life < LIVES; life++) {
			const { child, ended, call } = await start();
			const dates = { StartDate: '2099-01-01', EndDate: '2099-01-01' };
			sweepstakesToken ??= (await call('/sweepstakes/create', sweepstakesBody(dates)))!.Data
				.SweepstakesToken as string;
			// A timer kills it at a random moment of a call, but only after several calls even on a slow machine.
			const before = 6 + Math.floor(Math.random() * 60);
			for (let n = 0; ; n++) {
				if (n === before) setTimeout(() => child.kill('SIGKILL'), Math.random() * 20);
				const entryPageFields = { KeyEmail: `life${life}-${n}@example.com` };
				// Large and of varying size, so that the process is killed during writes and rewrites of the file.
				const source = 'x'.repeat(1 + (((n + life) * 7919) % 97) * 2000);
				const answer = await call('/participants/add', {
					lang: 'en',
					source,
					sweepstakesToken,
					entryPageFields,
				});
				if (!answer) break;
				if (answer.Response) acknowledged.push(entryPageFields.KeyEmail);
			}
			await ended;
		}
		const bench = await openBench({ data: file });
		const present: string[] = [];
		for (let page = 1, pages = 1; page <= pages; page++) {
			const { Participants, Pagination } = await bench.ok('/participants/fetch', { sweepstakesToken, page });
			pages = Pagination.TotalPages as number;
			present.push(...Participants.map(({ KeyEmail }: Json) => KeyEmail as string));
		}
		await bench.close();
		expect(acknowledged.length).toBeGreaterThan(LIVES * 5);
		expect(present).toEqual(expect.arrayContaining(acknowledged));
		// Only the call in progress at each kill may be written without being acknowledged.
		expect(present.length - acknowledged.length).toBeLessThanOrEqual(LIVES);
	});
});

describe('A journal', () => {
	const linesOf = () => {
		const lines: string[] = [];
		Journal.open(file, (line) => lines.push(line)).close();
		return lines;
	};

	it('holds the rewritten lines and those appended later, for its owner alone', () => {
		const umask = process.umask(0);
		const journal = Journal.open(file, () => {});
		const modes = [statSync(file).mode & 0o777];
		journal.append('old');
		journal.rewrite(['one', 'two']);
		modes.push(statSync(file).mode & 0o777);
		process.umask(umask);
		journal.append('three — ✓');
		journal.close();
		expect([modes, linesOf()]).toEqual([
			[0o600, 0o600],
			['one', 'two', 'three — ✓'],
		]);
	});

	it('is unchanged when a rewrite fails halfway', () => {
		const journal = Journal.open(file, () => {});
		journal.append('kept');
		const failing = (function* () {
			yield 'half';
			throw new Error('power cut');
		})();
		expect(() => journal.rewrite(failing)).toThrow('power cut');
		journal.append('and on');
		journal.close();
		expect(linesOf()).toEqual(['kept', 'and on']);
	});
});

describe('In memory', () => {
	const call = (at: number, sent = '') => ({ method: 'POST', path: '/account/profile', at, sent });

	it.each([
		[250_001, '', 25_001, 225_000],
		[6, 'x'.repeat(2 ** 26), 2, 4],
	])('of %d calls, the oldest tenth is dropped', (calls, sent, oldest, kept) => {
		const log = new CallLog();
		for (let at = 0; at < calls; at++) log.open(call(at, sent));
		const recorded = log.recorded();
		expect([recorded.length, recorded[0]!.at, recorded.at(-1)!.at]).toEqual([kept, oldest, calls - 1]);
	});

	it('a window counts the calls younger than its length, at any load', () => {
		const step = fc.record({ wait: fc.nat(2_000), calls: fc.nat(3_000) });
		fc.assert(
			fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
				const window = new RollingWindow(1_000);
				const arrivals: number[] = [];
				let now = 0;
				for (const { wait, calls } of steps) {
					now += wait;
					for (let n = 0; n < calls; n++) {
						window.add(now);
						arrivals.push(now);
					}
					expect(window.countAt(now)).toBe(arrivals.filter((at) => at > now - 1_000).length);
				}
			}),
			{ numRuns: 20 },
		);
	});
});
