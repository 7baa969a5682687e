import { ServiceError } from './failures';
import { RETRY_CAUSES, type RetryCause, type RetryVerdict } from './verdict';
import { WINDOW_MS } from './window';

/**
 * The default maximum for the sum of the waits between the attempts of a call, in ms. Waits for the rate limit and for
 * a turn in the queue do not count.
 */
const WAIT_BUDGET_MS = 1_800_000;

/**
 * How many of a call's 503s from a gateway are blamed on other processes and retried after a short wait. After that,
 * exponential backoff applies.
 */
const MAX_TRIES_BEHIND_GATEWAY = 60;

/**
 * The limit of the first wait without `Retry-After`, in ms. It doubles with each try (contract, Errors: exponential
 * backoff).
 */
const FIRST_WAIT_MS = 1_000;
/** The limit of every wait without `Retry-After`, in ms. */
const MAX_WAIT_MS = 60_000;

/**
 * Limits the waits between the attempts of one call. If the caller looks again after each wait (see `PriorLook`), the
 * call that it then makes uses the same budget.
 */
export class RetryBudget {
	private readonly triesByCause = new Map<RetryCause, number>();
	private triesBehindOthers = 0;
	private tries = 0;
	private waitedMs = 0;

	/** @param budgetMs the maximum sum of all waits */
	constructor(private readonly budgetMs = WAIT_BUDGET_MS) {}

	/**
	 * Returns the wait in ms before the call is sent again. The wait is at least `Retry-After`, without jitter, unless
	 * `behindOthersMs` applies and is shorter, because the rate limit may allow a call earlier.
	 *
	 * @param behindOthersMs the wait in case calls of other processes are the reason for the retry. Such a wait uses up
	 *   the budget, but not the number of tries.
	 * @throws {ServiceError} if the budget is used up, or if the service asks for a wait that exceeds the whole budget
	 */
	chooseDelayMs({ cause, failure }: RetryVerdict, behindOthersMs = Infinity): number {
		const { retryAfterMs = 0 } = failure;
		if (retryAfterMs > this.budgetMs) throw new ServiceError({ ...failure, requestedWaitMs: retryAfterMs });
		const tries = ++this.tries;
		const isBehindOthers = this.isBehindOthers(cause, retryAfterMs, behindOthersMs);
		if (isBehindOthers) this.triesBehindOthers++;
		const ms = isBehindOthers ? behindOthersMs : this.chooseBackoffMs(cause, retryAfterMs);
		const waitedMs = this.waitedMs + ms;
		if (waitedMs > this.budgetMs)
			throw new ServiceError({ ...failure, gaveUp: { tries, waitedMs: this.waitedMs } });
		this.waitedMs = waitedMs;
		return ms;
	}

	/**
	 * Whether the wait for other processes (`ms`) applies. It does not if `Retry-After` is longer than the window in
	 * which the service counts calls, because then other calls are not the reason.
	 */
	private isBehindOthers(cause: RetryCause, retryAfterMs: number, ms: number): boolean {
		if (cause === 'rateLimited') return retryAfterMs <= WINDOW_MS && ms < retryAfterMs;
		// A gateway also returns 503 while the service is down, so the number of these short waits is limited.
		const isEnough = cause === 'gatewayBusy' && this.triesBehindOthers >= MAX_TRIES_BEHIND_GATEWAY;
		return retryAfterMs === 0 && ms < Infinity && !isEnough;
	}

	/**
	 * Returns an exponential backoff with full jitter, so that clients that were refused at the same time do not try
	 * again at the same time. Returns Infinity if there were too many tries.
	 */
	private chooseBackoffMs(cause: RetryCause, retryAfterMs: number): number {
		const tries = (this.triesByCause.get(cause) ?? 0) + 1;
		this.triesByCause.set(cause, tries);
		if (tries >= RETRY_CAUSES[cause].maxTries) return Infinity;
		return retryAfterMs || Math.random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
	}
}

/**
 * Thrown if a write was not processed, and another process may have written the same record since the caller looked for
 * it, for example because the service was busy for a while. So the caller looks again (see `PriorLook`).
 */
export class OvertakenError extends ServiceError {}
