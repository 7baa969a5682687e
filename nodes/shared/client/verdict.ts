import { retryAfterMs } from './delay';
import {
	accessRefused,
	blocked,
	misdirected,
	notTheService,
	outOfReach,
	rateLimited,
	refused,
	tokenRefused,
	busy,
	undecided,
	untrusted,
	type Problem,
} from './errors';
import { isObject, type Json } from './json';
import {
	BLOCKED,
	LONGEST_ANSWER_MB,
	NO_ANSWER,
	TOO_LONG,
	type Fault,
	type HttpReply,
	type Outcome,
} from './transport';

/** Why the same call is to be sent again. */
export type RepeatCause = 'rate-limited' | 'busy' | 'out-of-reach' | 'undecided';

/**
 * The same call may be sent again. With the cause `undecided` it may have been processed: then only where a second
 * processing does no harm, or after the service was asked.
 */
export interface Repeat {
	kind: 'repeat';
	cause: RepeatCause;
	/** What to say if patience runs out. */
	problem: Problem;
	/** The least wait in ms, where the service asked for one. */
	floorMs?: number;
}

/** What an outcome means for the call. */
export type Verdict = { kind: 'done'; body: Json } | Repeat | { kind: 'stop'; problem: Problem };

/** The name resolution or the connection failed: nothing reached the service. */
const NEVER_LEFT = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'UND_ERR_CONNECT_TIMEOUT',
]);

/** The secure connection was not made, and will not be until somebody mends a certificate or the address. */
const NOT_TRUSTED =
	/^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|EPROTO$)/;

/** Our side gave up, or something between us and the service did, after the request had left. */
const GAVE_UP_AFTER_SENDING = new Set([408, 500, 502, 504]);

/** Judges one outcome. Pure. */
export function verdictOf(outcome: Outcome): Verdict {
	return 'fault' in outcome ? verdictOfFault(outcome.fault) : verdictOfReply(outcome.reply);
}

function verdictOfFault(fault: Fault): Verdict {
	const code = fault.code ?? '';
	if (NEVER_LEFT.has(code)) return { kind: 'repeat', cause: 'out-of-reach', problem: outOfReach(fault) };
	if (code === BLOCKED) return { kind: 'stop', problem: blocked(fault) };
	if (NOT_TRUSTED.test(code)) return { kind: 'stop', problem: untrusted(fault) };
	if (code === TOO_LONG) return inDoubt(undecided(`its answer is longer than ${LONGEST_ANSWER_MB} MB`));
	if (code === NO_ANSWER) return inDoubt(undecided(fault.message));
	return inDoubt(undecided(`no answer came${code && ` (${code})`}`));
}

function verdictOfReply(reply: HttpReply): Verdict {
	const body = parseObject(reply.text);
	const status = statusOf(reply.status, body);

	if (status === 429 && dataCodeOf(body) === 'DailyLimit')
		return { kind: 'stop', problem: refused(status, body) };
	if (status === 429) {
		const floorMs = retryAfterMs(reply.headers['retry-after']);
		return { kind: 'repeat', cause: 'rate-limited', problem: rateLimited(body, floorMs), floorMs };
	}
	if (status === 503) {
		const floorMs = retryAfterMs(reply.headers['retry-after']);
		return { kind: 'repeat', cause: 'busy', problem: busy(body), floorMs };
	}
	if (GAVE_UP_AFTER_SENDING.has(status) || status > 504) {
		return inDoubt(undecided(`the service answered with status ${status}`, body, status));
	}
	if (status >= 300 && status < 400)
		return { kind: 'stop', problem: misdirected(status, reply.headers.location) };
	if (status >= 400 && !body) return { kind: 'stop', problem: notTheService(status) };
	if (status === 401) return { kind: 'stop', problem: tokenRefused(body) };
	if (status === 403) return { kind: 'stop', problem: accessRefused(body) };
	if (status >= 400) return { kind: 'stop', problem: refused(status, body) };
	if (!body) return inDoubt(undecided('its answer could not be read', undefined, status));
	return { kind: 'done', body };
}

function inDoubt(problem: Problem): Repeat {
	return { kind: 'repeat', cause: 'undecided', problem };
}

/** A `Response: false` is a failure whatever the HTTP status says; its `Code` is then the status (specification, Errors). */
function statusOf(httpStatus: number, body: Json | undefined): number {
	if (body?.Response !== false || httpStatus >= 400) return httpStatus;
	return typeof body.Code === 'number' && body.Code >= 400 ? body.Code : 400;
}

function dataCodeOf(body: Json | undefined): unknown {
	return isObject(body?.Data) ? body.Data.Code : undefined;
}

function parseObject(text: string): Json | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
