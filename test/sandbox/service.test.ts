import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { tenDigits, withKeptTexts } from '../../sandbox/kept';
import { DAY, MINUTE, NOON, occupy, openBench, sweepstakesBody, UNHURRIED, type Bench } from './harness';

/* Rules for every call: authentication, the envelope, and the limits. */

const HEALTH = '/account/health-check';

describe('A caller', () => {
	let bench: Bench;
	beforeAll(async () => {
		const apiDomains = ['shop.example.com'];
		bench = await openBench({
			accounts: [
				{ ...UNHURRIED, token: 'my-token' },
				{ token: 'narrow', apiDomains },
			],
		});
	});

	it.each([
		['Basic c2FuZGJveDp0b2tlbg==', 401],
		['my-token', 401],
		['Bearer', 401],
		['Bearer one two', 401],
		['Bearermy-token', 401],
		['bearer my-token', 200],
	])('with the Authorization header %p is answered with %d', async (authorization, status) => {
		const reply = await bench.call(HEALTH, undefined, { headers: { authorization } });
		expect(reply.status).toBe(status);
		if (status === 401) expect(reply.body.Message).toContain('Authorization header');
	});

	it('may send no header at all: 401, 415 for a body without a type, and 400 for a control', async () => {
		const post = async (path: string, headers: Record<string, string> = {}, body?: string) => {
			const reply = await request(bench.sandbox.url(path), { method: 'POST', headers, body });
			await reply.body.dump();
			return reply.statusCode;
		};
		expect(await post(HEALTH)).toBe(401);
		expect(await post(HEALTH, { authorization: 'Bearer my-token' }, '{}')).toBe(415);
		expect(await post('/_sandbox/clock')).toBe(400);
	});

	it('is checked before the body, and learns the account’s state', async () => {
		expect(await bench.status(HEALTH, undefined, { raw: '{', headers: { authorization: '' } })).toBe(401);
		const closed = await openBench({ accounts: [{ status: 'hibernating' }] });
		expect((await closed.call(HEALTH)).body.Message).toContain('hibernating');
	});

	it.each([
		['https://elsewhere.example.com', 'narrow', 403],
		['not a url', 'narrow', 403],
		['https://shop.example.com', 'narrow', 200],
		['http://localhost:5678', 'my-token', 200],
	])('on the page %s is answered by its domain', async (origin, token, status) => {
		expect(await bench.status(HEALTH, undefined, { token, headers: { origin } })).toBe(status);
		expect(await bench.status(HEALTH, undefined, { token })).toBe(200);
	});
});

describe('The envelope', () => {
	let bench: Bench;
	beforeAll(async () => (bench = await openBench()));
	const create = async (raw: string | Buffer, headers: Record<string, string> = {}) =>
		await bench.call('/sweepstakes/create', undefined, { raw, headers });
	const envelope = (status: number) => ({
		status,
		body: { Response: false, Message: expect.any(String) as string, Code: status },
	});
	const OVERSIZED = JSON.stringify({ SweepstakesName: 'x'.repeat(1024 * 1024) });

	it.each<[string, string | Buffer]>([
		['text', 'hello'],
		['an object cut short', '{"SweepstakesName": "Win'],
		['two objects', '{}{}'],
		['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
		['100 levels', '['.repeat(100) + ']'.repeat(100)],
		['200,000 levels', '['.repeat(200_000)],
	])('is a 400 for a body that is not JSON: %s', async (_what, raw) => {
		expect(await create(raw)).toMatchObject(envelope(400));
	});

	it.each(['[]', '"a"', '1', 'null', 'true', ''])('is a 400 with Help for the body %p', async (raw) => {
		const reply = await create(raw);
		expect(reply).toMatchObject(envelope(400));
		expect(reply.body.Help.ExpectedBody).toHaveProperty('Handler');
	});

	it.each(['', 'text/plain', 'application/jsonp', 'nonsense'])(
		'is a 415 for the content type %p',
		async (type) => {
			expect(await create('{}', { 'content-type': type })).toMatchObject(envelope(415));
			const headers = { 'content-type': 'application/json; charset=utf-8' };
			expect((await create(JSON.stringify(sweepstakesBody()), headers)).status).toBe(200);
		},
	);

	it('is a 413 for a body above 1 MB, chunked or not', async () => {
		expect(await create(OVERSIZED)).toMatchObject(envelope(413));
		const { statusCode, body } = await request(bench.sandbox.url('/sweepstakes/create'), {
			method: 'POST',
			headers: { authorization: `Bearer ${bench.sandbox.token}`, 'content-type': 'application/json' },
			body: Readable.from([OVERSIZED.slice(0, 900_000), OVERSIZED.slice(900_000)]),
		});
		expect({ status: statusCode, body: await body.json() }).toMatchObject(envelope(413));
	});

	it.each([
		['/', 404],
		['/account/', 404],
		['/account/health-check/', 404],
		['/v3/account/plan', 404],
		['/%', 400],
		['/%E0%A4%A', 400],
	])('answers the path %s with %d', async (path, status) => {
		const reply = await bench.call(path);
		expect(reply).toMatchObject(envelope(status));
		expect(reply.body).not.toHaveProperty('Help');
	});

	it('names the method of an operation with a 405', async () => {
		const reply = await bench.call('/rules/update', {});
		expect(reply).toMatchObject({ ...envelope(405), headers: { allow: 'PUT' } });
	});

	it.each(['__proto__', 'constructor', 'toString'])(
		'takes the key %s, also of a custom field',
		async (key) => {
			const raw = JSON.stringify(sweepstakesBody()).replace('{', `{"${key}":{"polluted":true},`);
			expect((await create(raw)).status).toBe(200);
			const sweepstakesToken = await bench.sweepstakes();
			const entry = `{"lang":"en","source":"web","sweepstakesToken":"${sweepstakesToken}","entryPageFields":{"Fields":{"${key}":"x","First_Name":"Ada"}}}`;
			await bench.ok('/participants/add', undefined, { raw: entry });
			const { Participants } = await bench.ok('/participants/fetch', { sweepstakesToken });
			expect(Participants[0].FirstName).toBe('Ada');
			expect(({} as Record<string, unknown>).polluted).toBeUndefined();
		},
	);

	it('is a 400 for anything but HTTP, and the connection is closed', async () => {
		const socket = connect(Number(new URL(bench.sandbox.baseUrl).port), '127.0.0.1');
		socket.end('NOT HTTP AT ALL\r\n\r\n');
		const chunks: Buffer[] = [];
		for await (const chunk of socket) chunks.push(chunk as Buffer);
		const [head, body] = Buffer.concat(chunks).toString().split('\r\n\r\n') as [string, string];
		expect(head).toMatch(/^HTTP\/1\.1 400 /);
		expect(JSON.parse(body)).toEqual(envelope(400).body);
	});

	it('is JSON in UTF-8, and treats an empty JSON body as none', async () => {
		const { status, headers } = await bench.call(HEALTH, undefined, {
			headers: { 'content-type': 'application/json' },
		});
		expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
	});
});

describe('The calls per minute and month', () => {
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
	const check = async (token = 'three') => await bench.status(HEALTH, undefined, { token });

	it('are 150 a minute unless the plan says otherwise, for each account', async () => {
		for (let call = 0; call < 150; call++) expect(await check('default')).toBe(200);
		expect([await check('default'), await check()]).toEqual([429, 200]);
	});

	it('are refused with 429, Retry-After: 60 and the limit, and change nothing', async () => {
		for (let call = 0; call < 3; call++) await check();
		const { status, headers, body } = await bench.call('/sweepstakes/create', sweepstakesBody(), {
			token: 'three',
		});
		expect([status, headers['retry-after']]).toEqual([429, '60']);
		const Message = expect.stringMatching(/\b3\b.*MaxApiCallsPerMinute/) as string;
		expect(body).toEqual({ Response: false, Code: 429, Message });
		bench.sandbox.advance(MINUTE);
		expect(await bench.ok('/sweepstakes/fetch', undefined, { token: 'three' })).toMatchObject({ Count: 0 });
	});

	it('are counted in any 60 seconds, not per calendar minute', async () => {
		await check();
		now += MINUTE - 2;
		expect([await check(), await check()]).toEqual([200, 200]);
		now += 1;
		expect(await check()).toBe(429);
		now += 1;
		expect([await check(), await check()]).toEqual([200, 429]);
	});

	it('count all operations, whatever the answer, but no refused or unknown ones', async () => {
		for (let call = 0; call < 5; call++) {
			await bench.call('/nowhere', undefined, { token: 'three' });
			await check('nobody');
		}
		for (const path of ['/sweepstakes/create', '/groups/fetch', '/account/plan'])
			await bench.call(path, {}, { token: 'three' });
		for (let second = 0; second < 59; second++) {
			now += 1000;
			expect(await check()).toBe(429);
		}
		now += 1000;
		expect(await check()).toBe(200);
	});

	it('can have a shorter window', async () => {
		const accounts = [{ plan: { MaxApiCallsPerMinute: 1 } }];
		const quick = await openBench({ now: () => now, windowMs: 100, accounts });
		expect([await quick.status(HEALTH), await quick.status(HEALTH)]).toEqual([200, 429]);
		now += 100;
		expect(await quick.status(HEALTH)).toBe(200);
	});

	it('are refused with 403 above MaxApiCallsAllowed until the next month, 429s not counted', async () => {
		expect([await check('quota'), await check('quota'), await check('quota')]).toEqual([200, 200, 429]);
		now += MINUTE;
		expect(await check('quota')).toBe(200);
		expect(bench.sandbox.accounts()[2]!.APICalls).toBe(3);
		const { status, body } = await bench.call(HEALTH, undefined, { token: 'quota' });
		const Message = expect.stringContaining('MaxApiCallsAllowed') as string;
		expect([status, body]).toEqual([403, { Response: false, Code: 403, Message }]);
		bench.sandbox.advance(16 * DAY);
		expect(await check('quota')).toBe(403);
		bench.sandbox.advance(DAY);
		expect(await check('quota')).toBe(200);
	});

	it('appear in Telemetry, this one included', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const stats = async () =>
			(await bench.ok('/codes/stats', { SweepstakesToken })).Telemetry as Record<string, number>;
		const [first, second] = [await stats(), await stats()];
		expect([first.APICalls, second.APICalls, second.MaxAPICalls]).toEqual([2, 3, 10_000_000]);
		expect(second.DataConsumed! - first.DataConsumed!).toBe(JSON.stringify({ SweepstakesToken }).length);
	});
});

describe('One call at a time', () => {
	it('for all accounts: other calls get a 503 in the envelope, and neither cost nor change anything', async () => {
		const bench = await openBench();
		await occupy(bench);
		for (const token of [undefined, 'nobody']) {
			const { status, body } = await bench.call('/sweepstakes/create', sweepstakesBody(), { token });
			expect([status, body]).toEqual([503, { Response: false, Code: 503, Message: expect.any(String) }]);
		}
		expect(bench.sandbox.accounts()[0]).toMatchObject({ APICalls: 0, sweepstakes: 0 });
	});

	it('also without latency; one after another on any connection', async () => {
		const bench = await openBench();
		const statuses: number[] = [];
		for (let round = 0; round < 20 && !statuses.includes(503); round++)
			statuses.push(
				...(await Promise.all(Array.from({ length: 10 }, async () => await bench.status(HEALTH)))),
			);
		expect(statuses).toContain(503);
		for (let call = 0; call < 5; call++) {
			const dispatcher = new Agent();
			const headers = { authorization: `Bearer ${bench.sandbox.token}` };
			const reply = await request(bench.sandbox.url(HEALTH), { method: 'POST', dispatcher, headers });
			await reply.body.dump();
			expect(reply.statusCode).toBe(200);
			await dispatcher.close();
		}
	});
});

describe('Stored texts', () => {
	const TITLE = ' <b>Tom</b> &  Cafe\u0301 ';

	it.each([
		['trimmed', '<b>Tom</b> &  Cafe\u0301'],
		['collapsed', ' <b>Tom</b> & Cafe\u0301 '],
		['withoutTags', ' Tom &  Cafe\u0301 '],
		['escaped', ' <b>Tom</b> &amp;  Cafe\u0301 '],
		['NFC', ' <b>Tom</b> &  Caf\u00e9 '],
		['NFD', TITLE],
	] as const)('is %s in titles, at any depth and nowhere else', (form, kept) => {
		const sent = (Title: string) => ({ Title, Note: TITLE, Quantity: 1, Items: [{ Title, Value: null }] });
		expect(withKeptTexts(sent(TITLE), [form])).toEqual(sent(kept));
		expect(withKeptTexts({ Title: TITLE })).toEqual({ Title: TITLE });
	});

	it.each([
		['+1 (202) 555-0123', '2025550123'],
		['1 202 555 0111', '2025550111'],
		['202-555-0111', '2025550111'],
		['+44 20 7946 0123', '+442079460123'],
		['call me', 'call me'],
	])('of the phone number %s is %s', (phone, kept) => {
		expect(tenDigits(phone)).toBe(kept);
	});
});
