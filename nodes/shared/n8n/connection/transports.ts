import type { IAllExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { timeoutOr } from '../../client/cancellation';
import {
	ATTEMPT_TIMEOUT_MS,
	EGRESS_BLOCKED,
	MAX_REPLY_MB,
	MAX_REPLY_VALUES,
	REPLY_TOO_LONG,
	type Fault,
	type HttpReply,
	type HttpRequest,
	type Transport,
} from '../../client/transport';
import { isObject } from '../../json';

/** The context of a node that makes requests: an execution, a picker of the editor or a poll. */
export type RequestContext = IAllExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/**
 * Sends requests with n8n's own helper, which uses the instance's proxy, TLS settings, rules about addresses and
 * cancellation. Redirects are not followed, so that the token is never sent to another address.
 *
 * n8n replaces a signal that a node passes by the execution's, so `timeout` stands for the deadline: `authenticate` of the
 * credential makes it one.
 */
export function throughN8n(context: RequestContext): Transport {
	return async ({ method, url, body }) => {
		try {
			const response = (await context.helpers.httpRequestWithAuthentication.call(context, 'sweepstakesApi', {
				method,
				url,
				...(body !== undefined && { body, headers: { 'Content-Type': 'application/json' } }),
				// A text would be read to its end, however long it is: n8n passes no limit on.
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: ATTEMPT_TIMEOUT_MS,
			})) as { statusCode: number; headers: Record<string, string>; body: Bytes };
			const text = await readText(response.body);
			return { reply: { status: response.statusCode, headers: response.headers, text } };
		} catch (error) {
			return { fault: toFault(error) };
		}
	};
}

/**
 * A server may close a connection that is idle for longer, in ms, just as we use it again. The call then fails, and nobody
 * knows whether it was processed.
 */
const SAFE_IDLE_MS = 2_000;

/** The runtime's fetch drops an idle connection after 4 s and checks once a second. After that, the next one is new. */
const DROPPED_BY_US_MS = 6_000;

/** When the connection to an origin was last used, in ms of the monotonic clock. All executions share it. */
const lastUsed = new Map<string, number>();

/**
 * Sends requests with the runtime's own fetch over a connection that is kept alive: about three times as fast for single
 * calls, but without the instance's proxy, which fetch does not know. While the connection has been idle for too long to
 * be trusted, an unsafe call goes through n8n, over a new connection. If the instance has rules about addresses, all calls go through n8n.
 */
export function keptAlive(context: RequestContext, token: string, signal?: AbortSignal): Transport {
	const onFreshConnection = throughN8n(context);
	if (hasEgressRules(context)) return onFreshConnection;
	const onKeptConnection = throughFetch(token, signal);
	return async (request) => {
		const { origin } = new URL(request.url);
		if (!request.safeToRetry && mayBreak(origin)) return await onFreshConnection(request);
		const outcome = await onKeptConnection(request);
		lastUsed.set(origin, performance.now());
		return outcome;
	};
}

/** Sends requests with the runtime's own fetch, with a deadline for each. Redirects are not followed. */
export function throughFetch(token: string, signal?: AbortSignal): Transport {
	return async (request) => {
		try {
			return { reply: await fetchOnce(request, token, signal) };
		} catch (error) {
			return { fault: toFault(error) };
		}
	};
}

function mayBreak(origin: string): boolean {
	const idle = performance.now() - (lastUsed.get(origin) ?? -Infinity);
	return idle > SAFE_IDLE_MS && idle < DROPPED_BY_US_MS;
}

/**
 * Whether this n8n has rules about addresses. fetch resolves a name again after any check, possibly to another address (DNS
 * rebinding); n8n's own requests are checked when they connect.
 */
function hasEgressRules({ helpers }: RequestContext): boolean {
	// n8n before 2.31 has no such filter, whatever the types say.
	const filterOf = helpers.getSecureEgressFilter as typeof helpers.getSecureEgressFilter | undefined;
	const [own, off, on] = (['safe', 'unsafe', 'enforced'] as const).map((policy) => filterOf?.(policy));
	// Each policy has one object. If it has not, nothing is known of this n8n, and it may have rules.
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
	const text = response.body ? await readText(response.body) : '';
	return { status: response.status, headers: Object.fromEntries(response.headers), text };
}

type Bytes = AsyncIterable<Uint8Array>;

/** Each value of a JSON text but the first comes after one of them. */
const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

/** @throws Error with the code `REPLY_TOO_LONG`; the connection is then closed. */
async function readText(body: Bytes): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	let values = 0;
	for await (const chunk of body) {
		bytes += chunk.length;
		for (const byte of chunk) if (byte === COMMA || byte === BRACKET || byte === BRACE) values++;
		if (bytes > MAX_REPLY_MB * 1_000_000 || values > MAX_REPLY_VALUES)
			throw Object.assign(new Error(REPLY_TOO_LONG), { code: REPLY_TOO_LONG });
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

const isSystemCode = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]/.test(value);

/** Looks through the wrappers of n8n, axios and fetch for the system's code, and whether it comes from connecting. */
function toFault(error: unknown): Fault {
	let message = '';
	let code: string | undefined;
	let whileConnecting = false;
	for (let at = error, depth = 0; isObject(at) && depth < 5; depth++) {
		message ||= String(at.message);
		if (/^Ssrf/.test(at.constructor.name)) return { code: EGRESS_BLOCKED, message };
		// n8n 1 keeps the code of the cause, but not the cause.
		code ??= [at.code, at.httpCode].find(isSystemCode);
		// Only an attempt to connect to several addresses fails with several errors.
		whileConnecting ||= at.syscall === 'connect' || Array.isArray(at.errors);
		at = at.cause;
	}
	return { code, message, whileConnecting };
}
