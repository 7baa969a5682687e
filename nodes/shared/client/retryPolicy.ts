import type { Json } from '../json';
import type { Endpoint } from './endpoint';
import { findErrorName, parseBody, retryAfterMs, readStatus, readWords } from './envelope';
import { readErrorName, ServiceError, type Failure, type FailureCode } from './failures';
import { limitInMessage } from './planLimit';
import {
	DEADLINE_PASSED,
	EGRESS_BLOCKED,
	REPLY_TOO_LONG,
	type Fault,
	type HttpReply,
	type Outcome,
} from './transport';
import type { RetriesInTurn } from './pacing/turns';

/**
 * The whole retry policy: which outcomes are retried, how often and how long. What may be processed twice is not decided
 * here: each endpoint says so in `api/`.
 */

/** Why a call is sent again. */
type RetryCause = 'rateLimited' | 'busy' | 'unreachable' | 'ambiguous' | 'gatewayBusy';

/** How many times one call is sent, by cause. */
const MAX_TRIES: Readonly<Record<RetryCause, number>> = {
	rateLimited: 30,
	busy: 8,
	unreachable: 6,
	ambiguous: 4,
	gatewayBusy: 8,
};

/** All waits between the tries of one call, in ms. Waits for the rate window and the queue do not count. */
const WAIT_BUDGET_MS = 1_800_000;

/** Without `Retry-After`, waits grow from 1 s to 60 s (contract, Errors: exponential backoff). */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * While processes take turns, the service is free again after a call or a turn. So we ask again after a few call times at
 * the most: first after a longer wait, then sooner and sooner, as who waits longest should come next. After this many
 * refusals we ask less and less often.
 */
const EAGER_RETRIES = 60;

/** After this many early retries, or from the first one on if the service counts them, waits grow from 1 s to 4 s. */
const EARLY_RETRIES = 300;
const LONGEST_WAIT_IN_TURN_MS = 4_000;

/** After this many retries in turn, waits are those of any busy service. */
const RETRIES_IN_TURN = 400;

/**
 * The host name was not resolved or the connection was not made: nothing reached the service. Others, such as
 * EHOSTUNREACH, say so only while connecting: a connection that is open can also end with them.
 */
const PRE_DELIVERY_CODES: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'UND_ERR_CONNECT_TIMEOUT',
]);

/** TLS failed, and will fail until somebody corrects a certificate or the address. */
const TLS_CODES = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|EPROTO$)/;

/** Statuses after which the call may have been processed. */
const isAmbiguousStatus = (status: number) => [408, 500, 502, 504].includes(status) || status > 504;

/** The whole account has to wait, so no other call of it is sent meanwhile. */
export function accountWaits(cause: RetryCause): boolean {
	return cause === 'rateLimited' || cause === 'busy';
}

/** The call may have been processed, so an unsafe one is confirmed before it is sent again. */
export function mayBeProcessed(cause: RetryCause): boolean {
	return cause === 'ambiguous' || cause === 'gatewayBusy';
}

/**
 * Whether the service may have counted the call: not a 429 (contract, Limits), not what never left, and not what it
 * was too busy to process.
 */
export function mayHaveCounted(verdict: Verdict | undefined): boolean {
	return !(verdict?.kind === 'retry' && (accountWaits(verdict.cause) || verdict.cause === 'unreachable'));
}

/** The same call may be sent again. */
export interface RetryVerdict {
	kind: 'retry';
	cause: RetryCause;
	/** What to report if the budget runs out. */
	failure: Failure;
}

/** What an outcome means for the call. */
export type Verdict = { kind: 'done'; body: Json } | RetryVerdict | StopVerdict;

/** Another try would end alike. */
export interface StopVerdict {
	kind: 'stop';
	failure: Failure;
	/** The answer lacks the service's envelope: a firewall or gateway may have refused the call. */
	isForeign?: boolean;
}

/** Decides what an outcome means. Pure. */
export function judgeOutcome(outcome: Outcome, otherAnswer?: Endpoint['otherAnswer']): Verdict {
	return 'fault' in outcome ? judgeFault(outcome.fault) : judgeReply(outcome.reply, otherAnswer);
}

function judgeFault(fault: Fault): Verdict {
	const code = fault.code ?? '';
	if (fault.whileConnecting || PRE_DELIVERY_CODES.has(code))
		return retry('unreachable', { code: 'unreachable', fault });
	if (code === EGRESS_BLOCKED) return stop({ code: 'egressBlocked', fault });
	if (TLS_CODES.test(code)) return stop({ code: 'untrusted', fault });
	if (code === REPLY_TOO_LONG) return retry('ambiguous', { code: 'replyTooLong', fault });
	if (code === DEADLINE_PASSED) return retry('ambiguous', { code: 'deadlinePassed', fault });
	return retry('ambiguous', { code: 'noReply', fault });
}

function judgeReply(
	{ status: httpStatus, headers, text }: HttpReply,
	otherAnswer?: Endpoint['otherAnswer'],
): Verdict {
	const body = parseBody(text);
	const status = readStatus(httpStatus, body);
	const failure = (code: FailureCode): Failure => ({ code, status, ...readWords(body) });
	const delayed = { retryAfterMs: retryAfterMs(headers['retry-after']) };

	// Only the rate limit has no name. Waiting does not help against the others, such as DailyLimit (contract, Errors;
	// reference, "Additions and corrections", Other).
	if (status === 429 && findErrorName(body) !== undefined) return stop(failure('refused'));
	if (status === 429)
		return retry('rateLimited', { ...failure('rateLimited'), ...delayed, planLimit: limitInMessage(body) });
	// The service's own 503 was not processed. A gateway also sends one when it stops waiting for the service (reference,
	// "Serve both").
	if (status === 503 && body?.Response === false) return retry('busy', { ...failure('busy'), ...delayed });
	if (status === 503) return retry('gatewayBusy', { ...failure('serverError'), ...delayed });
	if (isAmbiguousStatus(status)) return retry('ambiguous', failure('serverError'));
	if (status >= 300 && status < 400) return stop({ ...failure('redirected'), location: headers.location });
	if (status >= 400 && !body) return stop(failure('notTheService'), true);
	if (status === 401) return stop(failure('tokenRefused'));
	if (status === 403 && isAboutOneRecord(body)) return stop(failure('refused'));
	if (status === 403) return stop(failure('accessRefused'), body?.Response === undefined);
	if (status >= 400) return stop(failure('refused'));
	const answer = body ?? otherAnswer?.(text);
	return answer ? { kind: 'done', body: answer } : retry('ambiguous', failure('unreadableReply'));
}

/**
 * Names of a 403 about one message or one drip: others, by email or with another template, may be allowed (reference, POST
 * /messaging/send and POST /messaging/resume-drip).
 */
const ONE_RECORD_NAMES: ReadonlySet<string> = new Set([
	'NoRegisteredSmsSender',
	'PlanDoesNotAllowSharing',
	'ChannelNotInPlan',
	'StaffHold',
]);

/**
 * Most 403s are about the account. The winner operations also answer 403 "You do not have permission to access this
 * sweepstakes." for a sweepstakes of another account, and /tickets/update 403 for such a ticket (reference, "Serve both" and
 * "Support tickets").
 */
function isAboutOneRecord(body: Json | undefined): boolean {
	if (ONE_RECORD_NAMES.has(readErrorName(readWords(body)) ?? '')) return true;
	return /\bthis (sweepstakes|ticket)\b/i.test(readWords(body).serviceMessage ?? '');
}

function retry(cause: RetryCause, failure: Failure): RetryVerdict {
	return { kind: 'retry', cause, failure };
}

function stop(failure: Failure, isForeign = false): StopVerdict {
	return { kind: 'stop', failure, isForeign };
}

/** After more foreign refusals in a row, waiting does not help. */
const MOST_FOREIGN_REFUSALS = 10;

/**
 * Decides about a foreign answer to a call although others have come through. The first one is taken for an objection to
 * this call. Another one right after it may be a firewall's limit for our address, so it is waited out like that of the
 * service. If that does not help, the next calls fail one by one, until something comes through again.
 *
 * @param inARow how many calls in a row had such an answer, with this one.
 */
export function verdictOnTheWay(failure: Failure, inARow: number): Verdict {
	const refused: Failure = { ...failure, code: 'refusedOnTheWay' };
	const isLimit = failure.status === 403 && inARow > 1 && inARow <= MOST_FOREIGN_REFUSALS;
	return isLimit ? retry('rateLimited', refused) : stop(refused);
}

/** How often and how long one call is retried. */
export class RetryBudget {
	private readonly tries = new Map<RetryCause, number>();
	private waitedMs = 0;
	private retriesInTurn = 0;

	/** @param budgetMs the longest time for all waits. */
	constructor(private readonly budgetMs = WAIT_BUDGET_MS) {}

	/**
	 * The wait in ms before the call is sent again. `Retry-After` is a minimum: never shortened and without jitter. Zero
	 * asks for nothing.
	 *
	 * @param inTurn if we share the limit with other processes.
	 * @throws {ServiceError} once the budget is used up, or the service asks for more than all of it.
	 */
	nextDelayMs({ cause, failure }: RetryVerdict, inTurn?: RetriesInTurn): number {
		const { retryAfterMs = 0 } = failure;
		if (retryAfterMs > this.budgetMs) throw new ServiceError({ ...failure, requestedWaitMs: retryAfterMs });
		if (cause === 'busy' && inTurn && !retryAfterMs && this.retriesInTurn < RETRIES_IN_TURN)
			return this.spend(waitInTurnMs(this.retriesInTurn++, inTurn), this.retriesInTurn, failure);
		const tries = (this.tries.get(cause) ?? 0) + 1;
		this.tries.set(cause, tries);
		return this.spend(tries < MAX_TRIES[cause] ? retryAfterMs || backoffMs(tries) : Infinity, tries, failure);
	}

	/** @throws {ServiceError} if so much is not left. */
	private spend(ms: number, tries: number, failure: Failure): number {
		if (this.waitedMs + ms > this.budgetMs)
			throw new ServiceError({ ...failure, gaveUp: { tries, waitedMs: this.waitedMs } });
		this.waitedMs += ms;
		return ms;
	}
}

/** Exponential with full jitter, so that clients refused together do not come back together. */
function backoffMs(tries: number, longestMs = LONGEST_WAIT_MS): number {
	return Math.random() * Math.min(longestMs, FIRST_WAIT_MS * 2 ** (tries - 1));
}

/** The wait for our turn in ms, after so many retries. */
function waitInTurnMs(retries: number, { early, callMs }: RetriesInTurn): number {
	if (!early || retries >= EARLY_RETRIES) return backoffMs(retries + 1, LONGEST_WAIT_IN_TURN_MS);
	const eager = Math.max(0.5, 2 - 0.3 * retries);
	const most = Math.min(7.5, eager * 1.1 ** Math.max(0, retries - EAGER_RETRIES));
	return callMs * (0.15 + Math.random() * (most - 0.15));
}
