/** Counts the calls in any `lengthMs` milliseconds (contract, "Limits": per-minute API rate). */
export class RollingWindow {
	private arrivals: number[] = [];
	private oldest = 0;

	constructor(private readonly lengthMs: number) {}

	/** The number of calls after `now - lengthMs`. */
	countAt(now: number): number {
		while (this.oldest < this.arrivals.length && this.arrivals[this.oldest]! <= now - this.lengthMs) {
			this.oldest++;
		}
		this.dropOld();
		return this.arrivals.length - this.oldest;
	}

	add(now: number): void {
		this.arrivals.push(now);
	}

	private dropOld(): void {
		if (this.oldest < 1024 || this.oldest * 2 < this.arrivals.length) return;
		this.arrivals = this.arrivals.slice(this.oldest);
		this.oldest = 0;
	}
}
