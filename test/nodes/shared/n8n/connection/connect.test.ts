import { connect, type SweepstakesCredential } from '../../../../../nodes/shared/n8n/connection/connect';
import type { RequestContext } from '../../../../../nodes/shared/n8n/connection/transports';
import { rejection } from '../../client/support';

const connectWith = async (credential: Partial<SweepstakesCredential>) => {
	const whole = {
		baseUrl: 'https://api.example.com',
		apiToken: 'secret',
		callsPerMinute: 150,
		...credential,
	};
	const context = { getCredentials: async () => whole } as unknown as RequestContext;
	return await connect(context);
};
const refusal = async (credential: Partial<SweepstakesCredential>) =>
	((await rejection(connectWith(credential))) as Error | undefined)?.message;

describe('the Base URL', () => {
	test.each([
		'https://api.example.com',
		'https://api.example.com/v3/',
		'  https://api.example.com  ',
		'http://localhost:4010',
		'http://127.0.0.1:4010',
		'http://127.1.2.3',
		'http://[::1]:4010',
	])('may be %s', async (baseUrl) => {
		expect(await refusal({ baseUrl })).toBeUndefined();
	});

	test.each([
		'http://api.example.com',
		'http://localhost.example.com',
		'http://127.0.0.1.example.com',
		'http://192.168.1.10',
		'http://[::2]',
		'ftp://127.0.0.1',
		'file:///etc/hosts',
		'HTTP://EXAMPLE.COM',
	])('may not be %s: the token would travel in the open', async (baseUrl) => {
		expect(await refusal({ baseUrl })).toMatch(/“Base URL” must begin with https:\/\//);
	});

	test.each([
		'https://api.example.com/v3?a=1',
		'https://api.example.com/v3#x',
		'https://api.example.com?',
		'https://jane@api.example.com',
		'http://user@127.0.0.1@example.com',
		'https://jane:secret@api.example.com/v3',
	])('may hold nothing but the address: not %s', async (baseUrl) => {
		expect(await refusal({ baseUrl })).toBe(
			'The credential cannot be used: “Base URL” must be only the address, without “?”, “#”, user name or password',
		);
	});

	test('may be http elsewhere only if that is switched on, and nothing but http', async () => {
		expect(await refusal({ baseUrl: 'http://api.example.com', allowInsecure: true })).toBeUndefined();
		expect(await refusal({ baseUrl: 'ftp://api.example.com', allowInsecure: true })).toMatch(
			/must begin with/,
		);
	});

	test.each(['', '   ', 'api.example.com', '//api.example.com'])(
		'must be an address, not “%s”',
		async (baseUrl) => {
			expect(await refusal({ baseUrl, allowInsecure: true })).toMatch(
				/“Base URL” (is empty|must be an address)/,
			);
		},
	);
});

test.each([-1, 1.5, Number.NaN, 'many'])(
	'the calls per minute must be a whole number, not %p',
	async (calls) => {
		expect(await refusal({ callsPerMinute: calls as number })).toMatch(
			/“Calls per Minute” must be a whole number/,
		);
	},
);

test('another token at the same address is another account with its own gate', async () => {
	const [one, same, other] = await Promise.all([
		connectWith({}),
		connectWith({ baseUrl: 'https://api.example.com/' }),
		connectWith({ apiToken: 'other' }),
	]);
	expect(one.account).toBe(same.account);
	expect(one.account).not.toBe(other.account);
	expect(one.account).not.toContain('secret');
});

describe('the API token', () => {
	test('is the same account with and without a pasted line break', async () => {
		const [pasted, typed] = [await connectWith({ apiToken: 'secret\n' }), await connectWith({})];
		expect(pasted.account).toBe(typed.account);
		expect(pasted.secret).toBe('secret');
	});

	test.each(['', 'two words', 'Bearer secret', 'sécret'])('cannot be “%s”', async (apiToken) => {
		expect(await refusal({ apiToken })).toMatch(/^The credential cannot be used: “API Token” /);
	});
});
