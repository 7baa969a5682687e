import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { download } from '../../../../../nodes/shared/n8n/connection/download';
import type { ServiceError } from '../../../../../nodes/shared/client/failures';
import { shortenWaits } from '../../../../support/waits';

beforeAll(shortenWaits);

const OUTSIDE = 'https://api.example.com/v3';

/**
 * Downloads a file.
 *
 * @returns the requests, and the reason if there is no file
 */
async function tryDownload(url: string, baseUrl = OUTSIDE, error?: Error) {
	const sent: IHttpRequestOptions[] = [];
	const httpRequest = async (options: IHttpRequestOptions) => {
		sent.push(options);
		if (error) throw error;
		const body = { async *[Symbol.asyncIterator]() {}, destroy() {} };
		return await Promise.resolve({ statusCode: 200, headers: {}, body });
	};
	const context = {
		getCredentials: async () => await Promise.resolve({ baseUrl }),
		getExecutionCancelSignal: () => undefined,
		helpers: { httpRequest },
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
	['https://files.internal/a.pdf', OUTSIDE],
	['https://172.32.0.1/a.pdf', OUTSIDE],
	['http://127.0.0.1:81/a.pdf', 'http://127.0.0.1:80'],
	['https://192.168.1.2/a.pdf', 'https://10.0.0.1/v3'],
])('a file at %s is requested if the service is at %s', async (url, baseUrl) => {
	expect(await problem(url, baseUrl)).toBeUndefined();
});

test.each([
	['http://files.example.com/a.pdf', 'its link does not begin with https://'],
	['file:///etc/passwd', 'its link does not begin with https://'],
	['data:text/plain,a', 'its link does not begin with https://'],
	['/a.pdf', 'the service returned no link to it'],
	...[
		'localhost',
		'localhost.',
		'app.localhost',
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
		'[::1]',
		'[::ffff:127.0.0.1]',
		'[fe80::1]',
		'[fd00::1]',
	].map((host) => [`https://${host}/a.pdf`, 'its link leads to a private network']),
])('a file at %s is not requested, because %s', async (url, sentence) => {
	expect(await problem(url!)).toBe(sentence);
});

test('a file whose address n8n blocks is requested only once', async () => {
	class SsrfBlockedIpError extends Error {}
	const { sent, reason } = await tryDownload(
		'https://files.example.com/a.pdf',
		OUTSIDE,
		new SsrfBlockedIpError(),
	);
	expect(sent).toHaveLength(1);
	expect(reason).toBe('this n8n instance blocks its link');
});
