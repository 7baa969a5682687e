import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { download } from '../../../../../nodes/shared/n8n/connection/download';
import type { ServiceError } from '../../../../../nodes/shared/client/failures';
import { shortenWaits } from '../../../../support/waits';

beforeAll(shortenWaits);

const OUTSIDE = 'https://api.example.com/v3';

type Helpers = Partial<IExecuteFunctions['helpers']>;

/**
 * Downloads a file.
 *
 * @returns the requests, and the reason if there is no file
 */
async function tryDownload(url: string, baseUrl = OUTSIDE, helpers: Helpers = {}) {
	const sent: IHttpRequestOptions[] = [];
	const httpRequest = async (options: IHttpRequestOptions) => {
		sent.push(options);
		const body = { async *[Symbol.asyncIterator]() {}, destroy() {} };
		return await Promise.resolve({ statusCode: 200, headers: {}, body });
	};
	const context = {
		getCredentials: async () => await Promise.resolve({ baseUrl }),
		getExecutionCancelSignal: () => undefined,
		helpers: { ...helpers, httpRequest },
	} as unknown as IExecuteFunctions;
	const reason = await download(context, url).then(
		() => undefined,
		(error: ServiceError) => (error.failure as { reason?: string }).reason ?? 'not downloaded',
	);
	return { sent, reason };
}

/** Returns why a download fails. A download that fails must not send a request. */
async function problem(...asked: Parameters<typeof tryDownload>): Promise<string | undefined> {
	const { sent, reason } = await tryDownload(...asked);
	expect(sent.length > 0).toBe(reason === undefined);
	return reason;
}

test.each([
	['https://files.example.com/a.pdf', OUTSIDE],
	['https://8.8.8.8/a.pdf', OUTSIDE],
	['https://10.example.com/a.pdf', OUTSIDE],
	['https://172.32.0.1/a.pdf', OUTSIDE],
	['http://127.0.0.1:81/a.pdf', 'http://127.0.0.1:80'],
	['https://192.168.1.2/a.pdf', 'https://10.0.0.1/v3'],
])('a file at %s is requested if the service is at %s', async (url, baseUrl) => {
	expect(await problem(url, baseUrl)).toBeUndefined();
});

test.each([
	['http://files.example.com/a.pdf', 'its address does not begin with https://'],
	['file:///etc/passwd', 'its address does not begin with https://'],
	['data:text/plain,a', 'its address does not begin with https://'],
	['https://user:word@files.example.com/a.pdf', 'its address has a user name or a password'],
	['/a.pdf', 'the service gave no address'],
	...[
		'localhost',
		'localhost.',
		'app.localhost',
		'n8n',
		'db.internal',
		'n8n.default.svc',
		'n8n.default.svc.cluster.local',
		'db.localdomain',
		'nas.home.arpa',
		'db.service.consul',
		'DB.Service.CONSUL.',
		'127.0.0.1',
		'127.1',
		'2130706433',
		'0x7f.0.0.1',
		'017700000001',
		'0.0.0.0',
		'10.1.2.3',
		'172.16.0.1',
		'172.31.255.255',
		'192.168.0.1',
		'169.254.169.254',
		'100.64.0.1',
		'224.0.0.1',
		'255.255.255.255',
		'[::1]',
		'[::ffff:127.0.0.1]',
		'[fe80::1]',
		'[fd00::1]',
	].map((host) => [`https://${host}/a.pdf`, 'its address is in a private network']),
])('a file at %s is not requested, because %s', async (url, sentence) => {
	expect(await problem(url!)).toBe(sentence);
});

/** Imitates n8n's address filter, with names whose addresses can change at each lookup. */
function helpersFor(names: Record<string, string[][]>): Helpers & { lookups: string[] } {
	const lookups: string[] = [];
	class SsrfBlockedIpError extends Error {}
	const find = (name: string) => {
		lookups.push(name);
		const found = names[name]?.length === 1 ? names[name][0] : names[name]?.shift();
		if (!found || found.length === 0) throw new Error('ENOTFOUND');
		if (found.some((one) => one.startsWith('10.'))) throw new SsrfBlockedIpError('blocked');
		return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
	};
	const filter = {
		async validateUrl({ hostname }: URL) {
			try {
				find(hostname);
				return await Promise.resolve({ ok: true });
			} catch (error) {
				if (error instanceof SsrfBlockedIpError) return { ok: false, error };
				throw error;
			}
		},
		createSecureLookup:
			() => (name: string, _options: object, done: (error: Error | null, found?: object[]) => void) => {
				try {
					done(null, find(name));
				} catch (error) {
					done(error as Error);
				}
			},
	};
	return { lookups, getSecureEgressFilter: (() => filter) as never };
}

describe('if n8n looks up the IP addresses of hostnames', () => {
	const IN_PRIVATE = 'its address is in a private network';
	const names = () => ({
		'api.example.com': [['192.0.2.1']],
		'files.example.com': [['2001:db8::1', '198.51.100.7']],
		'six.example.com': [['2001:db8::1']],
		'inside.example.com': [['10.0.0.1']],
		'half.example.com': [['198.51.100.7', '10.0.0.1']],
		'later.example.com': [[], ['10.0.0.1']],
		'late.example.com': [[], ['198.51.100.7']],
		'rebound.example.com': [['198.51.100.7'], ['10.0.0.1']],
	});

	test.each([
		['https://inside.example.com/a.pdf', OUTSIDE, IN_PRIVATE],
		['https://half.example.com/a.pdf', OUTSIDE, IN_PRIVATE],
		['https://later.example.com/a.pdf', OUTSIDE, IN_PRIVATE],
		['https://unknown.example.com/a.pdf', OUTSIDE, 'not downloaded'],
		['https://inside.example.com/a.pdf', 'https://unknown.example.com/v3', IN_PRIVATE],
	])('a file at %s is not requested if the service is at %s (reason: %s)', async (url, baseUrl, sentence) => {
		expect(await problem(url, baseUrl, helpersFor(names()))).toBe(sentence);
	});

	test.each([
		['https://inside.example.com/a.pdf', 'https://inside.example.com/v3'],
		['https://late.example.com/a.pdf', OUTSIDE],
	])('a file at %s is requested if the service is at %s', async (url, baseUrl) => {
		expect(await problem(url, baseUrl, helpersFor(names()))).toBeUndefined();
	});

	test.each([
		['files.example.com', '198.51.100.7'],
		['rebound.example.com', '198.51.100.7'],
		['six.example.com', '[2001:db8::1]'],
	])(
		'the request for %s goes to the IP address that was checked, and uses the hostname for Host and TLS',
		async (name, address) => {
			const helpers = helpersFor(names());
			const { sent } = await tryDownload(`https://${name}:8443/a.pdf?sign=1`, OUTSIDE, helpers);
			expect(sent).toEqual([
				expect.objectContaining({
					url: `https://${address}:8443/a.pdf?sign=1`,
					headers: { Host: `${name}:8443` },
					agentOptions: { servername: name },
				}),
			]);
			expect(helpers.lookups).toEqual(['api.example.com', name]);
		},
	);

	test('a file at an IP address instead of a hostname is requested at its unchanged address', async () => {
		const helpers = helpersFor({ ...names(), '8.8.8.8': [['8.8.8.8']] });
		const { sent } = await tryDownload('https://8.8.8.8/a.pdf', OUTSIDE, helpers);
		expect(sent).toEqual([expect.objectContaining({ url: 'https://8.8.8.8/a.pdf' })]);
		expect(sent[0]).not.toHaveProperty('agentOptions');
	});
});
