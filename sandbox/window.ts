/**
 * Counts calls in any `lengthMs` milliseconds (specification, "Limits": per-minute API rate). A call as old as the
 * window is long no longer counts.
 */
export class RollingWindow {
	private arrivals: number[] = [];
	private oldest = 0;

	constructor(private readonly lengthMs: number) {}

	/** How many calls count at this instant, in ms. */
	countAt(now: number): number {
		while (this.oldest < this.arrivals.length && this.arrivals[this.oldest]! <= now - this.lengthMs) {
			this.oldest++;
		}
		this.forgetOld();
		return this.arrivals.length - this.oldest;
	}

	add(now: number): void {
		this.arrivals.push(now);
	}

	private forgetOld(): void {
		if (this.oldest < 1024 || this.oldest * 2 < this.arrivals.length) return;
		this.arrivals = this.arrivals.slice(this.oldest);
		this.oldest = 0;
	}
}
