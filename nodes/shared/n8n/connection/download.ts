import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { delay, workWithin } from '../../client/cancellation';
import { ServiceError } from '../../client/failures';
import { ATTEMPT_TIMEOUT_MS } from '../../client/transport';
import { readCredential } from './credential';
import { getEgressFilter, readBytes, TooLongError } from './n8n-transport';

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
	const mayBePrivate = await isPrivate(context.helpers, baseUrl);
	const problem = findDownloadProblem(url, baseUrl, mayBePrivate);
	if (problem) throw new ServiceError({ code: 'notDownloaded', reason: problem });
	const signal = context.getExecutionCancelSignal();
	for (let tries = 1; ; tries++) {
		const outcome = await workWithin(
			ATTEMPT_TIMEOUT_MS,
			signal,
			async (own) => await downloadOnce(context, url, mayBePrivate, own),
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
	mayBePrivate: boolean,
	signal: AbortSignal,
): Promise<Buffer | DownloadFailure> {
	try {
		const address = mayBePrivate ? { url } : await toPublicAddress(context.helpers, url);
		const { statusCode, body } = (await context.helpers.httpRequest({
			...address,
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
		if (error instanceof TooLongError)
			return { isPermanent: true, reason: `the file is larger than ${MAX_MB} MB` };
		if (error instanceof PrivateAddressError) return { isPermanent: true, reason: IN_PRIVATE_NETWORK };
		return { isPermanent: false };
	}
}

interface DownloadReply {
	statusCode: number;
	body: AsyncIterable<Uint8Array> & { destroy(error?: Error): void };
}

type Helpers = IExecuteFunctions['helpers'];

/** A reason to put in parentheses after "The file could not be downloaded …". */
const IN_PRIVATE_NETWORK = 'its address is in a private network';

/**
 * Returns why an address must not be used for a download, or undefined if it may be used. Without this check, somebody
 * who controls the account or the service could make n8n read from addresses that only this machine can reach.
 *
 * @param mayBePrivate whether the service itself is in a private network
 * @returns a phrase to be put in parentheses after "The file could not be downloaded …"
 */
function findDownloadProblem(url: string, baseUrl: string, mayBePrivate: boolean): string | undefined {
	if (!URL.canParse(url)) return 'the service gave no address';
	const address = new URL(url);
	const isSecure = address.protocol === 'https:';
	if (!isSecure && !(address.protocol === 'http:' && new URL(baseUrl.trim()).protocol === 'http:'))
		return 'its address does not begin with https://';
	if (address.username || address.password) return 'its address has a user name or a password';
	return !mayBePrivate && PRIVATE_HOST.test(address.hostname) ? IN_PRIVATE_NETWORK : undefined;
}

/**
 * Matches the host of a private or local address, and a name without a public suffix. It also matches every IPv6
 * address, because no storage service uses one.
 */
const PRIVATE_HOST =
	/^(\[.*|[^.]*\.?|.*\.(arpa|consul|corp|docker|domain|home|internal|intra|intranet|invalid|lan|local|localdomain|localhost|private|svc|test)\.?|(0|10|127)(\.\d+){3}|169\.254(\.\d+){2}|192\.168(\.\d+){2}|192\.0\.[02]\.\d+|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}|198\.1[89](\.\d+){2}|(22[4-9]|2[3-5]\d)(\.\d+){3})$/;

/** Whether an address is certainly in a private network. If the host name cannot be looked up, it is not certain. */
async function isPrivate(helpers: Helpers, url: string): Promise<boolean> {
	const address = new URL(url.trim());
	if (PRIVATE_HOST.test(address.hostname)) return true;
	const checked = await getEgressFilter(helpers, 'enforced')
		?.validateUrl(address)
		.catch(() => undefined);
	return checked?.ok === false;
}

/**
 * Returns request options for a URL whose host has been looked up and is public. The options contain the IP address,
 * because a second lookup could give another address (DNS rebinding). n8n before 2.31 offers no lookup, so there, the
 * URL is returned unchanged.
 *
 * @throws {PrivateAddressError} if any address of the host is private
 * @throws Error if the lookup fails
 */
async function toPublicAddress(helpers: Helpers, url: string): Promise<IHttpRequestOptions> {
	const lookup = getEgressFilter(helpers, 'enforced')?.createSecureLookup();
	if (!lookup) return { url };
	const { host, hostname } = new URL(url);
	const found = await new Promise<ResolvedAddress[]>((resolve, reject) => {
		lookup(hostname, { all: true }, (error, addresses) => {
			if (error) reject(/Ssrf/.test(error.constructor.name) ? new PrivateAddressError() : error);
			else resolve(addresses as ResolvedAddress[]);
		});
	});
	// IPv4 is preferred, because some machines have no IPv6.
	const { address, family } = found.find((one) => one.family === 4) ?? found[0]!;
	if (address === hostname) return { url };
	const pinned = new URL(url);
	pinned.hostname = family === 6 ? `[${address}]` : address;
	return { url: pinned.href, headers: { Host: host }, agentOptions: { servername: hostname } };
}

interface ResolvedAddress {
	address: string;
	family: number;
}

class PrivateAddressError extends Error {}
