import { NodeHelpers, Workflow, type IHttpRequestOptions, type INode, type INodeTypes } from 'n8n-workflow';

import { SweepstakesApi } from '../../credentials/SweepstakesApi.credentials';
import { findBaseUrlProblem } from '../../nodes/shared/n8n/connection/base-url';
import type { OwnRequest } from '../../nodes/shared/n8n/connection/n8n-transport';
import { rejection } from '../support/client';

const { authenticate, properties } = new SweepstakesApi();
const request = { url: 'https://api.example.com/v3/account/plan', headers: { Accept: 'application/json' } };

const CREDENTIAL = { baseUrl: 'https://api.example.com/v3', apiToken: 'secret-token', callsPerMinute: 150 };
const AUTHORIZED = { headers: { Authorization: 'Bearer secret-token' } };

const send = async (credential: object = {}, options: object = request) =>
	await authenticate({ ...CREDENTIAL, ...credential }, options as IHttpRequestOptions);

/** Returns why a request is refused. The reason never contains the token. */
async function refusal(credential: object, options?: object): Promise<string> {
	const { message } = (await rejection(send(credential, options))) as Error;
	expect(message).not.toContain('secret');
	return message;
}

describe('the credential', () => {
	test('adds the token to a request, forbids redirects, and changes nothing else', async () => {
		const { signal: ownSignal } = new AbortController();
		const own: OwnRequest = { ...request, method: 'POST', ownSignal };
		expect(await send({}, own)).toEqual({
			url: request.url,
			method: 'POST',
			abortSignal: ownSignal,
			disableFollowRedirect: true,
			maxRedirects: 0,
			headers: { Accept: 'application/json', ...AUTHORIZED.headers },
		});
	});

	test.each([
		'secret-token\n',
		' secret-token',
		'secret-token\u200b',
		'\ufeffsecret-token\r\n',
		'Bearer secret-token',
		'bearer  secret-token ',
		'"secret-token"',
		' “secret-token”\n',
		"'Bearer secret-token'",
		'Bearer "secret-token"',
	])('removes characters that were pasted with the token: %j', async (apiToken) =>
		expect(await send({ apiToken })).toMatchObject(AUTHORIZED),
	);

	test.each(['"secret"token', 'secret"token"', 'secret-bearer', '"'])(
		'does not change a token that itself contains quotes or “bearer”: %j',
		async (apiToken) => {
			expect(await send({ apiToken })).toMatchObject({ headers: { Authorization: `Bearer ${apiToken}` } });
		},
	);

	test.each([
		'',
		' \n',
		'Bearer',
		'Bearer two words',
		'sec\nret',
		'sec\u200bret',
		'sécret',
		'secret…',
		'secret\r\nX-Evil: 1',
	])('refuses text that cannot be a token: %j', async (apiToken) => {
		expect(await refusal({ apiToken })).toMatch(/^“API Token” (is empty|must have no spaces)/);
	});

	// The test of the credential would otherwise accept a value with which every node then fails.
	test.each<[object, string]>([
		[{ callsPerMinute: -5 }, '“Calls per Minute” must be a whole number, such as 150, or 0 for no limit'],
		[{ callsPerMinute: '' }, '“Calls per Minute” must be a whole number, such as 150, or 0 for no limit'],
		[{ rehearse: 'yes' }, '“Rehearse” must be true or false'],
		[{ restrictAgents: 1 }, '“Restrict Agents” must be true or false'],
	])('refuses settings that no node can use: %j', async (setting, sentence) => {
		expect(await refusal(setting)).toBe(sentence);
	});

	test('accepts an unencrypted address on another machine if “Allow HTTP” is on', async () => {
		const baseUrl = 'http://api.example.com';
		const toHttp = { ...request, url: 'http://api.example.com/account/plan' };
		expect(await send({ baseUrl, allowInsecure: true }, toHttp)).toMatchObject(AUTHORIZED);
		expect(await refusal({ baseUrl, allowInsecure: 'false' })).toMatch(/^“Base URL” must begin/);
		expect(await refusal({ baseUrl, allowInsecure: 'no' })).toBe('“Allow HTTP” must be true or false');
	});
});

describe('if a node sends a request with the credential, the token', () => {
	test.each<[string, object]>([
		['another host', { url: 'https://evil.example.com/v3/account/plan' }],
		['a host with the same beginning', { url: 'https://api.example.com.evil.com/v3/x' }],
		['a host with a trailing dot', { url: 'https://api.example.com./v3/x' }],
		['another scheme', { url: 'http://api.example.com/v3/x' }],
		['another port', { url: 'https://api.example.com:8443/v3/x' }],
		['another path', { url: 'https://api.example.com/v2/x' }],
		['a path with the same beginning', { url: 'https://api.example.com/v30/x' }],
		['a path in upper case', { url: 'https://api.example.com/V3/x' }],
		['the host without the path', { url: 'https://api.example.com' }],
		['a path with dots that leave the Base URL’s path', { url: 'https://api.example.com/v3/../x' }],
		[
			'a path with encoded dots that leave the Base URL’s path',
			{ url: 'https://api.example.com/v3/%2e%2E/x' },
		],
		['a path with dots after an encoded slash', { url: 'https://api.example.com/v3/x%2f..%2f..%2fy' }],
		['a path with dots after an encoded backslash', { url: 'https://api.example.com/v3/%5C..%5c../y' }],
		['a path with dots encoded twice', { url: 'https://api.example.com/v3/%252e%252e/x' }],
		[
			'a path with dots encoded twice, the second time character by character',
			{ url: 'https://api.example.com/v3/%25%32%65%25%32%65/x' },
		],
		['a path with dots encoded ten times', { url: `https://api.example.com/v3/%${'25'.repeat(9)}2e/x` }],
		['a path with dots and a parameter', { url: 'https://api.example.com/v3/..;a=b/x' }],
		['an address with backslashes', { url: 'https:\\\\evil.com\\v3\\x' }],
		['a path with a backslash that leads upward', { url: 'https://api.example.com/v3\\..\\x' }],
		[
			'an address with a user name that looks like the host',
			{ url: 'https://api.example.com@evil.com/v3/x' },
		],
		['an address with a user name', { url: 'https://user:pass@api.example.com/v3/x' }],
		['a path with a tab and a new line', { url: 'https://api.example.com/v3/.\t./\nx' }],
		['an address without a scheme', { url: '//evil.com/v3/x' }],
		['an address without a scheme, with a base', { url: '//evil.com/v3/x', baseURL: CREDENTIAL.baseUrl }],
		['an address without slashes', { url: 'https:evil.com/v3/x' }],
		[
			'a full address on another host, with a base',
			{ url: 'https://evil.com/v3/x', baseURL: CREDENTIAL.baseUrl },
		],
		['another base', { url: '/v3/x', baseURL: 'https://evil.com' }],
		['a relative path with dots that leave the base', { url: '/../x', baseURL: CREDENTIAL.baseUrl }],
		['another host that begins with the base', { url: '.evil.com/v3/x', baseURL: 'https://api.example.com' }],
		['another host in the key of the HTTP Request node’s older format', { uri: 'https://evil.com/v3/x' }],
		['two addresses', { url: 'https://evil.com/v3/x', uri: request.url }],
		['text that is not an address', { url: 'x' }],
		['a missing address', {}],
	])('is not sent to %s', async (_, options) => {
		expect(((await rejection(send({}, options))) as Error).message).toBe(
			'The API token was not sent, because the address is not under the credential’s “Base URL”. Use an address that begins with https://api.example.com/v3/, or another credential.',
		);
	});

	const UNCHECKED = /does not check the certificate.*“Ignore SSL Issues”/;

	test.each<[string, object, RegExp]>([
		['its own proxy', { proxy: 'http://evil.com' }, /has its own proxy\. Remove the option “Proxy”/],
		['no check of the certificate', { skipSslCertificateValidation: true }, UNCHECKED],
		[
			'no check of the certificate, in the HTTP Request node’s notation',
			{ rejectUnauthorized: false },
			UNCHECKED,
		],
		['its own Host header', { headers: { ' hOST': 'evil.com' } }, /sets the header “Host”/],
	])('is not sent in a request with %s', async (_, options, message) => {
		expect(await refusal({}, { ...request, ...options })).toMatch(message);
	});

	test.each<[string, object, string]>([
		['the Base URL itself', { url: 'https://api.example.com/v3' }, 'https://api.example.com/v3'],
		['a query', { url: 'https://api.example.com/v3/x?at=../%2e%2e/#y' }, '/x?at=../%2e%2e/#y'],
		['the default port', { url: 'https://api.example.com:443/v3/x' }, '/x'],
		['capitals in the host', { url: 'HTTPS://API.Example.COM/v3/x' }, '/x'],
		['dots that stay inside the path', { url: 'https://api.example.com/v3/a/../x' }, '/x'],
		['encoded characters', { url: 'https://api.example.com/v3/a%20b%2Fc%25..d' }, '/a%20b%2Fc%25..d'],
		['a base alone', { baseURL: CREDENTIAL.baseUrl }, '/'],
		['a base and a path', { url: '/account/plan', baseURL: CREDENTIAL.baseUrl }, '/account/plan'],
		['a base and a path with two slashes', { url: 'a//b', baseURL: CREDENTIAL.baseUrl }, '/a//b'],
		['a base with a slash', { url: 'account/plan', baseURL: `${CREDENTIAL.baseUrl}/` }, '/account/plan'],
		[
			'a path that looks like an address',
			{ url: 'https:evil.com', baseURL: CREDENTIAL.baseUrl },
			'/https:evil.com',
		],
	])(
		'is sent to an address under the Base URL, in the form that was checked: %s',
		async (_, options, address) => {
			const { url, baseURL } = await send({}, options);
			expect(url).toBe(address.startsWith('https:') ? address : `https://api.example.com/v3${address}`);
			expect(baseURL).toBeUndefined();
		},
	);

	test('is sent to the checked address, without redirects, even if the request has the HTTP Request node’s older format', async () => {
		const options = { uri: 'https://API.example.com/v3/./x', followRedirect: true, maxRedirects: 21 };
		expect(await send({}, options)).toMatchObject({
			uri: 'https://api.example.com/v3/x',
			url: 'https://api.example.com/v3/x',
			maxRedirects: 0,
		});
	});

	test('is also sent if the Base URL has no path, a slash at its end, or spaces or invisible characters around it', async () => {
		for (const baseUrl of [
			'https://api.example.com',
			'https://api.example.com/',
			' https://api.example.com/v3 ',
			'\u200bhttps://api.example.com/v3/\u200b\u200e',
			'\ufeffhttps://api.example.com/v3\u2060 ',
		])
			expect(await send({ baseUrl })).toMatchObject({ url: request.url });
	});
});

test('n8n tests the credential at the address that the nodes use', () => {
	const start: INode = { id: '1', name: 'A', type: 'a', typeVersion: 1, position: [0, 0], parameters: {} };
	const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
	const { expression } = new Workflow({ nodes: [start], connections: {}, active: false, nodeTypes });
	const { baseURL } = new SweepstakesApi().test.request;
	for (const baseUrl of ['https://a.example.com/v3', '\u200b\ufeff https://a.example.com/v3//\u200b\u200e\n'])
		expect(expression.getSimpleParameterValue(start, baseURL, 'manual', { $credentials: { baseUrl } })).toBe(
			'https://a.example.com/v3',
		);
});

test.each([
	[[301, 302, 303, 307, 308], /redirects/],
	[[400, 404, 405], /is not the Sweepstakes API/],
	[[401], /does not accept this API token/],
	[[403], /No account has this API token/],
	[[429], /no calls left this minute/],
	[[500, 502, 503, 504], /The service has a problem/],
])(
	'when n8n tests the credential, each of the statuses %j has a message that matches %p',
	(statuses, message) => {
		const { rules = [] } = new SweepstakesApi().test;
		const messages = statuses.map(
			(status) =>
				rules.find(({ type, properties: { value } }) => type === 'responseCode' && value === status)
					?.properties.message,
		);
		expect(messages).toEqual(statuses.map(() => expect.stringMatching(message)));
	},
);

test('the credential asks n8n to let only the nodes of this package use it', () => {
	expect(new SweepstakesApi().restrictToSupportedNodes).toBe(true);
});

test('the Base URL can have 2,000 characters, but no more', () => {
	const problemAt = (length: number) =>
		findBaseUrlProblem({ baseUrl: CREDENTIAL.baseUrl.padEnd(length, 'x') });
	expect(problemAt(2_000)).toBeUndefined();
	expect(problemAt(2_001)).toBe('“Base URL” must have at most 2000 characters');
});

describe('the form of the credential', () => {
	const shownFor = (baseUrl: string) =>
		properties
			.filter((property) => NodeHelpers.displayParameter({ baseUrl }, property, null, null))
			.map(({ displayName }) => displayName);

	test.each([
		['https://api.example.com/v3', false],
		['', false],
		['http://', true],
		['http://localhost:4010/v3', false],
		['http://127.0.0.1', false],
		['http://[::1]/v3', false],
		['http://localhost.example.com', true],
		['http://api.example.com', true],
		[' HTTP://api.example.com', true],
		['={{ $vars.address }}', true],
	])('whether “Allow HTTP” is shown with the Base URL %j: %p', (baseUrl, isShown) => {
		expect(shownFor(baseUrl).includes('Allow HTTP')).toBe(isShown);
	});
});
