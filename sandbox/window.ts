/** Counts the calls of the last `lengthMs` milliseconds. */
export class RollingWindow {
	private arrivals: number[] = [];
	private oldest = 0;

	constructor(readonly lengthMs: number) {}

	/** Returns the number of calls after `now - lengthMs`. */
	countAt(now: number): number {
		this.leaveBehind(now);
		return this.arrivals.length - this.oldest;
	}

	/** Returns the times at which these calls arrived, oldest first. */
	arrivalsAt(now: number): number[] {
		this.leaveBehind(now);
		return this.arrivals.slice(this.oldest);
	}

	add(now: number): void {
		this.leaveBehind(now);
		this.arrivals.push(now);
	}

	private leaveBehind(now: number): void {
		while (this.oldest < this.arrivals.length && this.arrivals[this.oldest]! <= now - this.lengthMs) {
			this.oldest++;
		}
		if (this.oldest < 1024 || this.oldest * 2 < this.arrivals.length) return;
		this.arrivals = this.arrivals.slice(this.oldest);
		this.oldest = 0;
	}
}
