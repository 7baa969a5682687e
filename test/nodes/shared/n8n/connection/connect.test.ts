import type { IExecuteFunctions } from 'n8n-workflow';

import { Client } from '../../../../../nodes/shared/client/client';
import { connect, connectRun } from '../../../../../nodes/shared/n8n/connection/connect';
import type { SweepstakesCredential } from '../../../../../nodes/shared/n8n/connection/credential';
import type { RequestContext } from '../../../../../nodes/shared/n8n/connection/n8n-transport';
import { rejection } from '../../../../support/client';

const USUAL = { baseUrl: 'https://api.example.com', apiToken: 'secret', callsPerMinute: 150 };

const connectWith = async (credential: Partial<SweepstakesCredential>) => {
	const context = { getCredentials: async () => ({ ...USUAL, ...credential }) } as unknown as RequestContext;
	return await connect(context);
};
const refusal = async (credential: Partial<SweepstakesCredential>) =>
	((await rejection(connectWith(credential))) as Error | undefined)?.message;

const IN_THE_OPEN = /“Base URL” must begin with https:\/\//;
const NO_ADDRESS = /“Base URL” (is empty|must be an address)/;
const MORE_THAN_THE_ADDRESS =
	'The credential cannot be used: “Base URL” must be only the address, without “?”, “#”, user name or password';

describe('the Base URL of a credential', () => {
	test.each([
		'https://api.example.com',
		'https://api.example.com/v3/',
		'https://api.example.com/sweepstakes/api',
		'https://api.example.com/fetch',
		'  https://api.example.com  ',
		'http://localhost:4010',
		'http://127.0.0.1:4010',
		'http://127.1.2.3',
		'http://[::1]:4010',
	])('may be “%s”', async (baseUrl) => {
		expect(await refusal({ baseUrl })).toBeUndefined();
	});

	test.each<[why: string, refused: RegExp | string, baseUrls: string[], allowInsecure: boolean]>([
		[
			'would send the token unencrypted',
			IN_THE_OPEN,
			[
				'http://api.example.com',
				'http://localhost.example.com',
				'http://127.0.0.1.example.com',
				'http://192.168.1.10',
				'http://[::2]',
				'ftp://127.0.0.1',
				'file:///etc/hosts',
				'HTTP://EXAMPLE.COM',
			],
			false,
		],
		['is neither http nor https, even if HTTP is allowed', IN_THE_OPEN, ['ftp://api.example.com'], true],
		['is not an address', NO_ADDRESS, ['', '   ', 'api.example.com', '//api.example.com'], true],
		[
			'contains more than the address',
			MORE_THAN_THE_ADDRESS,
			[
				'https://api.example.com/v3?a=1',
				'https://api.example.com/v3#x',
				'https://api.example.com?',
				'https://jane@api.example.com',
				'https://jane:secret@api.example.com/v3',
				'http://user@127.0.0.1@example.com',
			],
			false,
		],
		[
			'ends with the path of an operation',
			'The credential cannot be used: “Base URL” must not end with the path of an operation, such as /winners/draw',
			['https://api.example.com/v3/winners/draw', 'https://api.example.com/ACCOUNT/health-check/'],
			false,
		],
	])('is refused if it %s', async (_why, refused, baseUrls, allowInsecure) => {
		for (const baseUrl of baseUrls) expect(await refusal({ baseUrl, allowInsecure })).toMatch(refused);
	});
});

const NOTHING = ['', ' ', null, undefined];

test.each([-1, 1.5, Number.NaN, 'many', true, [], ...NOTHING])(
	'“Calls per Minute” in the credential must be a whole number, not %p',
	async (callsPerMinute) => {
		expect(await refusal({ callsPerMinute })).toMatch(/“Calls per Minute” must be a whole number/);
	},
);

test.each([0, '0', 150, ' 150 '])(
	'“Calls per Minute” in the credential may be %p',
	async (callsPerMinute) => {
		expect(await refusal({ callsPerMinute })).toBeUndefined();
	},
);

describe('switches in the credential', () => {
	const baseUrl = 'http://api.example.com';

	test.each([true, 'true'])('a switch with the value %p is on', async (on) => {
		expect(await connectWith({ restrictAgents: on })).toMatchObject({ restrictsAgents: true });
		expect(await refusal({ baseUrl, allowInsecure: on })).toBeUndefined();
	});

	test.each([false, 'false'])('a switch with the value %p is off', async (off) => {
		expect(await connectWith({ restrictAgents: off })).toMatchObject({ restrictsAgents: false });
		expect(await refusal({ baseUrl, allowInsecure: off })).toMatch(IN_THE_OPEN);
	});

	test.each(['yes', 'on', 'TRUE', 1, 0, {}, ...NOTHING])(
		'a switch with the value %p is refused',
		async (odd) => {
			expect(await refusal({ restrictAgents: odd })).toMatch(/“Restrict Agents” must be true or false$/);
			expect(await refusal({ baseUrl, allowInsecure: odd })).toMatch(/“Allow HTTP” must be true or false$/);
		},
	);

	test('a switch without a value in the credential is off', async () => {
		expect(await connectWith({})).toMatchObject({ restrictsAgents: false });
		expect(await refusal({ baseUrl })).toMatch(IN_THE_OPEN);
	});
});

test.each([...NOTHING, 7])(
	'an expression in the credential is refused if it gives %p as the Base URL or the token',
	async (value) => {
		expect(await refusal({ baseUrl: value })).toMatch(/“Base URL” is empty/);
		expect(await refusal({ apiToken: value })).toMatch(/“API Token” is empty/);
	},
);

test('credentials with the same Base URL but different tokens belong to different accounts', async () => {
	const [one, other] = await Promise.all([connectWith({}), connectWith({ apiToken: 'other' })]);
	expect(one.client.account).not.toBe(other.client.account);
});

describe('the account of a credential', () => {
	const accountAt = async (baseUrl: string) => (await connectWith({ baseUrl })).client.account;

	test.each([
		'https://api.example.com/v3/',
		'https://API.Example.com/v3',
		'HTTPS://api.example.com/v3',
		'https://api.example.com:443/v3//',
		' https://api.example.com/v3 ',
	])('is the same if the Base URL is written as %p', async (baseUrl) => {
		const [one, other] = [await accountAt('https://api.example.com/v3'), await accountAt(baseUrl)];
		expect(other).toBe(one);
	});

	test.each(['https://api.example.com/V3', 'https://api.example.com:8443/v3', 'https://api.example.com'])(
		'is a different one if the Base URL is %p',
		async (baseUrl) => {
			const [one, other] = [await accountAt('https://api.example.com/v3'), await accountAt(baseUrl)];
			expect(other).not.toBe(one);
		},
	);
});

test('a line break pasted with the API token does not make another account', async () => {
	const [pasted, typed] = [await connectWith({ apiToken: 'secret\n' }), await connectWith({})];
	expect(pasted.client.account).toBe(typed.client.account);
	expect(pasted.redact('It was secret')).toBe('It was ***');
});

test('a run reads the credential only once, not for each item', async () => {
	const getCredentials = jest.fn(async () => USUAL);
	const context = {
		getCredentials,
		getInputData: () => [{}, {}, {}],
		getExecutionCancelSignal: () => undefined,
	} as unknown as IExecuteFunctions;
	expect((await connectRun(context, {})).client).toBeInstanceOf(Client);
	expect(getCredentials).toHaveBeenCalledTimes(1);
});
