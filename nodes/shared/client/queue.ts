import { delay } from './cancellation';
import { KeyedMutex } from './mutex';

/** The length of the window in which the service counts calls, in ms: any 60 seconds (contract, Limits). */
export const WINDOW_MS = 60_000;

export type OnWait = (ms: number) => void;

/** The key of the mutex. */
const TURN = '';

/** The minimum of the random wait after a 429, in ms. */
const MIN_LIMIT_WAIT_MS = 2_000;
/** The maximum of the random wait after a 429, in ms. */
const MAX_LIMIT_WAIT_MS = 8_000;

/**
 * The queue of one account. It gives one call at a time its turn, in order of arrival, and keeps to the credential's
 * calls per minute in any 60 seconds (contract, Limits).
 *
 * A call counts from its completion, not from its start. The service counts a call when it arrives, which is before its
 * completion is seen here. So if call k + n starts at least 60 s after the completion of call k, the limit of n calls
 * is kept at any latency.
 *
 * Other processes have their own queues. Only refusals reveal them: a 503 while the service processes another process's
 * call, and a 429 when the calls of all processes together exceed the limit.
 */
export class Queue {
	private readonly mutex = new KeyedMutex();
	/** When the calls of the last minute were completed, in ms of the monotonic clock, oldest first. */
	private readonly completions: number[] = [];
	private blockedUntil = -Infinity;
	private metOthersAt = -Infinity;
	private usedAt = performance.now();

	/**
	 * Waits for the call's turn and for the rate limit. The call keeps its turn until `leave`.
	 *
	 * @param callsPerMinute Infinity means no limit
	 * @param onWait called with the duration of each wait for the rate limit
	 * @throws {CancelledError} as soon as the signal fires. The call has left the queue then.
	 */
	async enter(callsPerMinute: number, signal?: AbortSignal, onWait?: OnWait): Promise<void> {
		await this.mutex.enter(TURN, signal);
		let isAllowed = false;
		try {
			for (let ms; (ms = this.getWaitMs(callsPerMinute)) > 0;) {
				onWait?.(ms);
				await delay(ms, signal);
			}
			isAllowed = true;
		} finally {
			if (!isAllowed) this.leave();
		}
	}

	leave(): void {
		this.usedAt = performance.now();
		this.mutex.leave(TURN);
	}

	/** Records a completed call that the service may have counted. */
	count(): void {
		this.completions.push(performance.now());
	}

	/** Records a refusal that suggests that another process uses the account. */
	noteOthers(): void {
		this.metOthersAt = performance.now();
	}

	/** Whether another process seemed to use the account within the last minute. */
	get hasNotedOthers(): boolean {
		return performance.now() - this.metOthersAt < WINDOW_MS;
	}

	/**
	 * Returns how long all calls should wait after a 429, in ms: a few seconds, because the calls of other processes expire
	 * at unknown times, but not longer than until this process's own oldest call expires, which certainly allows another
	 * call, and not longer than `Retry-After`. If `Retry-After` is longer than the window, other calls are not the reason,
	 * so it applies as it is.
	 */
	chooseWaitAfterLimit(retryAfterMs = 0): number {
		if (retryAfterMs > WINDOW_MS) return retryAfterMs;
		const [oldest] = this.listCalls();
		const ownMs = oldest === undefined ? WINDOW_MS : getMsUntilExpired(oldest);
		const randomMs = MIN_LIMIT_WAIT_MS + Math.random() * (MAX_LIMIT_WAIT_MS - MIN_LIMIT_WAIT_MS);
		return Math.min(ownMs, randomMs, retryAfterMs || WINDOW_MS);
	}

	/** Blocks every call for `ms`, because the service's limit applies to the whole account. */
	block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, performance.now() + ms);
	}

	/** Returns how long the next call has to wait for the rate limit, in ms; 0 if it need not wait. */
	getWaitMs(callsPerMinute: number): number {
		const oldest = this.listCalls().at(-callsPerMinute);
		const windowMs = oldest === undefined ? 0 : getMsUntilExpired(oldest);
		return Math.max(0, windowMs, this.blockedUntil - performance.now());
	}

	/** Returns how long the queue has been unused, in ms; 0 while it is in use. */
	getIdleMs(): number {
		return this.mutex.isFree ? performance.now() - this.usedAt : 0;
	}

	/** Returns when the calls of the last minute were completed, oldest first, and forgets all earlier calls. */
	private listCalls(): readonly number[] {
		const expired = this.completions.findIndex((one) => getMsUntilExpired(one) > 0);
		this.completions.splice(0, expired < 0 ? this.completions.length : expired);
		return this.completions;
	}
}

/** Returns how long a call still counts, in ms. */
function getMsUntilExpired(completedAt: number): number {
	return completedAt + WINDOW_MS - performance.now();
}
