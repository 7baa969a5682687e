/** The service counts calls in any rolling 60 seconds (contract, Limits). */
export const WINDOW_MS = 60_000;

/** A longer pause between two calls separates two bursts, in ms. */
export const PAUSE_MS = 5_000;

/** How much later than the burst of the others we make the calls beyond our share, in ms. */
const LATE_MS = 50;

/** A refusal at the end of a shorter burst costs so little that we ask for more in the next window, in ms. */
const SHORT_BURST_MS = 1_000;

/** The part of our calls that we give up to those who get none by taking turns with us. */
const ROOM = 0.05;

/** After so many full windows in a row we leave one call of each to others … */
const LONG_WORK = 3;

/** … and after so many more we find out whether somebody uses it. */
const LEAVE_FOR = 8;

/**
 * The calls of this process in the last minute, and its share of what the plan allows. The plan counts the calls of all
 * processes, but a process sees only its own: it learns its share from refusals. docs/decisions/0011 says how.
 *
 * A call counts from its completion, not from its start. The service counts arrivals, and an arrival is never later than
 * the completion we see, so `start(k + n) ≥ completion(k) + 60 s` keeps the limit whatever the latency.
 */
export class RateWindow {
	/** When the calls of the last minute were completed, in ms of the monotonic clock, oldest first. */
	private readonly completions: number[] = [];
	/** The limits of the credentials that made these calls. */
	private readonly limits: number[] = [];
	/** How many calls we make in a window without asking for more. */
	private share = Infinity;
	/** From when on a burst may go beyond the share, if others call at the same time … */
	private beyondAt = 0;
	/** … and if nobody does. */
	private beyondAloneAt = 0;
	private burstAt = 0;
	/** How long the window took to fill in the burst that was refused, in ms. */
	private fillMs = 0;
	/** Full windows in a row. */
	private fullWindows = 0;

	constructor(private readonly windowMs: number) {}

	/** Records that a call starts. */
	start(callsPerMinute: number): void {
		const now = performance.now();
		const last = this.completions.at(-1) ?? -Infinity;
		if (now - last <= Math.max(PAUSE_MS, this.fillMs + LATE_MS)) return;
		this.burstAt = now;
		this.fullWindows = this.completions.length >= callsPerMinute * 0.9 ? this.fullWindows + 1 : 0;
		if (this.fullWindows >= LONG_WORK && this.share >= callsPerMinute) this.leaveOne(callsPerMinute);
	}

	/** Records the completion of a call that the service may have counted. */
	count(limit: number): void {
		this.dropExpired();
		this.completions.push(performance.now());
		this.limits.push(limit);
	}

	/** The limit of the account: the largest of its credentials at work. `own` is that of the caller's credential. */
	accountLimit(own: number): number {
		if (own === Infinity) return own;
		this.dropExpired();
		return this.limits.reduce((largest, limit) => Math.max(largest, limit), own);
	}

	/**
	 * How long a call has to wait for the limit of its own credential while one with a larger limit uses the account, in ms.
	 * Other credentials' calls count, but use up at most half of the limit: they never shut this credential out.
	 */
	ownLimitMs(limit: number): number {
		if (this.accountLimit(limit) === limit) return 0;
		const own = this.completions.filter((_, index) => this.limits[index] === limit);
		const half = Math.floor(limit / 2);
		const isCrowded = this.completions.length - own.length > half;
		const expiresFirst = isCrowded ? own.at(half - limit) : this.completions.at(-limit);
		return expiresFirst === undefined ? 0 : expiresFirst + this.windowMs - performance.now();
	}

	/**
	 * How long the next call has to wait, in ms; not more than 0 if it need not. Beyond our share, that grows call by call.
	 *
	 * @param othersAt when another process was last seen at work.
	 */
	waitMs(callsPerMinute: number, othersAt: number): number {
		this.dropExpired();
		const used = this.completions.length;
		const share = Math.min(this.share, callsPerMinute);
		if (used < share) return 0;
		const now = performance.now();
		const untilExpired = this.completions.at(-share)! + this.windowMs - now;
		if (untilExpired <= 0 || used >= callsPerMinute || !this.mayGoBeyond(othersAt)) return untilExpired;
		const untilLate = this.burstAt + this.fillMs + LATE_MS - now;
		// If others use it after all, the service refuses the call, and we are back at what we had.
		if (untilLate <= 0) this.share = used + 1;
		return Math.min(untilExpired, untilLate);
	}

	/**
	 * Records that the service refused a call because of the rate: others made the calls that are missing in ours. We leave
	 * them that share, and a little more if we knew ours, or if they call when we do not.
	 *
	 * @param othersAt when another process was last seen at work.
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
		this.beyondAt = now + this.windowMs * (isKnown ? 3 : 2);
		this.beyondAloneAt = now + this.windowMs * (isAlone && this.fillMs <= SHORT_BURST_MS ? 1 : 2);
	}

	/** Forgets what was learned about others. */
	forget(): void {
		this.share = Infinity;
	}

	/**
	 * Whether a burst may ask for more by now, and all calls of our share were made in it. If we waited long for such a
	 * burst, the calls of our share may lie in two bursts of each minute for good.
	 */
	private mayGoBeyond(othersAt: number): boolean {
		const from = othersAt < this.burstAt ? this.beyondAloneAt : this.beyondAt;
		const isWhole = this.completions[0]! >= this.burstAt || performance.now() >= from + this.windowMs;
		return this.burstAt >= from && isWhole;
	}

	/** A long job leaves room for a call from elsewhere, such as a picker in the editor. */
	private leaveOne(callsPerMinute: number): void {
		this.share = Math.max(1, callsPerMinute - 1);
		this.beyondAt = this.beyondAloneAt = performance.now() + this.windowMs * LEAVE_FOR;
		this.fullWindows = 0;
	}

	private dropExpired(): void {
		const expired = this.completions.findIndex((at) => at > performance.now() - this.windowMs);
		for (const list of [this.completions, this.limits]) list.splice(0, expired < 0 ? list.length : expired);
	}
}
