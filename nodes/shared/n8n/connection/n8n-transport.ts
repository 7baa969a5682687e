import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import {
	EGRESS_BLOCKED,
	MAX_REPLY_KEYS,
	MAX_REPLY_LEVELS,
	MAX_REPLY_MB,
	MAX_REPLY_VALUES,
	REPLY_TOO_LONG,
	type Fault,
	type Transport,
} from '../../client/transport';
import { isObject, findJsonExcess, toText } from '../../json';

export type RequestContext = IAllExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** A request of this package's nodes, as the credential's `authenticate` receives it. */
export interface OwnRequest extends IHttpRequestOptions {
	ownSignal?: AbortSignal;
}

interface N8nResponse {
	statusCode: number;
	headers: Record<string, string>;
	body: Bytes;
}

/**
 * Sends requests through n8n's own helper, which applies the instance's proxy, TLS settings, egress rules and
 * cancellation. Redirects are not followed, so the token never reaches another address.
 *
 * n8n replaces the `abortSignal` of a request with the execution's signal. So the request carries its own signal as
 * `ownSignal`, and the credential's `authenticate` puts it into `abortSignal`.
 *
 * @param data the decrypted credential. It saves n8n from reading and decrypting the credential before every call.
 */
export function createN8nTransport(context: RequestContext, data: ICredentialDataDecryptedObject): Transport {
	const credentialsDecrypted = { id: '', name: '', type: 'sweepstakesApi', data };
	return async ({ method, url, body, signal }) => {
		try {
			const options: OwnRequest = {
				method,
				url,
				...(body !== undefined && { body, headers: { 'Content-Type': 'application/json' } }),
				// n8n does not pass on a size limit, so it would read a body of any length.
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				ownSignal: signal,
			};
			const { httpRequestWithAuthentication: send } = context.helpers;
			const response: unknown = await send.call(context, 'sweepstakesApi', options, { credentialsDecrypted });
			const { statusCode: status, headers, body: bytes } = response as N8nResponse;
			return { reply: { status, headers, text: await readBody(bytes) } };
		} catch (error) {
			return { fault: toFault(error) };
		}
	};
}

type Bytes = AsyncIterable<Uint8Array>;

/**
 * Reads the body of a reply.
 *
 * @throws {TooLongError} if the body is too long. The connection is closed then.
 */
export async function readBytes(body: Bytes, megabytes: number): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.length;
		chunks.push(chunk);
		if (chunks.length > MAX_CHUNKS || bytes > megabytes * 1_000_000) throw new TooLongError();
	}
	return Buffer.concat(chunks);
}

export class TooLongError extends Error {
	readonly code = REPLY_TOO_LONG;
}

/**
 * Reads the body of a reply as text.
 *
 * @throws {TooLongError} if the text is too long, or has too many values, keys or levels
 */
export async function readBody(body: Bytes): Promise<string> {
	const json = await readBytes(body, MAX_REPLY_MB);
	if (findJsonExcess(json, MAX_REPLY)) throw new TooLongError();
	return decoder.decode(json);
}

/** The maximum number of chunks in a reply. Even a chunk of a single byte takes more than a hundred bytes of memory. */
const MAX_CHUNKS = 100_000;

const MAX_REPLY = { values: MAX_REPLY_VALUES, keys: MAX_REPLY_KEYS, levels: MAX_REPLY_LEVELS };

const decoder = new TextDecoder();

const isSystemCode = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]/.test(value);

/**
 * Converts an error of n8n, axios or fetch to a fault. The causes of the error show the system's error code, and
 * whether no connection could be made.
 */
export function toFault(error: unknown): Fault {
	let message = '';
	let code: string | undefined;
	let whileConnecting = false;
	for (let at = error, depth = 0; isObject(at) && depth < 5; depth++) {
		message ||= toText(at.message);
		if (/Ssrf/.test(at.constructor.name)) return { code: EGRESS_BLOCKED, message };
		// An error of n8n 1 has the code of its cause, but not the cause itself.
		code ??= [at.code, at.httpCode].find(isSystemCode);
		// An error that contains several errors means that connecting to several addresses failed.
		whileConnecting ||= at.syscall === 'connect' || Array.isArray(at.errors);
		at = at.cause;
	}
	return { code, message, whileConnecting };
}
