import { asObject, asText, isObject, readServiceText, type Json, takeExcerpt } from '../json';
import { parseInstant } from '../time/parse';
import { SECOND_MS } from '../time/units';
import type { CallRules } from './call-rules';
import type { Failure, FailureCode, Refusal } from './failures';
import { EGRESS_BLOCKED, type Fault, type HttpReply, type CallOutcome } from './transport';

/**
 * Why a call has to be sent again, and how often it is sent at most for this reason. A call that was refused because of
 * the rate limit or a busy service is sent again until its waits exceed their budget.
 */
export const MAX_TRIES = {
	rateLimited: Infinity,
	busy: Infinity,
	unreachable: 6,
	ambiguous: 4,
	/** A 503 without the service's envelope. A gateway usually sends it while the service is busy. */
	gatewayBusy: 8,
} as const;

export type RetryCause = keyof typeof MAX_TRIES;

export interface RetryVerdict {
	kind: 'retry';
	cause: RetryCause;
	/** The failure to report once the budget is used up. */
	failure: Failure;
}

export type Verdict = { kind: 'done'; body: Json } | RetryVerdict | StopVerdict;

interface StopVerdict {
	kind: 'stop';
	failure: Failure;
	/** Whether the reply lacks the service's envelope. A firewall or gateway may then have sent it. */
	isForeign?: boolean;
}

/** Whether the call may have been processed. If so, an unsafe call must be looked up before it is sent again. */
export function mayBeProcessed(cause: RetryCause): boolean {
	return cause === 'ambiguous' || cause === 'gatewayBusy';
}

/** The codes of failures that occur before a call reaches the service. */
const NEVER_SENT: ReadonlySet<FailureCode> = new Set(['untrusted', 'egressBlocked'] as const);

/**
 * Whether the service may have counted the call toward the rate limit. It does not count a call that it refuses only
 * for now, or that does not reach it.
 *
 * @param verdict undefined if the call was canceled before it got a reply
 */
export function mayBeCounted(verdict: Verdict | undefined): boolean {
	if (verdict?.kind === 'retry') return mayBeProcessed(verdict.cause);
	return verdict?.kind !== 'stop' || !NEVER_SENT.has(verdict.failure.code);
}

/**
 * The codes of network errors that occur only before anything reaches the service. EHOSTUNREACH and similar codes are
 * missing, because such errors can also end an open connection.
 */
const PRE_DELIVERY_CODES: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Matches the codes of errors about the service's certificate, which is checked before anything is sent. They recur
 * until somebody corrects the certificate or the address.
 */
const CERTIFICATE_CODES = /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH$|ERR_TLS_CERT_)/;

/**
 * Whether a code means that the TLS connection failed. The address may not speak TLS, but the connection can also fail
 * after the service has read the whole request.
 */
export function isTlsCode(code = ''): boolean {
	return code === 'EPROTO' || code.startsWith('ERR_SSL_');
}

const isAmbiguousStatus = (status: number) => [408, 500, 502, 504].includes(status) || status > 504;

/** Judges the outcome of an attempt by the endpoint's rules, regardless of earlier calls. */
export function judgeOutcome(outcome: CallOutcome, rules: CallRules): Verdict {
	if ('fault' in outcome) return judgeFault(outcome.fault, rules);
	const verdict = judgeReply(outcome.reply, rules);
	if (verdict.kind === 'done' && !isAcknowledged(verdict.body, rules))
		return toRetryVerdict('ambiguous', { code: 'notAcknowledged' });
	return verdict;
}

/**
 * Whether a body confirms that the call succeeded: it has `Response: true` or the keys that the endpoint expects. If
 * the endpoint's schema also accepts `{}`, matching it proves nothing.
 */
function isAcknowledged(body: Json, { reply, otherReply }: CallRules): boolean {
	if (body.Response === true || otherReply) return true;
	return reply.safeParse(body).success && !reply.safeParse({}).success;
}

function judgeFault(fault: Fault, { retry }: CallRules): Verdict {
	const { code = '' } = fault;
	if (fault.whileConnecting || PRE_DELIVERY_CODES.has(code))
		return toRetryVerdict('unreachable', { code: 'unreachable', fault });
	if (code === EGRESS_BLOCKED) return toStopVerdict({ code: 'egressBlocked', fault });
	const isUntrusted = CERTIFICATE_CODES.test(code) || (retry.kind === 'reads' && isTlsCode(code));
	if (isUntrusted) return toStopVerdict({ code: 'untrusted', fault });
	return toRetryVerdict('ambiguous', { code: 'noReply', fault });
}

function judgeReply(
	{ status: httpStatus, headers, text }: HttpReply,
	{ otherReply, expects, conflict }: CallRules,
): Verdict {
	const body = parseBody(text);
	const status = readStatus(httpStatus, body);
	if (body && status < 300) return { kind: 'done', body };
	const refusal = readRefusal(body);
	const toFailure = <Code extends FailureCode>(code: Code) => ({ code, status, ...refusal });
	const delayed = { retryAfterMs: readRetryAfterMs(headers['retry-after']) };
	const advice = status === 400 ? expects : status === 409 ? conflict : undefined;
	const refused = toStopVerdict({ ...toFailure('refused'), expects: advice });

	// A 429 because of the rate limit has no error code. All others have one, such as DailyLimit, and waiting does not
	// help against them (contract, Errors).
	if (status === 429 && asText(asObject(body?.Data).Code)) return refused;
	if (status === 429) return toRetryVerdict('rateLimited', { ...toFailure('rateLimited'), ...delayed });
	// If a 503 has the service's envelope, the service did not process the call. A 503 without the envelope comes from a
	// gateway, which may have stopped waiting while the service was processing the call.
	if (status === 503 && body?.Response === false)
		return toRetryVerdict('busy', { ...toFailure('busy'), ...delayed });
	if (status === 503) return toRetryVerdict('gatewayBusy', { ...toFailure('serverError'), ...delayed });
	if (isAmbiguousStatus(status)) return toRetryVerdict('ambiguous', toFailure('serverError'));
	if (status >= 300 && status < 400)
		return toStopVerdict({ ...toFailure('redirected'), location: headers.location });
	if (status >= 400 && (!body || isOfAnotherApi(status, body)))
		return toStopVerdict(toFailure('notTheService'), true);
	if (status === 401) return toStopVerdict(toFailure('tokenRefused'));
	if (status === 403 && !isAboutOneRecord(refusal))
		return toStopVerdict(toFailure('accessRefused'), body?.Response === undefined);
	if (status >= 400) return refused;
	const reply = otherReply?.(text);
	return reply ? { kind: 'done', body: reply } : toRetryVerdict('ambiguous', toFailure('unreadableReply'));
}

/** Whether a 404 or 405 comes from another API: its body has none of the keys of the service's errors. */
function isOfAnotherApi(status: number, body: Json): boolean {
	const isMissing = status === 404 || status === 405;
	return isMissing && !['Response', 'Message', 'Code', 'Data'].some((key) => key in body);
}

/** Error names of a 403 that concern only one message or drip. The account may still send or change others. */
const ONE_RECORD_NAMES: ReadonlySet<string> = new Set([
	'NoRegisteredSmsSender',
	'PlanDoesNotAllowSharing',
	'ChannelNotInPlan',
	'StaffHold',
]);

/**
 * Whether a 403 concerns only one record, not the whole account. Some endpoints also return 403 for a record of another
 * account (reference, winners/draw and tickets/update).
 */
function isAboutOneRecord({ errorName = '', serviceMessage = '' }: Refusal): boolean {
	return ONE_RECORD_NAMES.has(errorName) || /\bthis (sweepstakes|ticket)\b/i.test(serviceMessage);
}

function toRetryVerdict(cause: RetryCause, failure: Failure): RetryVerdict {
	return { kind: 'retry', cause, failure };
}

function toStopVerdict(failure: Failure, isForeign = false): StopVerdict {
	return { kind: 'stop', failure, isForeign };
}

/**
 * Adjusts a verdict if other calls of the execution have succeeded. The address and token are right then, so a refusal
 * without the service's envelope comes from a firewall or gateway, and concerns only this call.
 */
export function judgeAfterSuccess(verdict: Verdict): Verdict {
	if (verdict.kind !== 'stop' || !verdict.isForeign) return verdict;
	return toStopVerdict({ ...verdict.failure, code: 'refusedOnTheWay' }, true);
}

export function parseBody(text: string): Json | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Returns the status of a reply. A body with `Response: false` is a failure even with HTTP 200. Then, its `Code` is the
 * status.
 */
function readStatus(httpStatus: number, body: Json | undefined): number {
	if (body?.Response !== false || httpStatus >= 400) return httpStatus;
	return typeof body.Code === 'number' && body.Code >= 400 ? body.Code : 400;
}

/**
 * How much of a refusal is kept: enough for every documented one. The rest is dropped at once, because everything that
 * describes the failure would have to look at it.
 */
const KEPT_OF_REFUSAL = { text: 2_000, entries: 20, levels: 4 };

function readRefusal(wholeBody: Json = {}): Refusal {
	const body = asObject(takeExcerpt(wholeBody, KEPT_OF_REFUSAL));
	const { Code, Reason, BlockedReason, ExitReason } = asObject(body.Data);
	const names = [Code, Reason, BlockedReason, ExitReason].map(readServiceText);
	return { serviceMessage: readServiceText(body.Message), errorName: names.find(Boolean), body };
}

/**
 * Returns the wait that a `Retry-After` header asks for, in ms, or undefined if the header is missing or unreadable.
 */
export function readRetryAfterMs(header: string | undefined): number | undefined {
	const value = header?.trim();
	if (!value) return undefined;
	// HTTP clients join the values of repeated headers, for example to "60, 60".
	if (/^\d+(?:\s*,\s*\d+)*$/.test(value)) return Math.max(...value.split(',').map(Number)) * SECOND_MS;
	const date = parseInstant(value);
	return date?.hasZone ? Math.max(0, date.from - Date.now()) : undefined;
}
