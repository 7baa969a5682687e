import { setImmediate as nextTurn } from 'node:timers/promises';
import { request } from 'undici';
import { DIALECTS, type Fault } from '../../sandbox';
import { NOON, occupy, openBench, sweepstakesBody, type Bench, type Json } from '../support/sandbox';
import { HOUR_MS, MINUTE_MS, ID } from '../support/constants';

let bench: Bench;
beforeEach(async () => (bench = await openBench()));
afterEach(async () => await bench.close());

const PLAN = '/account/plan';
const CREATE = '/sweepstakes/create';
const NOTES = '/notes/create';

/** Makes a call without a token, and accepts a reply that is not JSON. */
async function raw(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
	const reply = await request(bench.sandbox.url(path), {
		method: method as 'POST',
		headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	return { status: reply.statusCode, headers: reply.headers, text: await reply.body.text() };
}
async function control(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
	const { status, text } = await raw(method, `/_sandbox${path}`, body, headers);
	return { status, body: JSON.parse(text) as Json };
}
const create = async () => await bench.call(CREATE, sweepstakesBody());
const usage = () => bench.sandbox.accounts()[0]!;
type GivenFault = Omit<Fault, 'path'> & { path?: string };

/* scenarios/controls.ts tests the faults that need nothing but calls to trigger them. */
describe('Faults set for the next calls', () => {
	const faults = (...list: GivenFault[]) =>
		bench.sandbox.faults(list.map((fault) => ({ path: PLAN, ...fault })));
	const unavailable = { status: 503, body: { message: 'Service Unavailable' } };

	it.each<[string, GivenFault, object | undefined, number, number]>([
		['a status, without processing the call', { status: 502 }, { status: 502 }, 0, 502],
		['a status, and process the call', { status: 502, processed: true }, { status: 502 }, 1, 502],
		['a gateway’s 503, without processing the call', { gateway: 'before' }, unavailable, 0, 503],
		['a gateway’s 503, and process the call', { gateway: 'after' }, unavailable, 1, 503],
		['the usual reply after a delay', { delayMs: 1 }, { status: 200 }, 1, 200],
		['no reply, without processing the call', { drop: 'before' }, undefined, 0, 0],
		['no reply, but process the call', { drop: 'after' }, undefined, 1, 200],
	])('can send %s', async (_what, fault, reply, processed, recorded) => {
		faults({ path: CREATE, ...fault });
		const answer = await create().catch(() => undefined);
		if (reply) expect(answer).toMatchObject(reply);
		else expect(answer).toBeUndefined();
		expect(usage()).toMatchObject({ sweepstakes: processed, APICalls: processed });
		expect(bench.sandbox.calls()).toMatchObject([{ path: CREATE, status: recorded }]);
	});

	it.each<[GivenFault, object]>([
		[
			{ status: 429, retryAfter: 7 },
			{ status: 429, headers: { 'retry-after': '7' } },
		],
		[
			{ status: 502, body: '<h1>Bad Gateway</h1>', contentType: 'text/html' },
			{ status: 502, text: '<h1>Bad Gateway</h1>', headers: { 'content-type': 'text/html' } },
		],
		[{ body: '{"Response": tr' }, { status: 200, text: '{"Response": tr' }],
		[{ body: { Response: false } }, { status: 200, text: '{"Response":false}' }],
		[{ status: 200 }, { status: 200, text: '' }],
	])('set the status, headers and body of the reply: %j', async (fault, reply) => {
		faults(fault, { status: 503 });
		expect(await raw('POST', PLAN)).toMatchObject(reply);
		expect((await raw('POST', PLAN)).headers).not.toHaveProperty('retry-after');
	});

	it.each<[string, GivenFault, number | undefined]>([
		['a 504', { status: 504 }, 504],
		['a gateway’s 503', { gateway: 'after' }, 503],
		['no reply', { drop: 'after' }, undefined],
	])('can send %s first, and process the call only after two more calls', async (_what, fault, status) => {
		faults({ path: CREATE, ...fault, late: { calls: 2 } });
		expect((await create().catch(() => undefined))?.status).toBe(status);
		const counts = [];
		for (let call = 0; call < 3; call++) counts.push((await bench.ok('/sweepstakes/fetch')).Count);
		expect(counts).toEqual([0, 0, 1]);
		expect(usage()).toMatchObject({ sweepstakes: 1, APICalls: 4 });
	});

	it('are added, listed and deleted over HTTP', async () => {
		const fault = { path: PLAN, times: 3, status: 500 };
		expect((await control('POST', '/faults', [fault])).status).toBe(200);
		await bench.call(PLAN);
		expect((await control('GET', '/faults')).body).toMatchObject([{ ...fault, times: 2 }]);
		await control('DELETE', '/faults');
		expect(await bench.status(PLAN)).toBe(200);
	});
});

/* The scenarios test the control routes that change records. */
describe('The control routes', () => {
	it('list the calls so far with status, time and body or query, and clear the list', async () => {
		await bench.call('/groups/fetch', { sweepstakesToken: ID });
		await bench.call('/nowhere', { a: [1] }, { method: 'PUT' });
		await bench.call(PLAN, undefined, { token: 'nobody' });
		await bench.call('/winners/fetchscheduled?sweepstakesToken=x', undefined, { method: 'GET' });
		const deep = '['.repeat(20_000) + ']'.repeat(20_000);
		for (const text of ['{oops', deep]) await bench.call(PLAN, undefined, { raw: text });
		await bench.call(NOTES, { Title: 'x'.repeat(1024 * 1024) });
		await bench.call('/%');
		await raw('GET', '/');
		const { body: calls } = await control('GET', '/calls');
		expect(calls).toEqual(bench.sandbox.calls());
		const body = { sweepstakesToken: ID };
		expect(calls[0]).toEqual({ method: 'POST', path: '/groups/fetch', status: 404, at: NOON, body });
		expect(calls).toMatchObject([
			{},
			{ method: 'PUT', path: '/nowhere', status: 404, body: { a: [1] } },
			{ path: PLAN, status: 403, body: null },
			{ path: '/winners/fetchscheduled', status: 400, body: { sweepstakesToken: 'x' } },
			{ status: 400, body: '{oops' },
			{ status: 400, body: deep },
			{ status: 413 },
			{ status: 400 },
		]);
		await control('DELETE', '/calls');
		expect((await control('GET', '/calls')).body).toEqual([]);
	});

	it('set the clock that the Date header and the list of calls use', async () => {
		await control('POST', '/clock', { advanceMs: HOUR_MS });
		const { headers } = await bench.call(PLAN);
		expect([headers.date, bench.sandbox.calls()[0]!.at]).toEqual([
			new Date(NOON + HOUR_MS).toUTCString(),
			NOON + HOUR_MS,
		]);
		expect((await control('POST', '/clock')).status).toBe(400);
	});

	it('show each account’s usage at once, without being counted and without asking for or revealing a token', async () => {
		await create();
		await occupy(bench);
		const { status, body } = await control('GET', '/accounts');
		expect([status, body]).toMatchObject([200, [{ APICalls: 1, status: 'active', score: 3 }]]);
		expect(JSON.stringify(body)).not.toContain(bench.sandbox.token);
	});

	it.each(DIALECTS)('name the dialect, as the sandbox’s web page does: %s', async (dialect) => {
		bench = await openBench({ dialect });
		expect([bench.sandbox.dialect, (await control('GET', '/dialect')).body]).toEqual([dialect, { dialect }]);
		expect((await raw('GET', '/')).text).toContain(`<dd>${dialect}:`);
	});
});

describe('Callers of the sandbox', () => {
	it.each<Record<string, string>>([
		{ host: 'evil.example.com' },
		{ host: 'localhost.evil.example.com:80' },
		{ origin: 'https://evil.example.com' },
		{ origin: 'null' },
	])('with the header %j get a 403 from the control routes, the web page and the API', async (headers) => {
		for (const path of ['/_sandbox/calls', '/_sandbox/nothing', '/'])
			expect((await raw('GET', path, undefined, headers)).status).toBe(403);
		const { status, body } = await bench.call(CREATE, sweepstakesBody(), { headers, token: 'nobody' });
		expect([status, body.Message]).toEqual([403, expect.stringMatching(/Host and Origin/)]);
		expect(await bench.status('/no/such/path', undefined, { headers, raw: 'x'.repeat(2 ** 21) })).toBe(403);
		expect(usage()).toMatchObject({ APICalls: 0, sweepstakes: 0 });
	});

	it.each<Record<string, string>>([
		{ host: 'localhost' },
		{ host: '[::1]:4010' },
		{ origin: 'http://localhost:5678' },
	])('with the header %j are allowed', async (headers) => {
		expect((await control('GET', '/calls', undefined, headers)).status).toBe(200);
	});

	it('on a web page may call the API if an account lists the page’s domain, but never the control routes', async () => {
		bench = await openBench({ accounts: [{ apiDomains: ['shop.example.com'] }] });
		const headers = { origin: 'https://shop.example.com' };
		expect(await bench.status('/account/profile', undefined, { headers })).toBe(200);
		expect((await control('GET', '/calls', undefined, headers)).status).toBe(403);
	});
});

describe('`startSandbox`', () => {
	it.each(DIALECTS)('starts with a sample sweepstakes that is the same each time (%s)', async (dialect) => {
		const open = async () => {
			const own = await openBench({ accounts: undefined, dialect, token: 'mine' });
			const [{ SweepstakesToken }] = (await own.data('/sweepstakes/fetch')) as [Json];
			const people = await own.ok('/participants/fetch', { sweepstakesToken: SweepstakesToken });
			expect(own.sandbox.accounts()[0]!.APICalls).toBe(2);
			const { NoteToken } = await own.data(NOTES, { Title: 'A', Note: 'B' });
			return { NoteToken, sample: [SweepstakesToken, people.Participants] as Json };
		};
		const [first, second] = [await open(), await open()];
		expect(second.sample).toEqual(first.sample);
		expect(second.NoteToken).not.toBe(first.NoteToken);
		expect(first.sample).toMatchObject(['5a3b0000-0000-4000-8000-000000000001', { length: 5 }]);
	});

	it('starts without the sample if it gets accounts or `sample: false`, and its error names an account’s invalid key', async () => {
		for (const options of [{ accounts: [{}] }, { accounts: undefined, sample: false }])
			expect(await (await openBench(options)).ok('/sweepstakes/fetch')).toMatchObject({ Count: 0 });
		await expect(openBench({ accounts: [{ plan: { MaxCalls: 1 } as object }] })).rejects.toThrow(/MaxCalls/);
		await expect(openBench({ accounts: [] })).rejects.toThrow();
	});

	it('returns a base URL without a trailing slash, and a function that calls the sandbox', async () => {
		const { sandbox } = bench;
		expect(sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(sandbox.url(PLAN)).toBe(sandbox.baseUrl + PLAN);
		expect(await sandbox.api('/account/health-check')).toMatchObject({ Response: true });
		await expect(sandbox.api('/winners/fetchscheduled', undefined, 'GET')).rejects.toThrow(
			/^\/winners\/fetchscheduled was refused: \{"Response":false/,
		);
	});

	it('returns a sandbox that can be closed even during a call and while connections are kept alive', async () => {
		const [underway] = await occupy(bench);
		await bench.sandbox.close();
		await expect(underway).rejects.toThrow();
	});

	it('uses a test’s fake timers, and replies even while these timers stand still', async () => {
		jest.useFakeTimers({ now: NOON, doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
		const own = await openBench({ accounts: [{ plan: { MaxApiCallsPerMinute: 4 } }], now: undefined });
		own.sandbox.faults([
			{ path: NOTES, status: 504, late: { ms: MINUTE_MS } },
			{ path: PLAN, delayMs: MINUTE_MS },
		]);
		expect(await own.status(NOTES, { Title: 'A', Note: 'B' })).toBe(504);
		const count = async () => (await own.data('/notes/fetch')).TotalNotes as number;
		expect([await count(), await count(), await count()]).toEqual([0, 0, 0]);
		const slow = own.status(PLAN);
		while (own.sandbox.calls().length < 5) await nextTurn();
		expect(await own.status('/account/profile')).toBe(503);
		await jest.advanceTimersByTimeAsync(MINUTE_MS);
		expect([await slow, await count()]).toEqual([200, 1]);
		jest.useRealTimers();
		await own.close();
	});
});
