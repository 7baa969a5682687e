import type { IExecuteFunctions } from 'n8n-workflow';

import { delay, workWithin } from '../../client/cancellation';
import { ServiceError } from '../../client/failures';
import { ATTEMPT_TIMEOUT_MS, EGRESS_BLOCKED } from '../../client/transport';
import { readCredential } from './credential';
import { readBytes, toFault, TooLongError } from './n8n-transport';

const TRIES = 3;
const WAIT_MS = 2_000;

/** The maximum size of a file to download, in MB. The largest file that the service stores is several times smaller. */
const MAX_MB = 50;

/**
 * Downloads a file from a temporary address (reference, POST /files/getFileUrl). The address is on another host, so the
 * API token is not sent, and the request does not count toward the rate limit. Errors do not contain the server's
 * reply, because it could reveal which addresses in a private network respond.
 *
 * @throws {ServiceError} if the address must not be used, or if the download fails
 * @throws {CancelledError} if the execution was canceled
 */
export async function download(context: IExecuteFunctions, url: string): Promise<Buffer> {
	const { baseUrl } = readCredential(await context.getCredentials('sweepstakesApi'));
	const problem = findDownloadProblem(url, new URL(baseUrl));
	if (problem) throw new ServiceError({ code: 'notDownloaded', reason: problem });
	const signal = context.getExecutionCancelSignal();
	for (let tries = 1; ; tries++) {
		const outcome = await workWithin(
			ATTEMPT_TIMEOUT_MS,
			signal,
			async (own) => await downloadOnce(context, url, own),
		);
		if (outcome instanceof Uint8Array) return outcome;
		if (outcome?.isPermanent || tries === TRIES)
			throw new ServiceError({ code: 'notDownloaded', reason: outcome?.reason });
		await delay(WAIT_MS, signal);
	}
}

interface DownloadFailure {
	isPermanent: boolean;
	reason?: string;
}

async function downloadOnce(
	context: IExecuteFunctions,
	url: string,
	signal: AbortSignal,
): Promise<Buffer | DownloadFailure> {
	try {
		const { statusCode, body } = (await context.helpers.httpRequest({
			url,
			// n8n does not pass on a size limit, so it would read a body of any length.
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: ATTEMPT_TIMEOUT_MS,
		})) as DownloadReply;
		if (statusCode !== 200) {
			body.destroy();
			return { isPermanent: statusCode < 500 };
		}
		// The signal is needed because the option `timeout` starts again with each byte, so a server that sends one byte
		// per second could delay the item forever.
		const stop = () => body.destroy(new Error());
		signal.addEventListener('abort', stop);
		// The deadline may have passed before the headers were complete.
		if (signal.aborted) stop();
		return await readBytes(body, MAX_MB);
	} catch (error) {
		if (error instanceof TooLongError) return { isPermanent: true, reason: `it is larger than ${MAX_MB} MB` };
		if (toFault(error).code === EGRESS_BLOCKED)
			return { isPermanent: true, reason: 'this n8n instance blocks its link' };
		return { isPermanent: false };
	}
}

interface DownloadReply {
	statusCode: number;
	body: AsyncIterable<Uint8Array> & { destroy(error?: Error): void };
}

/**
 * Returns why a file must not be downloaded from this address, or undefined if it may be. A hostname is left to n8n,
 * which may reach it through a proxy, and has its own protection against names that lead to a private network.
 *
 * @returns a clause that completes "The file could not be downloaded, because …"
 */
function findDownloadProblem(url: string, base: URL): string | undefined {
	if (!URL.canParse(url)) return 'the service returned no link to it';
	const { protocol, hostname } = new URL(url);
	if (protocol !== 'https:' && !(protocol === 'http:' && base.protocol === 'http:'))
		return 'its link does not begin with https://';
	const isPrivate = PRIVATE_HOST.test(hostname) && !PRIVATE_HOST.test(base.hostname);
	return isPrivate ? 'its link leads to a private network' : undefined;
}

/**
 * Matches localhost and the IP addresses that are private or local. It also matches every IPv6 address, because no
 * storage service uses one.
 */
const PRIVATE_HOST =
	/^((.*\.)?localhost\.?|\[.*|(0|10|127)(\.\d+){3}|169\.254(\.\d+){2}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2})$/;
