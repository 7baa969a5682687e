/** The service counts calls in any rolling 60 seconds (contract, Limits). */
export const WINDOW_MS = 60_000;

/** A window ends with a pause of at least this length, in ms. */
const PAUSE_MS = 5_000;

/** After this many full windows in a row, we leave one call of each to others, such as a picker. */
const LONG_WORK = 3;

/**
 * Our calls of the last minute.
 *
 * A call counts from its completion, not its start. The service counts arrivals, and a call arrives before we
 * see its completion. So `start(k + n) ≥ completion(k) + 60 s` keeps the limit at any latency.
 */
export class RateWindow {
	/** Completions in the last minute, in ms of the monotonic clock, oldest first. */
	private readonly completions: number[] = [];
	/** The limits of the credentials that made these calls. */
	private readonly limits: number[] = [];
	/** Full windows in a row. */
	private fullWindows = 0;

	/** Our calls of the last minute. */
	get used(): number {
		this.dropExpired();
		return this.completions.length;
	}

	/** How long the oldest of them still counts, in ms; 0 without a call. */
	get untilExpiredMs(): number {
		this.dropExpired();
		return untilExpired(this.completions[0]);
	}

	/** @param limit the most calls in a window */
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
	 * How long a call waits for its own credential's limit while a larger one is in use, in ms. Other
	 * credentials use at most half of it, so they never shut this one out.
	 */
	ownLimitMs(limit: number): number {
		if (this.accountLimit(limit) === limit) return 0;
		const own = this.completions.filter((_, index) => this.limits[index] === limit);
		const half = Math.floor(limit / 2);
		const isCrowded = this.completions.length - own.length > half;
		return untilExpired(isCrowded ? own.at(half - limit) : this.completions.at(-limit));
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

/** How long a call still counts, in ms; 0 without a call. */
function untilExpired(completedAt: number | undefined): number {
	return completedAt === undefined ? 0 : completedAt + WINDOW_MS - performance.now();
}
