import type {
	IAllExecuteFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { timeoutOr } from './delay';
import { isObject } from './json';

/** What n8n hands to a node that makes requests: an execution, a picker of the editor, or a poll. */
export type RequestContext = IAllExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** One HTTP request, without its authentication: the transport adds the Bearer token (specification, Authentication). */
export interface HttpRequest {
	method: IHttpRequestMethods;
	url: string;
	/** JSON text; absent where the operation has no body. */
	body?: string;
	/** Whether a second processing would do no harm. */
	repeatable: boolean;
}

/** An answer of any status, its body as text and its header names in lower case. */
export interface HttpReply {
	status: number;
	headers: Record<string, string>;
	text: string;
}

/** No answer: the code of the network fault (ECONNREFUSED, …) where there is one. */
export interface Fault {
	code?: string;
	message: string;
}

export type Outcome = { reply: HttpReply } | { fault: Fault };

/** Sends one request once. Never throws: a status is a reply, everything else a fault. */
export type Transport = (request: HttpRequest) => Promise<Outcome>;

/**
 * From the start of the request to the last byte of the answer. Longer than any documented operation should take; a call
 * that has not answered by then may have been processed.
 */
export const ATTEMPT_TIMEOUT_MS = 60_000;

/**
 * Through n8n's own request helper: it carries the instance's proxy, TLS, egress policy and cancellation.
 * Redirects are not followed, so that the token never leaves for another address.
 *
 * n8n puts the execution's signal in place of one that a node passes, so `timeout` stands for the deadline:
 * `authenticate` of the credential makes it one.
 */
export function throughN8n(context: RequestContext): Transport {
	return async ({ method, url, body }) => {
		try {
			const response = (await context.helpers.httpRequestWithAuthentication.call(context, 'sweepstakesApi', {
				method,
				url,
				...(body !== undefined && { body, headers: { 'Content-Type': 'application/json' } }),
				// A whole text would be read to its end, however long it is: n8n passes no limit on.
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: ATTEMPT_TIMEOUT_MS,
			})) as { statusCode: number; headers: Record<string, string>; body: Bytes };
			const text = await textOf(response.body);
			return { reply: { status: response.statusCode, headers: response.headers, text } };
		} catch (error) {
			return { fault: faultOf(error) };
		}
	};
}

/**
 * A server may close a connection that idles this long, in ms, in the very moment we use it again: the call then fails
 * without anybody knowing whether it was processed.
 */
const SAFE_IDLE_MS = 2_000;

/** The runtime's fetch drops an idle connection itself after 4 s, and looks once a second: then the next is fresh. */
const DROPPED_BY_US_MS = 6_000;

/** When the connection to an origin was last used, in ms of the monotonic clock: fetch shares it over all executions. */
const lastUsed = new Map<string, number>();

/**
 * Over a connection that is kept alive, with the runtime's own fetch: about three times as fast for single calls, but
 * not through the instance's proxy, for which fetch knows nothing. A call that must not be repeated goes through n8n, on a
 * connection of its own, while the kept one has idled too long to be trusted. Where the instance has rules about addresses,
 * all calls go through n8n.
 */
export function keptAlive(context: RequestContext, token: string, signal?: AbortSignal): Transport {
	const onFreshConnection = throughN8n(context);
	if (hasEgressRules(context)) return onFreshConnection;
	return async (request) => {
		const { origin } = new URL(request.url);
		if (!request.repeatable && mayBreak(origin)) return await onFreshConnection(request);
		try {
			return { reply: await fetchOnce(request, token, signal) };
		} catch (error) {
			return { fault: faultOf(error) };
		} finally {
			lastUsed.set(origin, performance.now());
		}
	};
}

function mayBreak(origin: string): boolean {
	const idle = performance.now() - (lastUsed.get(origin) ?? -Infinity);
	return idle > SAFE_IDLE_MS && idle < DROPPED_BY_US_MS;
}

/**
 * Whether this n8n has rules about addresses. fetch resolves a name again after any check of it, maybe to another address
 * (DNS rebinding); n8n's own requests are checked when they connect.
 */
function hasEgressRules({ helpers }: RequestContext): boolean {
	// n8n before 2.31 has no such filter, whatever the types say.
	const filterOf = helpers.getSecureEgressFilter as typeof helpers.getSecureEgressFilter | undefined;
	const [own, off, on] = (['safe', 'unsafe', 'enforced'] as const).map((policy) => filterOf?.(policy));
	// Each policy has one object. Where it has not, nothing is known of this n8n, and it may have rules.
	return own !== off || (own !== undefined && own === on);
}

async function fetchOnce(
	{ method, url, body }: HttpRequest,
	token: string,
	signal: AbortSignal | undefined,
): Promise<HttpReply> {
	const response = await fetch(url, {
		method,
		body,
		headers: {
			Authorization: `Bearer ${token}`,
			Accept: 'application/json',
			...(body !== undefined && { 'Content-Type': 'application/json' }),
		},
		redirect: 'manual',
		signal: timeoutOr(signal, ATTEMPT_TIMEOUT_MS),
	});
	const text = response.body ? await textOf(response.body) : '';
	return { status: response.status, headers: Object.fromEntries(response.headers), text };
}

type Bytes = AsyncIterable<Uint8Array>;

/** The most of an answer that is read, in MB: many times what the longest documented one has. */
export const LONGEST_ANSWER_MB = 50;

/** @throws Error with the code `TOO_LONG`; the connection is closed then. */
async function textOf(body: Bytes): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.length;
		if (bytes > LONGEST_ANSWER_MB * 1_000_000) throw Object.assign(new Error(TOO_LONG), { code: TOO_LONG });
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

/** The code of a fault when there was more than is read of an answer. */
export const TOO_LONG = 'TOO_LONG';

/** The code of a fault when the deadline passed. */
export const NO_ANSWER = 'NO_ANSWER';

/** The code of a fault that the instance's own egress rules are the cause of. */
export const BLOCKED = 'EGRESS_BLOCKED';

/** Looks through the wrappers of n8n, axios and fetch for the system's code. */
function faultOf(error: unknown): Fault {
	let message = '';
	for (let at = error, depth = 0; isObject(at) && depth < 5; depth++) {
		message ||= String(at.message);
		if (/^Ssrf/.test(at.constructor.name)) return { code: BLOCKED, message };
		// n8n 1 keeps the code of the cause, but not the cause.
		const code = [at.code, at.httpCode].find((value) => typeof value === 'string' && /^[A-Z]/.test(value));
		if (code) return { code: String(code), message };
		at = at.cause;
	}
	return { message };
}
