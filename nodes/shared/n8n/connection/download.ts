import type { IExecuteFunctions } from 'n8n-workflow';

import { delay, timeoutOr, untilCancelled } from '../../client/cancellation';
import { ServiceError } from '../../client/failures';
import { ATTEMPT_TIMEOUT_MS } from '../../client/transport';
import { readCredential } from './credential';
import {
	downloadProblem,
	IN_PRIVATE_NETWORK,
	isPrivate,
	PrivateAddress,
	toPublicAddress,
} from './download-address';

const TRIES = 3;
const WAIT_MS = 2_000;

const MOST_REDIRECTS = 5;

/** Several times the largest file that the service stores. */
const MOST_MB = 50;

/**
 * Downloads a file from a temporary address (reference, POST /files/getFileUrl). The address is on another
 * host, so the API token is not sent and the call does not count. Errors hide the server's answer, because it
 * would reveal which addresses of a network respond.
 *
 * @throws {ServiceError} if the address must not be used, or the download fails.
 * @throws {Cancelled} once the execution was cancelled.
 */
export async function download(context: IExecuteFunctions, url: string): Promise<Buffer> {
	const { baseUrl } = readCredential(await context.getCredentials('sweepstakesApi'));
	const mayBePrivate = await isPrivate(context.helpers, baseUrl);
	const problem = downloadProblem(url, baseUrl, mayBePrivate);
	if (problem) throw new ServiceError({ code: 'notDownloaded', reason: problem });
	const signal = context.getExecutionCancelSignal();
	for (let tries = 1; ; tries++) {
		const outcome = await untilCancelled(attempt(context, url, mayBePrivate, signal), signal);
		if (outcome instanceof Uint8Array) return outcome;
		const { isFinal, reason } = outcome;
		if (isFinal || tries === TRIES) throw new ServiceError({ code: 'notDownloaded', reason });
		await delay(WAIT_MS, signal);
	}
}

interface Unsuccessful {
	isFinal: boolean;
	reason?: string;
}

async function attempt(
	context: IExecuteFunctions,
	url: string,
	mayBePrivate: boolean,
	cancelled: AbortSignal | undefined,
	redirects = 0,
): Promise<Buffer | Unsuccessful> {
	const signal = timeoutOr(cancelled, ATTEMPT_TIMEOUT_MS);
	try {
		const address = mayBePrivate ? { url } : await toPublicAddress(context.helpers, url);
		const { statusCode, headers, body } = (await context.helpers.httpRequest({
			...address,
			// n8n passes no size limit on, so it would read a body of any length.
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: ATTEMPT_TIMEOUT_MS,
		})) as Answer;
		if (statusCode !== 200) {
			body.destroy();
			const next = redirects < MOST_REDIRECTS ? redirectOnSameOrigin(url, headers.location) : undefined;
			if (statusCode >= 300 && statusCode < 400 && next)
				return await attempt(context, next, mayBePrivate, cancelled, redirects + 1);
			return { isFinal: statusCode < 500 };
		}
		// `timeout` measures silence: a server that sends one byte a second would hold the item forever.
		signal.addEventListener('abort', () => body.destroy(new Error()));
		const chunks: Uint8Array[] = [];
		let bytes = 0;
		for await (const chunk of body) {
			bytes += chunk.length;
			if (bytes > MOST_MB * 1_000_000) return { isFinal: true, reason: `it is larger than ${MOST_MB} MB` };
			chunks.push(chunk);
		}
		return Buffer.concat(chunks);
	} catch (error) {
		if (error instanceof PrivateAddress) return { isFinal: true, reason: IN_PRIVATE_NETWORK };
		return { isFinal: false };
	}
}

interface Answer {
	statusCode: number;
	headers: { location?: string };
	body: AsyncIterable<Uint8Array> & { destroy(error?: Error): void };
}

/** @returns undefined for a redirect to another origin, which was not checked. */
function redirectOnSameOrigin(url: string, location: string | undefined): string | undefined {
	if (location === undefined || !URL.canParse(location, url)) return undefined;
	const target = new URL(location, url);
	return target.origin === new URL(url).origin ? target.href : undefined;
}
