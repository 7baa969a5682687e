import type { IExecuteFunctions } from 'n8n-workflow';

import { delay, timeoutOr, untilCancelled } from '../../client/cancellation';
import { ServiceError } from '../../client/failures';
import { ATTEMPT_TIMEOUT_MS, MAX_REPLY_MB } from '../../client/transport';
import { seconds } from '../errors/failureTexts';

/** How often an address is asked, and how long is waited in between, in ms. */
const TRIES = 3;
const WAIT_MS = 2_000;

/**
 * Downloads a file from a temporary address of the service (reference, POST /files/getFileUrl). It is on another host, so the
 * API token is not sent, and the call does not count.
 *
 * @throws {ServiceError} if it cannot be downloaded.
 * @throws {Cancelled} once the execution was cancelled.
 */
export async function download(context: IExecuteFunctions, url: string): Promise<Buffer> {
	const signal = context.getExecutionCancelSignal();
	for (let tries = 1; ; tries++) {
		const outcome = await untilCancelled(attempt(context, url, signal), signal);
		if (outcome instanceof Uint8Array) return outcome;
		const isFinal = outcome.status !== undefined && outcome.status < 500;
		if (isFinal || tries === TRIES) throw new ServiceError({ code: 'notDownloaded', ...outcome });
		await delay(WAIT_MS, signal);
	}
}

/** What went wrong, for the error. */
interface Unsuccessful {
	status?: number;
	reason?: string;
}

async function attempt(
	{ helpers }: IExecuteFunctions,
	url: string,
	cancelled: AbortSignal | undefined,
): Promise<Buffer | Unsuccessful> {
	const signal = timeoutOr(cancelled, ATTEMPT_TIMEOUT_MS);
	try {
		const { statusCode: status, body } = (await helpers.httpRequest({
			url,
			// A body of any length would be read to its end: n8n passes no limit on.
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			timeout: ATTEMPT_TIMEOUT_MS,
		})) as { statusCode: number; body: AsyncIterable<Uint8Array> & { destroy(error?: Error): void } };
		if (status !== 200) {
			body.destroy();
			return { status };
		}
		// `timeout` measures silence: a server that sends a byte a second would hold the item forever.
		signal.addEventListener('abort', () =>
			body.destroy(new Error(`it did not arrive in ${seconds(ATTEMPT_TIMEOUT_MS)}`)),
		);
		const chunks: Uint8Array[] = [];
		let bytes = 0;
		for await (const chunk of body) {
			bytes += chunk.length;
			if (bytes > MAX_REPLY_MB * 1_000_000) return { status, reason: `it has more than ${MAX_REPLY_MB} MB` };
			chunks.push(chunk);
		}
		return Buffer.concat(chunks);
	} catch (error) {
		return { reason: (error as Error).message };
	}
}
