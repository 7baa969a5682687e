import { Agent, request } from 'undici';
import { DAY, MINUTE, NOON, openBench, sweepstakesBody, type Bench } from './harness';

const check = (bench: Bench, token?: string) => bench.call('/account/health-check', undefined, { token });

describe('Limits: calls per minute', () => {
	let bench: Bench;
	let now: number;
	beforeEach(async () => {
		now = NOON;
		bench = await openBench({
			now: () => now,
			accounts: [
				{ token: 'default' },
				{ token: 'three', plan: { MaxApiCallsPerMinute: 3 } },
				{ token: 'quota', plan: { MaxApiCallsPerMinute: 2, MaxApiCallsAllowed: 3 } },
			],
		});
	});

	it('answers 150 calls a minute unless the plan says otherwise, and 429 to the 151st', async () => {
		for (let call = 0; call < 150; call++) expect((await check(bench)).status).toBe(200);
		expect((await check(bench)).status).toBe(429);
	});

	it('answers 429 with Retry-After: 60 and names the limit of the plan', async () => {
		for (let call = 0; call < 3; call++) await check(bench, 'three');
		const { status, headers, body } = await check(bench, 'three');
		expect(status).toBe(429);
		expect(headers['retry-after']).toBe('60');
		expect(body).toEqual({
			Response: false,
			Code: 429,
			Message: expect.stringMatching(/\b3\b.*MaxApiCallsPerMinute/),
		});
	});

	it('counts in any 60 seconds, not per calendar minute', async () => {
		await check(bench, 'three');
		now += MINUTE - 2;
		await check(bench, 'three');
		await check(bench, 'three');
		now += 1;
		expect((await check(bench, 'three')).status).toBe(429);
		now += 1;
		expect((await check(bench, 'three')).status).toBe(200);
		expect((await check(bench, 'three')).status).toBe(429);
	});

	it('does not count refused calls', async () => {
		for (let call = 0; call < 3; call++) await check(bench, 'three');
		for (let second = 0; second < 59; second++) {
			now += 1000;
			expect((await check(bench, 'three')).status).toBe(429);
		}
		now += 1000;
		expect((await check(bench, 'three')).status).toBe(200);
	});

	it('does not charge refused calls against the monthly quota', async () => {
		await check(bench, 'quota');
		await check(bench, 'quota');
		expect((await check(bench, 'quota')).status).toBe(429);
		now += MINUTE;
		expect((await check(bench, 'quota')).status).toBe(200);
		expect(bench.sandbox.accounts()[2]!.APICalls).toBe(3);
	});

	it('counts every endpoint together, whatever the answer', async () => {
		await bench.call('/sweepstakes/create', {}, { token: 'three' });
		await bench.call('/groups/fetch', {}, { token: 'three' });
		await bench.call('/account/plan', undefined, { token: 'three' });
		expect((await check(bench, 'three')).status).toBe(429);
	});

	it('counts each account separately', async () => {
		for (let call = 0; call < 4; call++) await check(bench, 'three');
		expect((await check(bench)).status).toBe(200);
	});

	it('does not count calls without a known account or endpoint', async () => {
		for (let call = 0; call < 5; call++) {
			await bench.call('/nowhere', undefined, { token: 'three' });
			await check(bench, 'nobody');
		}
		expect((await check(bench, 'three')).status).toBe(200);
	});

	it('changes nothing with a refused call', async () => {
		for (let call = 0; call < 3; call++) await check(bench, 'three');
		expect((await bench.call('/sweepstakes/create', sweepstakesBody(), { token: 'three' })).status).toBe(429);
		now += MINUTE;
		expect(await bench.ok('/sweepstakes/fetch', undefined, { token: 'three' })).toMatchObject({ Count: 0 });
	});

	it('moves with the control clock', async () => {
		for (let call = 0; call < 4; call++) await check(bench, 'three');
		bench.sandbox.advance(MINUTE);
		expect((await check(bench, 'three')).status).toBe(200);
	});

	it('can have a shorter window', async () => {
		const quick = await openBench({
			now: () => now,
			windowMs: 100,
			accounts: [{ plan: { MaxApiCallsPerMinute: 1 } }],
		});
		await check(quick);
		expect((await check(quick)).status).toBe(429);
		now += 100;
		expect((await check(quick)).status).toBe(200);
	});
});

describe('Limits: calls per month', () => {
	it('answers 403 when MaxApiCallsAllowed is used up, until the next month', async () => {
		const bench = await openBench({ accounts: [{ plan: { MaxApiCallsAllowed: 2 } }] });
		await check(bench);
		await check(bench);
		const { status, body } = await check(bench);
		expect({ status, body }).toEqual({
			status: 403,
			body: { Response: false, Code: 403, Message: expect.stringContaining('MaxApiCallsAllowed') },
		});
		bench.sandbox.advance(16 * DAY);
		expect((await check(bench)).status).toBe(403);
		bench.sandbox.advance(DAY);
		expect((await check(bench)).status).toBe(200);
	});
});

describe('Limits: one request at a time', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await openBench({ latencyMs: 40 });
	});

	it('answers 503 in the envelope to a call that arrives while another is processed', async () => {
		const answers = await Promise.all([check(bench), check(bench), check(bench)]);
		const statuses = answers.map(({ status }) => status).sort();
		expect(statuses).toEqual([200, 503, 503]);
		const busy = answers.find(({ status }) => status === 503)!;
		expect(busy.body).toEqual({ Response: false, Code: 503, Message: expect.any(String) });
	});

	it('does not process, charge or count a call it answers with 503', async () => {
		const before = bench.sandbox.accounts()[0]!;
		const answers = await Promise.all(
			[1, 2, 3].map(() => bench.call('/sweepstakes/create', sweepstakesBody())),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		const after = bench.sandbox.accounts()[0]!;
		expect(after.APICalls).toBe(before.APICalls + 1);
		expect(after.sweepstakes).toBe(before.sweepstakes + 1);
	});

	it('is one queue for all accounts', async () => {
		const [first, second] = await Promise.all([check(bench), check(bench, 'nobody')]);
		expect([first.status, second.status].sort()).toEqual([200, 503]);
	});

	it('answers sequential calls on any connection', async () => {
		for (let call = 0; call < 5; call++) {
			const dispatcher = new Agent();
			const { statusCode, body } = await request(bench.sandbox.url('/account/health-check'), {
				method: 'POST',
				dispatcher,
				headers: { authorization: `Bearer ${bench.sandbox.token}` },
			});
			await body.dump();
			expect(statusCode).toBe(200);
			await dispatcher.close();
		}
	});

	it('also happens without latency', async () => {
		const fast = await openBench();
		const statuses: number[] = [];
		for (let round = 0; round < 20 && !statuses.includes(503); round++) {
			const answers = await Promise.all(Array.from({ length: 10 }, () => check(fast)));
			statuses.push(...answers.map(({ status }) => status));
		}
		expect(statuses).toContain(503);
	});
});
