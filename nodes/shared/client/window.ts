/** The service counts calls in any rolling 60 seconds (contract, Limits). */
export const WINDOW_MS = 60_000;

/** A pause of at least this length between two calls ends a window, in ms. */
const PAUSE_MS = 5_000;

/** After this many full windows in a row, we leave one call of each window to others, such as a picker. */
const LONG_WORK = 3;

/** How long calls are kept for the editor after it did not get one in time, in ms. */
const KEPT_FOR_MS = 300_000;

/** One of this many calls a minute is kept for the editor. */
const CALLS_PER_KEPT = 50;

/**
 * Our calls of the last minute.
 *
 * A call counts from its completion, not its start. The service counts arrivals, and a call arrives before we
 * see its completion. So `start(k + n) ≥ completion(k) + 60 s` keeps a limit of n calls at any latency.
 */
export class RateWindow {
	/** Completions in the last minute, in ms of the monotonic clock, oldest first. */
	private readonly completions: number[] = [];
	/** The limits of the credentials that made these calls. */
	private readonly limits: number[] = [];
	/** Full windows in a row. */
	private fullWindows = 0;
	/** Until when calls are kept for the editor, in ms of the monotonic clock. */
	private keptUntil = -Infinity;

	/** Our calls of the last minute. */
	get used(): number {
		this.dropExpired();
		return this.completions.length;
	}

	/** How long the oldest of these calls still counts, in ms; 0 if there is none. */
	get untilExpiredMs(): number {
		this.dropExpired();
		return untilExpired(this.completions[0]);
	}

	/**
	 * Records that a call is about to start. After a pause, it is the first of a new window.
	 *
	 * @param limit the most calls in a window
	 */
	start(limit: number): void {
		const last = this.completions.at(-1) ?? -Infinity;
		if (performance.now() - last <= PAUSE_MS) return;
		const isFull = this.completions.length >= limit * 0.9;
		this.fullWindows = isFull ? this.fullWindows + 1 : 0;
	}

	/** Records a completed call that the service may have counted. */
	count(limit: number): void {
		this.dropExpired();
		this.completions.push(performance.now());
		this.limits.push(limit);
	}

	/** The largest limit of the credentials in use. `own` is the caller's. */
	accountLimit(own: number): number {
		if (own === Infinity) return own;
		this.dropExpired();
		return this.limits.reduce((largest, limit) => Math.max(largest, limit), own);
	}

	/**
	 * How long a call waits for its own credential's limit while a larger limit is in use, in ms. Calls of
	 * other credentials count for at most half of its limit, so they never shut it out.
	 */
	ownLimitMs(limit: number): number {
		if (this.accountLimit(limit) === limit) return 0;
		const own = this.completions.filter((_, index) => this.limits[index] === limit);
		const half = Math.floor(limit / 2);
		const isCrowded = this.completions.length - own.length > half;
		return untilExpired(isCrowded ? own.at(half - limit) : this.completions.at(-limit));
	}

	/**
	 * Records that the editor asks for a call.
	 *
	 * @param isRefused whether it did not get the call in time, because the calls of runs fill the window
	 */
	noteEditor(isRefused: boolean): void {
		const now = performance.now();
		if (isRefused || now < this.keptUntil) this.keptUntil = now + KEPT_FOR_MS;
	}

	/** How long the next call of a run waits to keep some calls for the editor, in ms; 0 or less if it need not. */
	keptMs(limit: number): number {
		if (performance.now() > this.keptUntil) return 0;
		this.dropExpired();
		const kept = Math.ceil(Math.min(limit, Number.MAX_SAFE_INTEGER) / CALLS_PER_KEPT);
		return untilExpired(this.completions.at(-Math.max(1, limit - kept)));
	}

	/** How long the next call has to wait, in ms; 0 or less if it need not. */
	waitMs(limit: number): number {
		this.dropExpired();
		const left = this.fullWindows >= LONG_WORK ? 1 : 0;
		return untilExpired(this.completions.at(-Math.max(1, limit - left)));
	}

	private dropExpired(): void {
		const expired = this.completions.findIndex((at) => untilExpired(at) > 0);
		for (const list of [this.completions, this.limits]) list.splice(0, expired < 0 ? list.length : expired);
	}
}

/** How long a call still counts, in ms; 0 if there is no call. */
function untilExpired(completedAt: number | undefined): number {
	return completedAt === undefined ? 0 : completedAt + WINDOW_MS - performance.now();
}

/**
 * The measured duration of a call is corrected to this range, in ms, because the call may have waited on the
 * way.
 */
const SHORTEST_CALL_MS = 10;
const LONGEST_CALL_MS = 1_000;

/**
 * After this many busy answers in a row, the service must be processing a long call, so the waits grow to a
 * second.
 */
const PATIENT_AFTER = 24;
const LONGEST_GROWN_MS = 1_000;

/** Keeps processes that were refused together from returning together, in ms. */
const SPREAD_MS = 200;

/**
 * A process with fewer calls in the last minute does not wait for one of them to expire, because it would
 * never get more than these few.
 */
const FEW_CALLS = 4;

/** How long a process with few calls waits after a 429, in ms. */
const SHORTEST_GUESS_MS = 2_500;
const LONGEST_GUESS_MS = 7_500;

/**
 * The other processes that use the account. We learn about them only from refusals: 503 while the service
 * processes a call of theirs, and 429 once the calls of all processes fill the window.
 */
export class Others {
	/** When an answer last showed that another process may be at work, in ms of the monotonic clock. */
	metAt = -Infinity;
	/** The average duration of our calls. */
	private callMs = 30;
	private startedAt = 0;

	/** Records that a call is sent. */
	start(): void {
		this.startedAt = performance.now();
	}

	/** Records that the call was processed. */
	served(): void {
		const ms = Math.min(Math.max(performance.now() - this.startedAt, SHORTEST_CALL_MS), LONGEST_CALL_MS);
		this.callMs += (ms - this.callMs) / 4;
	}

	/** Records that another process may be at work. */
	meet(): void {
		this.metAt = performance.now();
	}

	/**
	 * Records a busy answer.
	 *
	 * @param inARow how many busy answers in a row the call has got.
	 * @returns how long the call waits, in ms: one to three times the duration of a call.
	 */
	meetBusy(inARow: number): number {
		this.meet();
		const ms = this.callMs * (1 + 2 * Math.random());
		return Math.max(ms, Math.min((ms * inARow) / PATIENT_AFTER, LONGEST_GROWN_MS));
	}

	/**
	 * Records a 429.
	 *
	 * @returns how long all our calls wait, in ms: until our oldest call of the last minute expires, which
	 *   certainly frees a slot. With only a few calls, the wait is a guess, and may be shorter.
	 */
	meetFull(ownCalls: RateWindow): number {
		this.meet();
		const ownSlotMs = ownCalls.untilExpiredMs + Math.random() * SPREAD_MS;
		if (ownCalls.used >= FEW_CALLS) return ownSlotMs;
		const guessMs = SHORTEST_GUESS_MS + Math.random() * (LONGEST_GUESS_MS - SHORTEST_GUESS_MS);
		return ownCalls.used > 0 ? Math.min(ownSlotMs, guessMs) : guessMs;
	}
}
