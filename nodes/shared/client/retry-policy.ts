import type { Json } from '../json';
import { ServiceError, type Failure } from './failures';
import type { RetryCause, RetryVerdict } from './verdict';
import { WINDOW_MS, type Turn } from './window';

/** How often and how long outcomes are retried. Endpoints decide whether a call may be processed twice. */

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

/** The waits between the tries of one call. */
export class RetryBudget {
	private readonly triesByCause = new Map<RetryCause, number>();
	private triesBehindOthers = 0;
	private tries = 0;
	private waitedMs = 0;

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
		const tries = ++this.tries;
		const isBehindOthers = this.isBehindOthers(cause, retryAfterMs, behindOthersMs);
		if (isBehindOthers) this.triesBehindOthers++;
		const ms = isBehindOthers ? behindOthersMs : this.ownDelayMs(cause, retryAfterMs);
		const waitedMs = this.waitedMs + ms;
		if (waitedMs > this.budgetMs)
			throw new ServiceError({ ...failure, gaveUp: { tries, waitedMs: this.waitedMs } });
		this.waitedMs = waitedMs;
		return ms;
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

	/** Exponential with full jitter, so that clients refused together do not return together. */
	private ownDelayMs(cause: RetryCause, retryAfterMs: number): number {
		const tries = (this.triesByCause.get(cause) ?? 0) + 1;
		this.triesByCause.set(cause, tries);
		if (tries >= MAX_TRIES[cause]) return Infinity;
		return retryAfterMs || Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
	}
}

/**
 * We assume that an ambiguous call may still run for at least this long, in ms. A 503 without the envelope
 * that arrives quickly mostly means "busy".
 */
const QUIET_MS = 10_000;
const QUIET_AFTER_503_MS = 2_000;

/** The longest quiet time of a doubt, in ms. */
const LONGEST_QUIET_MS = 60_000;

/** How long after the start of a lookup a call may be resent because of it, in ms. */
const FRESH_MS = 5_000;

/** Finds out whether a call in doubt was processed (see `Confirmation`). */
export interface DoubtLookup {
	lookUp(doubt: Doubt): Promise<Json | undefined>;
	readonly failsIfDelayed?: boolean;
}

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
	/** Of the last ambiguous attempt. */
	failure!: Failure;

	/**
	 * @param turn the turn of the call, which its lookups use, too. With turns of their own, they would wait
	 *   for it forever.
	 * @param since when the first ambiguous attempt was sent, in ms since 1970 by our clock
	 * @param check tells a person where to look
	 */
	constructor(
		readonly confirmation: DoubtLookup,
		readonly turn: Turn,
		readonly since: number,
		readonly check: string,
	) {}

	/** Notes an ambiguous attempt. */
	noteAttempt({ cause, failure }: RetryVerdict, tookMs: number): void {
		this.failure = failure;
		this.noteSign(Math.max(cause === 'gatewayBusy' ? QUIET_AFTER_503_MS : QUIET_MS, 2 * tookMs));
	}

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
