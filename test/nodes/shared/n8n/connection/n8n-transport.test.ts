import {
	MAX_REPLY_KEYS,
	MAX_REPLY_LEVELS,
	MAX_REPLY_MB,
	MAX_REPLY_VALUES,
	REPLY_TOO_LONG,
} from '../../../../../nodes/shared/client/transport';
import {
	createN8nTransport,
	type RequestContext,
} from '../../../../../nodes/shared/n8n/connection/n8n-transport';

const failure = (message: string, more: object) => Object.assign(new Error(message), more);
const system = (code: string, syscall: string) => failure(`${syscall} ${code}`, { code, syscall });

/** Returns the outcome of a request for which n8n's helper behaves like this function. */
async function getOutcome(httpRequestWithAuthentication: () => Promise<object>) {
	const helpers = { httpRequestWithAuthentication };
	const send = createN8nTransport({ helpers } as unknown as RequestContext, {});
	return await send({ method: 'POST', url: 'http://127.0.0.1/' });
}

test('the request has the token of the credential of this package', async () => {
	const send = jest.fn(async () => ({ statusCode: 200, headers: {}, body: Buffer.from('{}') }));
	await getOutcome(send);
	expect(send.mock.calls).toMatchObject([['sweepstakesApi', { url: 'http://127.0.0.1/' }, {}]]);
});

test.each([
	['thrown by the system while connecting', system('EHOSTUNREACH', 'connect'), true],
	['thrown by the system while reading', system('EHOSTUNREACH', 'read'), false],
	[
		'wrapped by axios and n8n',
		failure('n8n', {
			cause: failure('axios', { code: 'EHOSTUNREACH', cause: system('EHOSTUNREACH', 'connect') }),
		}),
		true,
	],
	[
		'wrapped by fetch with a code of its own',
		failure('fetch failed', { code: 'fetchFailed', cause: system('EHOSTUNREACH', 'connect') }),
		true,
	],
	[
		'about several addresses',
		failure('n8n', {
			cause: Object.assign(new AggregateError([system('EHOSTUNREACH', 'connect')]), { code: 'EHOSTUNREACH' }),
		}),
		true,
	],
	['that is not given as a cause, as in n8n 1,', failure('n8n', { httpCode: 'EHOSTUNREACH' }), false],
])(
	'the fault for an error %s has the system’s code, and tells whether connecting failed',
	async (_what, error, whileConnecting) => {
		expect(await getOutcome(async () => await Promise.reject(error))).toMatchObject({
			fault: { code: 'EHOSTUNREACH', whileConnecting },
		});
	},
);

const MAX_BYTES = MAX_REPLY_MB * 1_000_000;

test.each<[string, number, (size: number) => Uint8Array[]]>([
	['bytes', MAX_BYTES, (size) => [Buffer.alloc(size, ' ')]],
	['chunks', 100_000, (size) => new Array<Uint8Array>(size).fill(Buffer.from(' '))],
	...[',', '[]', '{}'].map((mark): [string, number, (size: number) => Uint8Array[]] => [
		`“${mark}”`,
		MAX_REPLY_VALUES,
		(size) => [Buffer.from(mark.repeat(size)), Buffer.from('   ')],
	]),
	[
		'keys',
		MAX_REPLY_KEYS,
		(size) => [Buffer.from(`[{"a":[{}${',1'.repeat(size)}]${',"a":1'.repeat(size - 1)}}]`)],
	],
	...['[', '{"[\\"{": '].map((start): [string, number, (size: number) => Uint8Array[]] => [
		`levels with “${start}”`,
		MAX_REPLY_LEVELS,
		(size) => [Buffer.from(start.repeat(size))],
	]),
])('a reply may have as many %s as the limit allows, but not one more', async (_what, limit, toBody) => {
	const outcome = async (size: number) =>
		await getOutcome(async () => await Promise.resolve({ statusCode: 200, headers: {}, body: toBody(size) }));
	expect(await outcome(limit)).toHaveProperty('reply');
	expect(await outcome(limit + 1)).toMatchObject({ fault: { code: REPLY_TOO_LONG } });
});
