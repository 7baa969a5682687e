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
import { Journal } from '../../sandbox/journal';
import { UTC_ID } from '../../sandbox/timezones';
import { DAY, HOUR, openBench, sweepstakesBody, UNHURRIED, type Bench, type Json } from './harness';

let folder: string;
let file: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	file = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Everything that an account can read. */
async function everything(bench: Bench): Promise<Json> {
	const { Data } = await bench.ok('/sweepstakes/fetch');
	const perSweepstakes = [];
	for (const { SweepstakesToken } of Data as Json[]) {
		const own = { sweepstakesToken: SweepstakesToken };
		perSweepstakes.push(
			await bench.ok('/participants/fetch', own),
			await bench.ok('/groups/fetch', own),
			await bench.ok('/winners/fetch', own),
			await bench.ok('/entrypage/fields', { SweepstakesToken }),
			await bench.ok(`/winners/fetchscheduled?sweepstakesToken=${SweepstakesToken}`, undefined, {
				method: 'GET',
			}),
		);
	}
	return {
		Data,
		perSweepstakes,
		calendar: await bench.ok('/calendar/fetch'),
		notes: await bench.ok('/notes/fetch'),
	};
}

describe('--data: the state survives a restart', () => {
	it('keeps every resource, counter and the clock over a restart', async () => {
		let bench = await openBench({ data: file });
		const token = await bench.sweepstakes({ CreateInCalendar: true });
		bench.sandbox.fill(token, 30);
		const gone = await bench.participant(token, { KeyEmail: 'gone@example.com' });
		await bench.ok(
			'/participants/delete',
			{ SweepstakesToken: token, ParticipantToken: gone },
			{ method: 'DELETE' },
		);
		await bench.ok('/groups/create', { sweepstakesToken: token, groupName: 'VIP' });
		await bench.ok('/winners/draw', { sweepstakesToken: token, howManyWinnersToPick: 3, group: 'allgroups' });
		await bench.ok('/winners/schedule', {
			sweepstakesToken: token,
			group: 'allgroups',
			selectedAction: 1,
			scheduleMode: 'schedule',
			howManyWinnersToPick: 1,
			endDate: '2031-01-01',
			endTime: '12:00',
			timezone: UTC_ID,
		});
		await bench.ok('/notes/create', { Title: 'Remember', Note: 'Call' });
		await bench.ok('/sweepstakes/pause', { SweepstakesToken: token });
		await bench.ok('/sweepstakes/delete', { SweepstakesToken: await bench.sweepstakes() });
		await bench.ok('/invoices/create', {
			BillTo: { Name: 'Ada', Email: 'ada@example.com' },
			Items: [{ Description: 'Prize', Quantity: 1, Rate: 5 }],
		});
		bench.sandbox.advance(HOUR);
		const before = await everything(bench);
		const counters = bench.sandbox.accounts()[0]!;
		await bench.close();

		bench = await openBench({ data: file });
		expect(bench.sandbox.accounts()[0]).toEqual({ ...counters, callsInWindow: 0 });
		expect(await everything(bench)).toEqual(before);
		expect(bench.sandbox.now()).toBe(Date.UTC(2030, 0, 15, 13));
		await bench.close();
	});

	it('continues invoice numbers, codes and limits', async () => {
		const invoice = {
			BillTo: { Name: 'Ada', Email: 'ada@example.com' },
			Items: [{ Description: 'Prize', Quantity: 1, Rate: 5 }],
		};
		let bench = await openBench({ data: file });
		const SweepstakesToken = await bench.sweepstakes();
		const narrow = { SweepstakesToken, Length: 4, Type: 'numeric' };
		const first = await bench.ok('/codes/generate', { ...narrow, Quantity: 4000 });
		await bench.ok('/invoices/create', invoice);
		await bench.close();

		bench = await openBench({ data: file });
		expect((await bench.ok('/invoices/create', invoice)).Data.InvoiceNumber).toBe('INV-2030-00002');
		expect((await bench.call('/codes/generate', { ...narrow, Quantity: 1001 })).status).toBe(422);
		const second = await bench.ok('/codes/generate', { ...narrow, Quantity: 1000 });
		const codes = [...first.Data.Codes, ...second.Data.Codes].map(({ CouponCode }: Json) => CouponCode);
		expect(new Set(codes).size).toBe(5000);
		await bench.close();
	});

	it('stores payment instructions for check and transfer only', async () => {
		const bench = await openBench({ data: file });
		for (const PaymentMethod of ['card', 'check', 'transfer', 'recipient']) {
			await bench.ok('/invoices/create', {
				BillTo: { Name: 'Ada', Email: 'ada@example.com' },
				Items: [{ Description: 'Prize', Quantity: 1, Rate: 5 }],
				PaymentMethod,
				PaymentInstructions: `Pay by ${PaymentMethod}`,
			});
		}
		await bench.close();
		const stored = readFileSync(file, 'utf8').match(/"PaymentInstructions":"[^"]*"/g);
		expect(stored).toEqual([
			'"PaymentInstructions":""',
			'"PaymentInstructions":"Pay by check"',
			'"PaymentInstructions":"Pay by transfer"',
			'"PaymentInstructions":""',
		]);
	});

	it('carries out drawings that became due while it was stopped', async () => {
		let bench = await openBench({ data: file });
		const token = await bench.sweepstakes();
		bench.sandbox.fill(token, 5);
		await bench.ok('/winners/schedule', {
			sweepstakesToken: token,
			group: 'allgroups',
			selectedAction: 1,
			scheduleMode: 'settime',
			howManyWinnersToPick: 2,
			endDate: '2030-01-15',
			endTime: '18:00',
			timezone: UTC_ID,
		});
		await bench.close();
		bench = await openBench({ data: file, now: () => Date.UTC(2030, 0, 16) });
		const { Winners } = await bench.ok('/winners/fetch', { sweepstakesToken: token });
		expect(Winners).toMatchObject([
			{ DrawDateTime: '2030-01-15T18:00:00.000Z' },
			{ DrawDateTime: '2030-01-15T18:00:00.000Z' },
		]);
		await bench.close();
	});

	it('does not add the sample again after a restart', async () => {
		for (let start = 0; start < 2; start++) {
			const bench = await openBench({ data: file, accounts: undefined });
			expect(await bench.ok('/sweepstakes/fetch')).toMatchObject({ Count: 1 });
			await bench.close();
		}
	});

	it('lets nobody else on the machine read the file, neither new nor rewritten', async () => {
		const umask = process.umask(0);
		try {
			const journal = Journal.open(file, () => {});
			expect(statSync(file).mode & 0o777).toBe(0o600);
			journal.rewrite(['one']);
			journal.close();
			expect(statSync(file).mode & 0o777).toBe(0o600);
		} finally {
			process.umask(umask);
		}
	});

	it('ignores an incomplete last line and continues after it', async () => {
		let bench = await openBench({ data: file });
		const kept = await bench.sweepstakes();
		await bench.close();
		appendFileSync(file, '[["insert","sweepstakes",{"Sweepst');
		bench = await openBench({ data: file });
		const added = await bench.sweepstakes();
		await bench.close();
		bench = await openBench({ data: file });
		const { Data } = await bench.ok('/sweepstakes/fetch');
		expect(Data.map(({ SweepstakesToken }: Json) => SweepstakesToken)).toEqual([kept, added]);
		await bench.close();
	});

	it('refuses a file that is not a journal, and does not change it', async () => {
		writeFileSync(file, 'my holiday pictures\n');
		await expect(openBench({ data: file })).rejects.toThrow(/not a journal/);
		expect(readFileSync(file, 'utf8')).toBe('my holiday pictures\n');
	});

	it('refuses a file of an earlier version, whose records lack what is new, and does not change it', async () => {
		copyFileSync(join(__dirname, 'data-of-an-earlier-version.jsonl'), file);
		const before = readFileSync(file, 'utf8');
		await expect(openBench({ data: file })).rejects.toThrow(
			'Another version of the sandbox wrote the data file. Name another file with --data, or delete this one.',
		);
		expect(readFileSync(file, 'utf8')).toBe(before);
	});

	it('refuses a file of a later version', async () => {
		writeFileSync(file, '[["format",1000]]\n');
		await expect(openBench({ data: file })).rejects.toThrow('Another version of the sandbox');
	});

	it('is rewritten when it has grown well beyond its contents', async () => {
		const bench = await openBench({ data: file });
		const SweepstakesToken = await bench.sweepstakes();
		for (let round = 0; round < 60; round++) {
			await bench.ok('/sweepstakes/update', { SweepstakesToken, SweepstakesName: 'n'.repeat(200) });
			const DocumentContent = 'x'.repeat(500_000);
			await bench.ok('/rules/create', { SweepstakesToken, Title: 'Rules', DocumentContent });
			bench.sandbox.advance(DAY);
		}
		await bench.close();
		const size = statSync(file).size;
		expect(size).toBeGreaterThan(60 * 500_000);
		expect(size).toBeLessThan(60 * 500_000 * 1.1);
		const again = await openBench({ data: file });
		expect(await again.ok('/sweepstakes/fetch')).toMatchObject({ Count: 1 });
		await again.close();
	}, 30_000);
});

describe('Journal', () => {
	const linesOf = () => {
		const lines: string[] = [];
		Journal.open(file, (line) => lines.push(line)).close();
		return lines;
	};

	it('holds the rewritten lines and those appended later', () => {
		const journal = Journal.open(file, () => {});
		journal.append('old');
		journal.rewrite(['one', 'two']);
		journal.append('three — ✓');
		journal.close();
		expect(linesOf()).toEqual(['one', 'two', 'three — ✓']);
	});

	it('is unchanged when a rewrite fails halfway', () => {
		const journal = Journal.open(file, () => {});
		journal.append('kept');
		expect(() =>
			journal.rewrite(
				(function* () {
					yield 'half';
					throw new Error('power cut');
				})(),
			),
		).toThrow('power cut');
		journal.append('and on');
		journal.close();
		expect(linesOf()).toEqual(['kept', 'and on']);
	});
});

describe('--data under kill -9', () => {
	const MAIN = join(__dirname, '../../sandbox/main.ts');
	const LIVES = 3;

	/** Starts the sandbox with the file in a separate process. */
	async function start() {
		const accounts = join(folder, 'accounts.json');
		writeFileSync(accounts, JSON.stringify([UNHURRIED]));
		const flags = ['--json', '--port', '0', '--data', file, '--accounts', accounts];
		const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...flags], {
			stdio: ['ignore', 'pipe', 'inherit'],
			timeout: 30_000,
		});
		const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
		const line = await Promise.race([
			new Promise<string>((resolve) =>
				child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
			),
			ended.then(() => '{}'),
		]);
		const { baseUrl, token } = JSON.parse(line) as { baseUrl: string; token: string };
		/** @returns the body of the answer, or undefined without an answer */
		const call = async (path: string, body: object): Promise<Json | undefined> => {
			try {
				const answer = await fetch(baseUrl + path, {
					method: 'POST',
					headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
					body: JSON.stringify(body),
				});
				return (await answer.json()) as Json;
			} catch {
				return undefined;
			}
		};
		return { child, ended, call };
	}

	it('loses no acknowledged write when it is killed at any time', async () => {
		const acknowledged: string[] = [];
		let sweepstakesToken: string | undefined;
		for (let life = 0; life < LIVES; life++) {
			const { child, ended, call } = await start();
			sweepstakesToken ??= (await call(
				'/sweepstakes/create',
				sweepstakesBody({ StartDate: '2099-01-01', EndDate: '2099-01-01' }),
			))!.Data.SweepstakesToken as string;
			// Killed by a timer, so at any moment of a call, but only after several calls however slow the machine is.
			const before = 6 + Math.floor(Math.random() * 60);
			for (let n = 0; ; n++) {
				if (n === before) setTimeout(() => child.kill('SIGKILL'), Math.random() * 20);
				const KeyEmail = `life${life}-${n}@example.com`;
				const answer = await call('/participants/add', {
					lang: 'en',
					// Large and of varying size, so that the process is killed during writes and rewrites of the file.
					source: 'x'.repeat(1 + (((n + life) * 7919) % 97) * 2000),
					sweepstakesToken,
					entryPageFields: { KeyEmail },
				});
				if (!answer) break;
				if (answer.Response) acknowledged.push(KeyEmail);
			}
			await ended;
		}
		const bench = await openBench({ data: file });
		const present = new Set<string>();
		let held = 0;
		for (let page = 1, pages = 1; page <= pages; page++) {
			const { Participants, Pagination } = await bench.ok('/participants/fetch', { sweepstakesToken, page });
			[pages, held] = [Pagination.TotalPages, Pagination.Total];
			for (const { KeyEmail } of Participants as Json[]) present.add(KeyEmail);
		}
		await bench.close();
		expect(acknowledged.length).toBeGreaterThan(LIVES * 5);
		expect(acknowledged.filter((address) => !present.has(address))).toEqual([]);
		// Only the call in progress at each kill can have been written without being acknowledged.
		expect(held - acknowledged.length).toBeLessThanOrEqual(LIVES);
	}, 60_000);
});
