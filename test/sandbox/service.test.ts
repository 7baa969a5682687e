import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { NOON, occupy, openBench, sweepstakesBody, type Bench } from '../support/sandbox';
import { MINUTE_MS, UNLIMITED } from '../support/constants';

/* These tests cover the rules for every call: authentication, the format of replies, and the limits. */

const HEALTH = '/account/health-check';
const CREATE = '/sweepstakes/create';

const envelope = (status: number) => ({
	status,
	body: { Response: false, Message: expect.any(String) as string, Code: status },
});

/** Sends a call with only these headers. */
async function post(
	{ sandbox }: Bench,
	path: string,
	headers: Record<string, string>,
	body?: string | Readable,
) {
	const dispatcher = new Agent();
	const answer = await request(sandbox.url(path), { method: 'POST', dispatcher, headers, body });
	const reply = { status: answer.statusCode, body: await answer.body.json() };
	await dispatcher.close();
	return reply;
}

describe('A caller of the API', () => {
	let bench: Bench;
	beforeAll(async () => {
		const narrow = { token: 'narrow', apiDomains: ['shop.example.com'] };
		bench = await openBench({ accounts: [{ plan: UNLIMITED, token: 'my-token' }, narrow] });
	});

	it.each([
		['Basic c2FuZGJveDp0b2tlbg==', 401],
		['my-token', 401],
		['Bearer', 401],
		['Bearer one two', 401],
		['Bearermy-token', 401],
		['bearer my-token', 200],
	])('with the Authorization header %p gets a %d', async (authorization, status) => {
		const reply = await bench.call(HEALTH, undefined, { headers: { authorization } });
		expect(reply.status).toBe(status);
		if (status === 401) expect(reply.body.Message).toContain('Authorization header');
	});

	it('gets a 401 without a token, a 415 for a body without a content type, and a 400 for a control route without a body', async () => {
		expect((await post(bench, HEALTH, {})).status).toBe(401);
		expect((await post(bench, HEALTH, { authorization: 'Bearer my-token' }, '{}')).status).toBe(415);
		expect((await post(bench, '/_sandbox/clock', {})).status).toBe(400);
	});

	it('is checked before the body, and is told the state of the account', async () => {
		expect(await bench.status(HEALTH, undefined, { raw: '{', headers: { authorization: '' } })).toBe(401);
		const closed = await openBench({ accounts: [{ status: 'hibernating' }] });
		expect((await closed.call(HEALTH)).body.Message).toContain('hibernating');
	});

	it.each([
		['https://elsewhere.example.com', 'narrow', 403],
		['not a url', 'narrow', 403],
		['https://shop.example.com', 'narrow', 200],
		['http://localhost:5678', 'my-token', 200],
	])('on the web page “%s” with the token “%s” gets a %d', async (origin, token, status) => {
		expect(await bench.status(HEALTH, undefined, { token, headers: { origin } })).toBe(status);
		expect(await bench.status(HEALTH, undefined, { token })).toBe(200);
	});
});

describe('The sandbox’s reply', () => {
	let bench: Bench;
	beforeAll(async () => (bench = await openBench()));
	const create = async (raw: string | Buffer, headers: Record<string, string> = {}) =>
		await bench.call(CREATE, undefined, { raw, headers });

	it.each<[string, string | Buffer]>([
		['text', 'hello'],
		['an object cut short', '{"SweepstakesName": "Win'],
		['two objects', '{}{}'],
		['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
		['100 nested lists', '['.repeat(100) + ']'.repeat(100)],
		['200,000 nested lists', '['.repeat(200_000)],
	])('is a 400 for a body that cannot be read: %s', async (_what, raw) => {
		expect(await create(raw)).toMatchObject(envelope(400));
	});

	it.each(['[]', '"a"', '1', 'null', 'true', ''])('is a 400 with Help for the body %p', async (raw) => {
		const reply = await create(raw);
		expect(reply).toMatchObject(envelope(400));
		expect(reply.body.Help.ExpectedBody).toHaveProperty('Handler');
	});

	it.each(['', 'text/plain', 'application/jsonp', 'nonsense'])(
		'is a 415 for a body with the content type %p',
		async (type) => {
			expect(await create('{}', { 'content-type': type })).toMatchObject(envelope(415));
			const headers = { 'content-type': 'application/json; charset=utf-8' };
			expect((await create(JSON.stringify(sweepstakesBody()), headers)).status).toBe(200);
		},
	);

	it('is a 413 for a body above 1 MB, whether it is sent in chunks or not', async () => {
		const text = JSON.stringify({ SweepstakesName: 'x'.repeat(1024 * 1024) });
		expect(await create(text)).toMatchObject(envelope(413));
		const headers = { authorization: `Bearer ${bench.sandbox.token}`, 'content-type': 'application/json' };
		const chunks = Readable.from([text.slice(0, 900_000), text.slice(900_000)]);
		expect(await post(bench, CREATE, headers, chunks)).toMatchObject(envelope(413));
	});

	it.each([
		['/', 404],
		['/account/', 404],
		['/account/health-check/', 404],
		['/v3/account/plan', 404],
		['/%', 400],
		['/%E0%A4%A', 400],
	])('to the path %s is a %d', async (path, status) => {
		const reply = await bench.call(path);
		expect(reply).toMatchObject(envelope(status));
		expect(reply.body).not.toHaveProperty('Help');
	});

	it('with the status 405 names the allowed method', async () => {
		const reply = await bench.call('/rules/update', {});
		expect(reply).toMatchObject({ ...envelope(405), headers: { allow: 'PUT' } });
	});

	it('is a 400 for anything but HTTP, and the connection is closed', async () => {
		const socket = connect(Number(new URL(bench.sandbox.baseUrl).port), '127.0.0.1');
		socket.end('NOT HTTP AT ALL\r\n\r\n');
		const chunks: Buffer[] = [];
		for await (const chunk of socket) chunks.push(chunk as Buffer);
		const [head, body] = Buffer.concat(chunks).toString().split('\r\n\r\n') as [string, string];
		expect(head).toMatch(/^HTTP\/1\.1 400 /);
		expect(JSON.parse(body)).toEqual(envelope(400).body);
	});

	it('is JSON in UTF-8, and an empty JSON body counts as no body', async () => {
		const { status, headers } = await bench.call(HEALTH, undefined, {
			headers: { 'content-type': 'application/json' },
		});
		expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
	});
});

/* scenarios/controls.ts tests other rules of the limits. */
describe('Calls per minute', () => {
	let bench: Bench;
	let now: number;
	beforeEach(async () => {
		now = NOON;
		bench = await openBench({
			now: () => now,
			accounts: [{ token: 'default' }, { token: 'three', plan: { MaxApiCallsPerMinute: 3 } }],
		});
	});
	const check = async (token: string) => await bench.status(HEALTH, undefined, { token });

	it('are limited to 150 for each account unless the plan says otherwise', async () => {
		for (let call = 0; call < 150; call++) expect(await check('default')).toBe(200);
		expect([await check('default'), await check('three')]).toEqual([429, 200]);
	});

	it('above the limit get a 429 that names the limit and has Retry-After: 60, and change nothing', async () => {
		for (let call = 0; call < 3; call++) await check('three');
		const own = { token: 'three' };
		const { status, headers, body } = await bench.call(CREATE, sweepstakesBody(), own);
		expect([status, headers['retry-after']]).toEqual([429, '60']);
		const Message = expect.stringMatching(/\b3\b.*MaxApiCallsPerMinute/) as string;
		expect(body).toEqual({ Response: false, Code: 429, Message });
		bench.sandbox.advance(MINUTE_MS);
		expect(await bench.ok('/sweepstakes/fetch', undefined, own)).toMatchObject({ Count: 0 });
	});

	it('can be counted in a window that is shorter than a minute', async () => {
		const accounts = [{ plan: { MaxApiCallsPerMinute: 1 } }];
		const quick = await openBench({ now: () => now, windowMs: 100, accounts });
		expect([await quick.status(HEALTH), await quick.status(HEALTH)]).toEqual([200, 429]);
		now += 100;
		expect(await quick.status(HEALTH)).toBe(200);
	});

	it('are counted in Telemetry, including the current call', async () => {
		const sent = { SweepstakesToken: await bench.sweepstakes() };
		const stats = async () => (await bench.ok('/codes/stats', sent)).Telemetry as Record<string, number>;
		const [first, second] = [await stats(), await stats()];
		expect([first.APICalls, second.APICalls, second.MaxAPICalls]).toEqual([2, 3, 10_000_000]);
		expect(second.DataConsumed! - first.DataConsumed!).toBe(JSON.stringify(sent).length);
	});
});

describe('Only one call is processed at a time', () => {
	it('for all accounts together: other calls get a 503, are not counted and change nothing', async () => {
		const bench = await openBench();
		await occupy(bench);
		for (const token of [undefined, 'nobody'])
			expect(await bench.call(CREATE, sweepstakesBody(), { token })).toMatchObject(envelope(503));
		expect(bench.sandbox.accounts()[0]).toMatchObject({ APICalls: 0, sweepstakes: 0 });
	});

	it('per operation in the dialect `reference`: other calls of that operation get a 503 that is not in the service’s format', async () => {
		const bench = await openBench({ dialect: 'reference' });
		await occupy(bench, '/account/plan');
		const busy = { status: 503, body: { message: 'Service Unavailable' } };
		expect(await bench.call('/account/plan')).toMatchObject(busy);
		expect(await bench.status('/account/profile')).toBe(200);
	});

	it('even without latency: simultaneous calls get a 503, but consecutive calls are all accepted', async () => {
		const bench = await openBench();
		const statuses: number[] = [];
		const ten = Array.from({ length: 10 });
		for (let round = 0; round < 20 && !statuses.includes(503); round++)
			statuses.push(...(await Promise.all(ten.map(async () => await bench.status(HEALTH)))));
		expect(statuses).toContain(503);
		const headers = { authorization: `Bearer ${bench.sandbox.token}` };
		for (let call = 0; call < 5; call++) expect((await post(bench, HEALTH, headers)).status).toBe(200);
	});
});
