/** The service counts calls in any rolling 60 seconds (contract, Limits). */
export const WINDOW_MS = 60_000;

/** A longer pause between two calls separates two bursts, in ms. */
export const PAUSE_MS = 5_000;

/** The delay of calls beyond our share, after the others' burst, in ms. */
const LATE_MS = 50;

/** A refusal at the end of a shorter burst costs little, so we ask for more in the next window, in ms. */
const SHORT_BURST_MS = 1_000;

/** The fraction of our calls that we leave to processes that get none by taking turns. */
const ROOM = 0.05;

/** After this many full windows in a row, we leave one call of each window to others. */
const LONG_WORK = 3;

/** After this many more full windows, we test whether anyone uses that call. */
const LEAVE_FOR = 8;

/**
 * Our calls of the last minute, and our share of the plan's limit. The plan counts the calls of all
 * processes. A process sees only its own, so it learns its share from refusals (docs/decisions/0011).
 *
 * A call counts from its completion, not its start. The service counts arrivals, and a call arrives before we
 * see its completion. So `start(k + n) ≥ completion(k) + 60 s` keeps the limit at any latency.
 */
export class RateWindow {
	/** Completions in the last minute, in ms of the monotonic clock, oldest first. */
	private readonly completions: number[] = [];
	/** The limits of the credentials that made these calls. */
	private readonly limits: number[] = [];
	/** How many calls we make in a window without asking for more. */
	private share = Infinity;
	/** When a burst may exceed the share while other processes call. */
	private beyondAt = 0;
	/** When it may exceed the share while no other process calls. */
	private beyondAloneAt = 0;
	private burstAt = 0;
	/** How long the window took to fill in the refused burst, in ms. */
	private fillMs = 0;
	/** Full windows in a row. */
	private fullWindows = 0;

	start(callsPerMinute: number): void {
		const now = performance.now();
		const last = this.completions.at(-1) ?? -Infinity;
		if (now - last <= Math.max(PAUSE_MS, this.fillMs + LATE_MS)) return;
		this.burstAt = now;
		this.fullWindows = this.completions.length >= callsPerMinute * 0.9 ? this.fullWindows + 1 : 0;
		if (this.fullWindows >= LONG_WORK && this.share >= callsPerMinute) this.leaveOne(callsPerMinute);
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
	 * How long a call waits for its own credential's limit while a larger one is in use, in ms. Other
	 * credentials use at most half of it, so they never shut this one out.
	 */
	ownLimitMs(limit: number): number {
		if (this.accountLimit(limit) === limit) return 0;
		const own = this.completions.filter((_, index) => this.limits[index] === limit);
		const half = Math.floor(limit / 2);
		const isCrowded = this.completions.length - own.length > half;
		const expiresFirst = isCrowded ? own.at(half - limit) : this.completions.at(-limit);
		return expiresFirst === undefined ? 0 : expiresFirst + WINDOW_MS - performance.now();
	}

	/**
	 * How long the next call has to wait, in ms; 0 or less if it need not. Each call beyond our share waits
	 * longer. `othersAt` is when another process was last seen.
	 */
	waitMs(callsPerMinute: number, othersAt: number): number {
		this.dropExpired();
		const used = this.completions.length;
		const share = Math.min(this.share, callsPerMinute);
		if (used < share) return 0;
		const now = performance.now();
		const untilExpired = this.completions.at(-share)! + WINDOW_MS - now;
		if (untilExpired <= 0 || used >= callsPerMinute || !this.mayGoBeyond(othersAt)) return untilExpired;
		const untilLate = this.burstAt + this.fillMs + LATE_MS - now;
		// If others still use it, the service refuses the call, and our share is what it was.
		if (untilLate <= 0) this.share = used + 1;
		return Math.min(untilExpired, untilLate);
	}

	/**
	 * Records a refusal because of the rate: other processes made the rest of the calls. We leave them that
	 * share, and a little more if we knew our share or they call at other times.
	 */
	refuse(callsPerMinute: number, othersAt: number): void {
		this.dropExpired();
		const now = performance.now();
		const used = this.completions.length;
		const isAlone = othersAt < this.burstAt;
		const isKnown = used >= this.share * (1 - ROOM);
		const room = isAlone || isKnown ? Math.min(callsPerMinute - used, Math.ceil(used * ROOM)) : 0;
		this.share = Math.max(1, used - room);
		this.fillMs = now - this.burstAt;
		this.beyondAt = now + WINDOW_MS * (isKnown ? 3 : 2);
		this.beyondAloneAt = now + WINDOW_MS * (isAlone && this.fillMs <= SHORT_BURST_MS ? 1 : 2);
	}

	forget(): void {
		this.share = Infinity;
	}

	/**
	 * Whether a burst may ask for more. It must contain our whole share, unless we waited long: our calls may
	 * stay split into two bursts a minute.
	 */
	private mayGoBeyond(othersAt: number): boolean {
		const from = othersAt < this.burstAt ? this.beyondAloneAt : this.beyondAt;
		const isWhole = this.completions[0]! >= this.burstAt || performance.now() >= from + WINDOW_MS;
		return this.burstAt >= from && isWhole;
	}

	/** During a long job, leaves room for a call from elsewhere, such as a picker. */
	private leaveOne(callsPerMinute: number): void {
		this.share = Math.max(1, callsPerMinute - 1);
		this.beyondAt = this.beyondAloneAt = performance.now() + WINDOW_MS * LEAVE_FOR;
		this.fullWindows = 0;
	}

	private dropExpired(): void {
		const expired = this.completions.findIndex((at) => at > performance.now() - WINDOW_MS);
		for (const list of [this.completions, this.limits]) list.splice(0, expired < 0 ? list.length : expired);
	}
}
