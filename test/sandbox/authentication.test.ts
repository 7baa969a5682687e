import { endpointsIn } from '../../sandbox/endpoints';
import { openBench, sweepstakesBody, UNHURRIED, type Bench } from './harness';

const operations = [...endpointsIn('contract').values()].map(({ method, path }) => ({ method, path }));

describe('Authentication', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await openBench({
			accounts: [
				{ ...UNHURRIED, token: 'my-token' },
				{ token: 'disabled', status: 'disabled' },
				{ token: 'hibernating', status: 'hibernating' },
				{ token: 'narrow', apiDomains: ['shop.example.com'] },
				{ token: 'neighbour' },
			],
		});
	});

	it('covers the 29 operations of the contract and 85 that only the reference describes', () => {
		expect(operations).toHaveLength(29 + 85);
	});

	describe.each(operations)('$method $path', ({ method, path }) => {
		it.each([
			['401', 'without an Authorization header', ''],
			['403', 'to a token that matches no account', 'Bearer nobody'],
			['403', 'to a disabled account', 'Bearer disabled'],
			['403', 'to a hibernating account', 'Bearer hibernating'],
		])('answers %s %s', async (status, _when, authorization) => {
			expect(await bench.call(path, undefined, { method, headers: { authorization } })).toMatchObject({
				status: Number(status),
				body: { Response: false, Code: Number(status), Message: expect.any(String) },
			});
		});
	});

	it.each([
		['another scheme', 'Basic c2FuZGJveDp0b2tlbg=='],
		['the token without its scheme', 'my-token'],
		['the scheme without a token', 'Bearer'],
		['two tokens', 'Bearer one two'],
		['the scheme run into the token', 'Bearermy-token'],
	])('answers 401 to %s and explains where the token belongs', async (_what, authorization) => {
		const { status, body } = await bench.call('/account/health-check', undefined, {
			headers: { authorization },
		});
		expect(status).toBe(401);
		expect(body.Message).toContain('Authorization header');
	});

	it('accepts the scheme in any case', async () => {
		const headers = { authorization: `bearer ${bench.sandbox.token}` };
		expect((await bench.call('/account/health-check', undefined, { headers })).status).toBe(200);
	});

	it('checks the token before the body', async () => {
		const sending = { raw: '{', headers: { authorization: '' } };
		expect((await bench.call('/sweepstakes/create', undefined, sending)).status).toBe(401);
	});

	it('names the state of the account', async () => {
		const { body } = await bench.call('/account/profile', undefined, { token: 'hibernating' });
		expect(body.Message).toContain('hibernating');
	});

	describe('domain restriction', () => {
		const from = (origin: string, token = 'narrow') =>
			bench.call('/account/health-check', undefined, { token, headers: { origin } });

		it('answers 403 to a page of a domain that the account does not list', async () => {
			expect((await from('https://elsewhere.example.com')).status).toBe(403);
			expect((await from('not a url')).status).toBe(403);
		});

		it('answers pages of a listed domain, and calls without an Origin', async () => {
			expect((await from('https://shop.example.com')).status).toBe(200);
			expect((await bench.call('/account/health-check', undefined, { token: 'narrow' })).status).toBe(200);
		});

		it('answers pages of this machine when the account lists the wildcard', async () => {
			expect((await from('http://localhost:5678', bench.sandbox.token)).status).toBe(200);
		});
	});

	it('lists the sweepstakes of the account alone', async () => {
		await bench.ok('/sweepstakes/create', sweepstakesBody());
		expect(await bench.ok('/sweepstakes/fetch', undefined, { token: 'neighbour' })).toMatchObject({
			Count: 0,
		});
	});
});
