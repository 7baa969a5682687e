import type { Json } from '../json';
import type { Confirmation, Endpoint } from './endpoint';
import { ServiceError, type Failure, type FailureCode } from './failures';
import type { Turn } from './queue';
import {
	isAboutOneRecord,
	isEndlessRefusal,
	limitInMessage,
	parseBody,
	readRefusal,
	readStatus,
	retryAfterMs,
} from './reply';
import {
	DEADLINE_PASSED,
	EGRESS_BLOCKED,
	REPLY_TOO_LONG,
	type Fault,
	type HttpReply,
	type Outcome,
} from './transport';
import { WINDOW_MS } from './window';

/** How often and how long outcomes are retried. Endpoints decide whether a call may be processed twice. */

type RetryCause = 'rateLimited' | 'busy' | 'unreachable' | 'ambiguous' | 'gatewayBusy';

const MAX_TRIES: Readonly<Record<RetryCause, number>> = {
	rateLimited: 30,
	busy: 8,
	unreachable: 6,
	ambiguous: 4,
	gatewayBusy: 8,
};

/**
 * The longest sum of the waits between the tries of one call, in ms. Waits for the rate window and in the
 * queue do not count.
 */
const WAIT_BUDGET_MS = 1_800_000;

/** After this many quick 503s of a gateway, the waits for the call grow. */
const MOST_TRIES_BEHIND_GATEWAY = 60;

/** Without `Retry-After`, waits grow from 1 s to 60 s (contract, Errors: exponential backoff). */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * We assume that an ambiguous call may still run for at least this long, in ms. A 503 without the envelope
 * that arrives quickly mostly means "busy".
 */
const QUIET_MS = 10_000;
const QUIET_AFTER_503_MS = 2_000;

/**
 * Errors before anything reached the service. EHOSTUNREACH and the like are not among them, because they can
 * also end an open connection.
 */
const PRE_DELIVERY_CODES: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'UND_ERR_CONNECT_TIMEOUT',
]);

/** TLS failures. They persist until somebody corrects a certificate or the address. */
const TLS_CODES = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|EPROTO$)/;

const isAmbiguousStatus = (status: number) => [408, 500, 502, 504].includes(status) || status > 504;

/** A gateway that takes longer to answer 503 was waiting for the service, in ms. */
const QUICK_503_MS = 1_000;

/**
 * Whether the service is busy with a call of another process. If a gateway says so, the call may have been
 * processed nevertheless.
 */
export function showsOthers(cause: RetryCause, tookMs: number): boolean {
	return cause === 'busy' || (cause === 'gatewayBusy' && tookMs <= QUICK_503_MS);
}

/** Whether the call may have been processed. An unsafe one must then be confirmed before it is resent. */
export function mayBeProcessed(cause: RetryCause): boolean {
	return cause === 'ambiguous' || cause === 'gatewayBusy';
}

/** Whether the outcome may be due to an earlier, ambiguous attempt that still runs. */
export function showsActivity(cause: RetryCause): boolean {
	return cause === 'busy' || mayBeProcessed(cause);
}

/** The shortest time from an ambiguous attempt to the lookup that allows another one, in ms. */
export function quietMs(cause: RetryCause, tookMs: number): number {
	return Math.max(cause === 'gatewayBusy' ? QUIET_AFTER_503_MS : QUIET_MS, 2 * tookMs);
}

const NOT_COUNTED: ReadonlySet<RetryCause> = new Set(['rateLimited', 'busy', 'unreachable']);

/** Whether the service may have counted the call: neither refused, nor busy, nor unreachable. */
export function mayHaveCounted(verdict: Verdict | undefined): boolean {
	return !(verdict?.kind === 'retry' && NOT_COUNTED.has(verdict.cause));
}

export interface RetryVerdict {
	kind: 'retry';
	cause: RetryCause;
	/** Reported once the budget is used up. */
	failure: Failure;
}

export type Verdict = { kind: 'done'; body: Json } | RetryVerdict | StopVerdict;

interface StopVerdict {
	kind: 'stop';
	failure: Failure;
	/** The reply lacks the service's envelope, so a firewall or gateway may have sent it. */
	isForeign?: boolean;
}

/** What an outcome means for a call of this endpoint. Earlier calls are not considered. */
export function judgeOutcome(outcome: Outcome, endpoint: Endpoint): Verdict {
	if ('fault' in outcome) return judgeFault(outcome.fault);
	const verdict = judgeReply(outcome.reply, endpoint.otherAnswer);
	if (verdict.kind === 'done' && !isAnswer(verdict.body, endpoint))
		return retry('ambiguous', { code: 'notConfirmed' });
	return verdict.kind === 'stop' ? stop(withAdvice(verdict.failure, endpoint), verdict.isForeign) : verdict;
}

/**
 * Whether a body confirms the call: it has `Response: true` or the expected keys. A schema that also accepts
 * `{}` proves nothing.
 */
function isAnswer(body: Json, { reply, otherAnswer }: Endpoint): boolean {
	if (body.Response === true || otherAnswer) return true;
	return reply.safeParse(body).success && !reply.safeParse({}).success;
}

function withAdvice(failure: Failure, { expects, conflict }: Endpoint): Failure {
	if (failure.code !== 'refused') return failure;
	return {
		...failure,
		expects: failure.status === 400 ? expects : failure.status === 409 ? conflict : undefined,
	};
}

function judgeFault(fault: Fault): Verdict {
	const code = fault.code ?? '';
	if (fault.whileConnecting || PRE_DELIVERY_CODES.has(code))
		return retry('unreachable', { code: 'unreachable', fault });
	if (code === EGRESS_BLOCKED) return stop({ code: 'egressBlocked', fault });
	if (TLS_CODES.test(code)) return stop({ code: 'untrusted', fault });
	if (code === REPLY_TOO_LONG) return retry('ambiguous', { code: 'replyTooLong' });
	if (code === DEADLINE_PASSED) return retry('ambiguous', { code: 'deadlinePassed' });
	return retry('ambiguous', { code: 'noReply', fault });
}

function judgeReply(
	{ status: httpStatus, headers, text }: HttpReply,
	otherAnswer?: Endpoint['otherAnswer'],
): Verdict {
	const body = isEndlessRefusal(httpStatus, text) ? undefined : parseBody(text);
	const status = readStatus(httpStatus, body);
	if (body && status < 300) return { kind: 'done', body };
	const refusal = readRefusal(body);
	const failure = <Code extends FailureCode>(code: Code) => ({ code, status, ...refusal });
	const delayed = { retryAfterMs: retryAfterMs(headers['retry-after']) };

	// Only the 429 of the rate limit has no error name. Waiting does not help against other limits, such as
	// DailyLimit (contract, Errors).
	if (status === 429 && refusal.errorName !== undefined) return stop(failure('refused'));
	if (status === 429)
		return retry('rateLimited', { ...failure('rateLimited'), ...delayed, planLimit: limitInMessage(body) });
	// The service did not process a call that it answers with its own 503. A 503 without the envelope comes
	// from a gateway, which also sends one when it stops waiting for the service.
	if (status === 503 && body?.Response === false) return retry('busy', { ...failure('busy'), ...delayed });
	if (status === 503) return retry('gatewayBusy', { ...failure('serverError'), ...delayed });
	if (isAmbiguousStatus(status)) return retry('ambiguous', failure('serverError'));
	if (status >= 300 && status < 400) return stop({ ...failure('redirected'), location: headers.location });
	if (status >= 400 && (!body || isOfAnotherApi(status, body))) return stop(failure('notTheService'), true);
	if (status === 401) return stop(failure('tokenRefused'));
	if (status === 403 && isAboutOneRecord(refusal)) return stop(failure('refused'));
	if (status === 403) return stop(failure('accessRefused'), body?.Response === undefined);
	if (status >= 400) return stop(failure('refused'));
	const answer = otherAnswer?.(text);
	return answer ? { kind: 'done', body: answer } : retry('ambiguous', failure('unreadableReply'));
}

/** Whether another API sent this 404 or 405. The service's own errors have one of these keys. */
function isOfAnotherApi(status: number, body: Json): boolean {
	const isMissing = status === 404 || status === 405;
	return isMissing && !['Response', 'Message', 'Code', 'Data'].some((key) => key in body);
}

function retry(cause: RetryCause, failure: Failure): RetryVerdict {
	return { kind: 'retry', cause, failure };
}

function stop(failure: Failure, isForeign = false): StopVerdict {
	return { kind: 'stop', failure, isForeign };
}

/** After this many foreign refusals in a row, waiting does not help. */
const MOST_FOREIGN_REFUSALS = 10;

/**
 * Judges a refusal without the service's envelope, after other calls have succeeded. The first one fails,
 * because a firewall may have refused what is in this call. If the next call gets a 403, too, a firewall may
 * limit the rate, so we wait and retry. If that does not help, each call fails at once, until one succeeds.
 *
 * @param inARow how many calls in a row got such a refusal, including this one.
 */
export function verdictOnTheWay(failure: Failure, inARow: number): Verdict {
	const refused: Failure = { ...failure, code: 'refusedOnTheWay' };
	const isLimit = failure.status === 403 && inARow > 1 && inARow <= MOST_FOREIGN_REFUSALS;
	return isLimit ? retry('rateLimited', refused) : stop(refused);
}

export class RetryBudget {
	private readonly tries = new Map<RetryCause, number>();
	private waitedMs = 0;
	private triesBehindOthers = 0;

	/** @param budgetMs the longest sum of all waits. */
	constructor(private readonly budgetMs = WAIT_BUDGET_MS) {}

	/**
	 * The wait in ms before the call is resent. It is at least `Retry-After`, without jitter, unless our own
	 * calls show that a slot becomes free earlier.
	 *
	 * @param behindOthersMs the wait if calls of other processes are the reason. It uses up the budget, but
	 *   does not count as a failed try.
	 * @throws {ServiceError} once the budget is used up, or if the service asks for a longer wait than the
	 *   whole budget.
	 */
	nextDelayMs({ cause, failure }: RetryVerdict, behindOthersMs = Infinity): number {
		const { retryAfterMs = 0 } = failure;
		if (retryAfterMs > this.budgetMs) throw new ServiceError({ ...failure, requestedWaitMs: retryAfterMs });
		if (this.isBehindOthers(cause, retryAfterMs, behindOthersMs))
			return this.spend(behindOthersMs, ++this.triesBehindOthers, failure);
		const tries = (this.tries.get(cause) ?? 0) + 1;
		this.tries.set(cause, tries);
		const ms = tries < MAX_TRIES[cause] ? retryAfterMs || backoffMs(tries) : Infinity;
		return this.spend(ms, this.triesBehindOthers + tries, failure);
	}

	/**
	 * Whether calls of other processes may be the reason. They are not if `Retry-After` is longer than the
	 * window, in which the service counts the calls.
	 */
	private isBehindOthers(cause: RetryCause, retryAfterMs: number, ms: number): boolean {
		if (cause === 'rateLimited') return retryAfterMs <= WINDOW_MS && ms < retryAfterMs;
		// A gateway also answers 503 while the service is down, so it is not asked for half an hour.
		const isEnough = cause === 'gatewayBusy' && this.triesBehindOthers >= MOST_TRIES_BEHIND_GATEWAY;
		return retryAfterMs === 0 && ms < Infinity && !isEnough;
	}

	private spend(ms: number, tries: number, failure: Failure): number {
		if (this.waitedMs + ms > this.budgetMs)
			throw new ServiceError({ ...failure, gaveUp: { tries, waitedMs: this.waitedMs } });
		this.waitedMs += ms;
		return ms;
	}
}

/** Exponential with full jitter, so that clients refused together do not return together. */
function backoffMs(tries: number): number {
	return Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
}

/** The longest quiet time of a doubt, in ms. */
const LONGEST_QUIET_MS = 60_000;

/** How long after the start of a lookup a call may be resent because of it, in ms. */
const FRESH_MS = 5_000;

/**
 * An unsafe call that may have been processed, or may still run: a gateway that stops waiting does not stop
 * the service, and a busy answer may mean that the service still processes this very call. Each such outcome
 * is a sign that the call may still run.
 *
 * The call is resent only after a lookup that found nothing and began at least a quiet time after the last
 * sign. The quiet time doubles with each sign: a call that has already run for long hardly ever ends just
 * between the lookup and the resend.
 */
export class Doubt {
	private signAt = -Infinity;
	private lookedUpAt = -Infinity;
	private quietMs = 0;

	/**
	 * @param turn the turn of the call, which its lookups use, too. With turns of their own, they would wait
	 *   for it forever.
	 * @param since when the first ambiguous attempt was sent, in ms since 1970 by our clock
	 * @param check see `Unsafe`
	 * @param failure of the last ambiguous attempt
	 */
	constructor(
		readonly confirmation: Confirmation,
		readonly turn: Turn,
		readonly since: number,
		readonly check: string,
		public failure: Failure,
	) {}

	/**
	 * Notes a sign that the call may still run. Several signs between two lookups count as one.
	 *
	 * @param leastMs the shortest quiet time after it
	 */
	noteSign(leastMs = 0): void {
		if (this.signAt <= this.lookedUpAt)
			this.quietMs = Math.min(Math.max(2 * this.quietMs, leastMs), LONGEST_QUIET_MS);
		this.signAt = performance.now();
	}

	noteLookup(): void {
		this.lookedUpAt = performance.now();
	}

	/** How long to wait before a lookup can allow the resend, in ms; 0 or less if that time is over. */
	quietLeftMs(): number {
		return this.signAt + this.quietMs - performance.now();
	}

	/** Whether the call can be resent now if the last lookup found nothing. */
	allowsResend(): boolean {
		const isQuiet = this.lookedUpAt >= this.signAt + this.quietMs;
		return isQuiet && performance.now() - this.lookedUpAt <= FRESH_MS;
	}
}
