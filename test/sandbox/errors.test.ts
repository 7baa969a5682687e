import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { endpointsIn } from '../../sandbox/endpoints';
import { openBench, sweepstakesBody, type Bench } from './harness';

const OVERSIZED = JSON.stringify({ SweepstakesName: 'x'.repeat(1024 * 1024) });

describe('Errors: the envelope', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await openBench();
	});

	const create = (raw: string | Buffer, headers: Record<string, string> = {}) =>
		bench.call('/sweepstakes/create', undefined, { raw, headers });
	const envelope = (status: number) => ({
		status,
		body: { Response: false, Message: expect.any(String), Code: status },
	});

	it.each<[string, string | Buffer]>([
		['text', 'hello'],
		['an object cut short', '{"SweepstakesName": "Win'],
		['two objects', '{}{}'],
		['single quotes', "{'a': 1}"],
		['NaN', '{"SweepstakesType": NaN}'],
		['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
		['100 levels', '['.repeat(100) + ']'.repeat(100)],
		['200,000 levels', '['.repeat(200_000)],
	])('answers 400 to a body that is not JSON: %s', async (_what, raw) => {
		expect(await create(raw)).toMatchObject(envelope(400));
	});

	it.each([
		['a list', '[]'],
		['a text', '"a"'],
		['a number', '1'],
		['null', 'null'],
		['true', 'true'],
	])('answers 400 with Help.ExpectedBody to a body that is %s', async (_what, raw) => {
		const answer = await create(raw);
		expect(answer).toMatchObject(envelope(400));
		expect(answer.body.Help.ExpectedBody).toHaveProperty('Handler');
	});

	it('treats a missing body as an empty one', async () => {
		const answer = await bench.call('/sweepstakes/create');
		expect(answer).toMatchObject(envelope(400));
		expect(answer.body.Help.ExpectedBody).toHaveProperty('Handler');
	});

	it('treats an empty JSON body as none', async () => {
		const headers = { 'content-type': 'application/json' };
		expect((await bench.call('/account/health-check', undefined, { headers })).status).toBe(200);
	});

	it.each([
		['no content type', ''],
		['a form', 'application/x-www-form-urlencoded'],
		['plain text', 'text/plain'],
		['something like JSON', 'application/jsonp'],
		['nonsense', 'nonsense'],
	])('answers 415 to a body sent as %s', async (_what, type) => {
		expect(await create('{}', { 'content-type': type })).toMatchObject(envelope(415));
	});

	it('accepts JSON with a charset', async () => {
		const headers = { 'content-type': 'application/json; charset=utf-8' };
		expect((await create(JSON.stringify(sweepstakesBody()), headers)).status).toBe(200);
	});

	it('answers 413 to a body above 1 MB', async () => {
		expect(await create(OVERSIZED)).toMatchObject(envelope(413));
	});

	it('answers 413 to a chunked body above 1 MB', async () => {
		const { statusCode, body } = await request(bench.sandbox.url('/sweepstakes/create'), {
			method: 'POST',
			headers: { authorization: `Bearer ${bench.sandbox.token}`, 'content-type': 'application/json' },
			body: Readable.from([OVERSIZED.slice(0, 900_000), OVERSIZED.slice(900_000)]),
		});
		expect({ status: statusCode, body: await body.json() }).toMatchObject(envelope(413));
	});

	it('accepts a body of just under 1 MB', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const rules = { SweepstakesToken, Title: 'Rules', DocumentContent: 'x'.repeat(1_000_000) };
		expect((await bench.call('/rules/create', rules)).status).toBe(200);
	});

	it.each(['/', '/account', '/account/', '/account/health-check/', '/v3/account/plan', '/todo/fetch'])(
		'answers 404 to the unknown path %s',
		async (path) => {
			expect(await bench.call(path)).toMatchObject(envelope(404));
		},
	);

	it.each(['/%', '/%E0%A4%A'])('answers 400 to the path %s, which cannot be decoded', async (path) => {
		expect(await bench.call(path)).toMatchObject(envelope(400));
	});

	it.each([...endpointsIn('contract').values()].map(({ method, path }) => [path, method]))(
		'answers 405 to another method on %s, and names %s',
		async (path, method) => {
			const other = method === 'POST' ? 'GET' : 'POST';
			const answer = await bench.call(path, undefined, { method: other });
			expect(answer).toMatchObject(envelope(405));
			expect(answer.headers.allow).toBe(method);
		},
	);

	it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
		'ignores the key %s',
		async (key) => {
			const raw = JSON.stringify(sweepstakesBody()).replace('{', `{"${key}":{"polluted":true},`);
			expect((await create(raw)).status).toBe(200);
			expect(({} as Record<string, unknown>).polluted).toBeUndefined();
		},
	);

	it.each(['__proto__', 'constructor', 'prototype'])('stores a custom field named %s safely', async (key) => {
		const sweepstakesToken = await bench.sweepstakes();
		const raw = `{"lang":"en","source":"web","sweepstakesToken":"${sweepstakesToken}","entryPageFields":{"Fields":{"${key}":"x","First_Name":"Ada"}}}`;
		expect((await bench.call('/participants/add', undefined, { raw })).status).toBe(200);
		const { Participants } = await bench.ok('/participants/fetch', { sweepstakesToken });
		expect(Participants[0].FirstName).toBe('Ada');
	});

	it('answers 400 in the envelope to a request that is not HTTP, and closes the connection', async () => {
		const port = Number(new URL(bench.sandbox.baseUrl).port);
		const socket = connect(port, '127.0.0.1');
		socket.end('NOT HTTP AT ALL\r\n\r\n');
		const chunks: Buffer[] = [];
		for await (const chunk of socket) chunks.push(chunk as Buffer);
		const [head, body] = Buffer.concat(chunks).toString().split('\r\n\r\n') as [string, string];
		expect(head).toMatch(/^HTTP\/1\.1 400 /);
		expect(JSON.parse(body)).toEqual(envelope(400).body);
	});

	it('sends Help with 400 only', async () => {
		expect((await bench.call('/nowhere')).body.Help).toBeUndefined();
		expect((await bench.call('/account/plan', undefined, { token: 'nobody' })).body.Help).toBeUndefined();
	});

	it('answers JSON in UTF-8', async () => {
		const { headers } = await bench.call('/account/health-check');
		expect(headers['content-type']).toBe('application/json; charset=utf-8');
	});
});
