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
import { openService, type Bench, type Json } from '../support/sandbox';
import { HOUR_MS } from '../support/constants';
import { usualValues } from './requests';

/* The folder of the file that contains the state. */

let folder: string;
let file: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	file = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true }));

const { BillTo, Items, Timezone: timezone } = usualValues();
const INVOICE = { BillTo, Items };
const DRAWING = {
	group: 'allgroups',
	selectedAction: 1,
	scheduleMode: 'settime',
	howManyWinnersToPick: 1,
	timezone,
	endDate: '2030-01-15',
	endTime: '18:00',
};
/** Creates a sweepstakes with one of each record that belongs to it. */
async function everythingIn({ sandbox, ok, sweepstakes, participant }: Bench): Promise<Json> {
	const SweepstakesToken = await sweepstakes({ CreateInCalendar: true });
	const own = { SweepstakesToken, sweepstakesToken: SweepstakesToken };
	await participant(SweepstakesToken);
	sandbox.fill(SweepstakesToken, 30);
	await ok('/groups/create', { ...own, groupName: 'VIP' });
	await ok('/rules/create', { ...own, Title: 'Rules', DocumentContent: 'x' });
	await ok('/codes/generate', { ...own, Quantity: 30, Length: 4, Type: 'numeric' });
	await ok('/codes/update-settings', { ...own, CouponCodeLength: 8 });
	await ok('/surveys/create', { ...own, SurveyName: 'Survey' });
	await ok('/winners/schedule', { ...own, ...DRAWING });
	await ok('/winners/draw', { ...own, howManyWinnersToPick: 3, group: 'allgroups' });
	return own;
}

const READS = [
	'/sweepstakes/fetch',
	'/participants/fetch',
	'/groups/fetch',
	'/winners/fetch',
	'/rules/fetch',
	'/codes/stats',
	'/codes/settings',
	'/surveys/fetch',
	'/entrypage/fields',
	'/calendar/fetch',
	'/notes/fetch',
	'/invoices/fetch',
];

/** Returns everything that an account can read. */
async function allOf({ sandbox, call }: Bench, own: Json): Promise<string[]> {
	const replies = [await call('/winners/fetchscheduled', own, { method: 'GET' })];
	for (const path of READS) replies.push(await call(path, own));
	return replies.map(({ status, body: { Telemetry: _, ...body } }) =>
		JSON.stringify([status, body]).replaceAll(sandbox.baseUrl, ''),
	);
}

describe('The data file', () => {
	it('keeps the clock and every resource, counter and limit across a restart', async () => {
		let bench = await openService({ data: file });
		const own = await everythingIn(bench);
		const { ParticipantToken } = (await bench.ok('/participants/fetch', own)).Participants[0] as Json;
		await bench.ok('/participants/delete', { ...own, ParticipantToken }, { method: 'DELETE' });
		await bench.ok('/notes/create', { Title: 'Remember', Note: 'Call' });
		await bench.ok('/sweepstakes/delete', { SweepstakesToken: await bench.sweepstakes() });
		await bench.ok('/sweepstakes/pause', own);
		await bench.ok('/invoices/create', INVOICE);
		const before = await allOf(bench, own);
		bench.sandbox.advance(HOUR_MS);
		const now = bench.sandbox.now();
		const counters = bench.sandbox.accounts()[0]!;
		await bench.close();

		bench = await openService({ data: file });
		expect(bench.sandbox.accounts()[0]).toEqual({ ...counters, callsInWindow: 0 });
		expect(await allOf(bench, own)).toEqual(before);
		expect(bench.sandbox.now()).toBe(now);
		expect((await bench.data('/invoices/create', INVOICE)).InvoiceNumber).toBe('INV-2030-00002');
		const { Codes } = (await bench.data('/codes/fetch', own)) as { Codes: Json[] };
		const again = { ...own, Codes: Codes.map(({ CouponCode }) => CouponCode as string) };
		expect(await bench.data('/codes/create', again)).toMatchObject({ Created: 0, DuplicateCount: 25 });
		await bench.close();
	});

	it('no longer contains anything that belongs to a deleted sweepstakes', async () => {
		const bench = await openService({ data: file });
		const own = await everythingIn(bench);
		const kindsIn = (pattern: RegExp) =>
			new Set([...readFileSync(file, 'utf8').matchAll(pattern)].map(([, kind]) => kind!));
		const kept = kindsIn(/"insert","(\w+)"/g);
		await bench.ok('/sweepstakes/delete', own);
		expect((await allOf(bench, own)).join()).not.toContain(own.SweepstakesToken);
		expect(await bench.data('/calendar/fetch')).toMatchObject({ TotalEvents: 0 });
		await bench.close();
		for (const kind of ['usage', 'log', 'tokens']) kept.delete(kind);
		expect(kept.size).toBe(11);
		expect(kindsIn(/"remove(?:All)?","(\w+)"/g)).toEqual(kept);
	});

	it('gets the winners of drawings that came due while the sandbox was stopped', async () => {
		let bench = await openService({ data: file });
		const sweepstakesToken = await bench.sweepstakes();
		bench.sandbox.fill(sweepstakesToken, 5);
		await bench.ok('/winners/schedule', { sweepstakesToken, ...DRAWING });
		await bench.close();
		bench = await openService({ data: file, now: () => Date.UTC(2030, 0, 16) });
		const { Winners } = await bench.ok('/winners/fetch', { sweepstakesToken });
		expect(Winners).toMatchObject([{ DrawDateTime: '2030-01-15T18:00:00.000Z' }]);
		await bench.close();
	});

	it('gets the sample sweepstakes only once', async () => {
		for (let start = 0; start < 2; start++) {
			const bench = await openService({ data: file, accounts: undefined });
			expect(await bench.ok('/sweepstakes/fetch')).toMatchObject({ Count: 1 });
			await bench.close();
		}
	});

	it('can end with an incomplete line, which the sandbox ignores', async () => {
		for (const Count of [1, 2]) {
			const bench = await openService({ data: file });
			const SweepstakesToken = await bench.sweepstakes();
			// A sandbox that is killed loses nothing that it has acknowledged.
			expect(readFileSync(file, 'utf8')).toContain(SweepstakesToken);
			expect(await bench.ok('/sweepstakes/fetch')).toMatchObject({ Count });
			await bench.close();
			appendFileSync(file, '[["insert","sweepstakes",{"Sweepst');
		}
		const bench = await openService({ data: file });
		expect(await bench.ok('/sweepstakes/fetch')).toMatchObject({ Count: 2 });
		await bench.close();
	});

	const OTHER_VERSION =
		'Another version of the sandbox wrote the data file. Name another file with --data, or delete this one.';

	it.each<[string, () => void, string | RegExp]>([
		['not a journal', () => writeFileSync(file, 'my holiday pictures\n'), /not a journal/],
		['from a later version', () => writeFileSync(file, '[["format",1000]]\n'), OTHER_VERSION],
		[
			'from an earlier version',
			() => copyFileSync(join(__dirname, 'data-of-an-earlier-version.jsonl'), file),
			OTHER_VERSION,
		],
	])('is refused and not changed if it is %s', async (_what, write, words) => {
		write();
		const before = readFileSync(file, 'utf8');
		await expect(openService({ data: file })).rejects.toThrow(words);
		expect(readFileSync(file, 'utf8')).toBe(before);
	});

	it('is rewritten when it has become much larger than its current contents', async () => {
		const bench = await openService({ data: file });
		const SweepstakesToken = await bench.sweepstakes();
		const rules = { SweepstakesToken, Title: 'Rules', DocumentContent: 'x'.repeat(900_000) };
		await bench.ok('/rules/create', rules);
		const { store } = bench.sandbox;
		for (let round = 0; round < 24; round++) {
			store.rules.update(store.rules.of(SweepstakesToken)[0]!, rules);
			store.commit();
		}
		await bench.close();
		const size = statSync(file).size;
		expect(size).toBeGreaterThan(900_000);
		expect(size).toBeLessThan(10 * 1024 * 1024);
		const again = await openService({ data: file });
		const { PrimaryRule } = await again.data('/rules/fetch', rules);
		expect(PrimaryRule.DocumentContent).toBe(rules.DocumentContent);
		await again.close();
	});
});
