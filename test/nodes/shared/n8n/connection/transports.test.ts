import { getEventListeners, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
	keepAlive,
	createFetchTransport,
	createN8nTransport,
	type RequestContext,
} from '../../../../../nodes/shared/n8n/connection/transports';

const failure = (message: string, more: object) => Object.assign(new Error(message), more);
const system = (code: string, syscall: string) => failure(`${syscall} ${code}`, { code, syscall });

/** Returns the fault that the transport reports for an error of n8n's helper. */
async function faultOf(error: Error) {
	const helpers = { httpRequestWithAuthentication: async () => Promise.reject(error) };
	const send = createN8nTransport({ helpers } as unknown as RequestContext, {});
	const request = { method: 'POST', url: 'http://127.0.0.1/', safeToRetry: true } as const;
	return await send(request);
}

test.each([
	['from the system while connecting', system('EHOSTUNREACH', 'connect'), true],
	['from the system while reading', system('EHOSTUNREACH', 'read'), false],
	[
		'in the wrappers of axios and n8n',
		failure('n8n', {
			cause: failure('axios', { code: 'EHOSTUNREACH', cause: system('EHOSTUNREACH', 'connect') }),
		}),
		true,
	],
	['in the wrapper of fetch', failure('fetch failed', { cause: system('EHOSTUNREACH', 'connect') }), true],
	[
		'with several addresses',
		failure('n8n', {
			cause: Object.assign(new AggregateError([system('EHOSTUNREACH', 'connect')]), { code: 'EHOSTUNREACH' }),
		}),
		true,
	],
	['without a cause, as in n8n 1', failure('n8n', { httpCode: 'EHOSTUNREACH' }), false],
])(
	'an error %s leads to a fault with its code, which shows whether it happened while connecting',
	async (_what, error, whileConnecting) => {
		expect(await faultOf(error)).toMatchObject({ fault: { code: 'EHOSTUNREACH', whileConnecting } });
	},
);

describe('fetch with a signal that many calls share', () => {
	/** The server answers /now at once, and never answers any other path. */
	const server = createServer(({ url }, response) => {
		if (url === '/now') response.end('{}');
	});
	beforeAll(async () => await once(server.listen(0, '127.0.0.1'), 'listening'));
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});

	const sharing = new AbortController();
	const send = async (path: string) =>
		await createFetchTransport('token')({
			method: 'POST',
			url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
			safeToRetry: true,
			signal: sharing.signal,
		});

	test('leaves no listener on the signal', async () => {
		for (let calls = 0; calls < 20; calls++) expect(await send('/now')).toHaveProperty('reply');
		expect(getEventListeners(sharing.signal, 'abort')).toEqual([]);
	});

	test('ends when the signal aborts', async () => {
		const waiting = send('/never');
		await once(server, 'request');
		sharing.abort();
		expect(await waiting).toHaveProperty('fault');
		expect(getEventListeners(sharing.signal, 'abort')).toEqual([]);
	});
});

const [safe, unsafe] = [{}, {}];

test.each<[string, ((policy: string) => object) | undefined, boolean]>([
	['has no address filter', undefined, true],
	['has no rules', (policy) => (policy === 'enforced' ? unsafe : safe), true],
	['has rules', (policy) => (policy === 'unsafe' ? unsafe : safe), false],
	['returns the same filter for every policy', () => safe, false],
])('whether a connection is kept alive if n8n %s', (_what, getSecureEgressFilter, isKept) => {
	const fresh = async () => ({ fault: { message: 'not called' } });
	const context = { helpers: { getSecureEgressFilter } } as unknown as RequestContext;
	expect(keepAlive(context, 'token', fresh) !== fresh).toBe(isKept);
});
