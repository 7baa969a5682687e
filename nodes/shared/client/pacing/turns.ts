import { WINDOW_MS } from './rateWindow';

/** The most calls in a row, once we have met other processes. */
const TURN = 8;

/** After this many recent refusals, another process works beside us, not only a picker. */
const COMPANY = 2;

/** Caps the waits, so that an unlucky process is not starved. */
const MOST_REFUSALS = 12;

/** Durations are taken as within this range, in ms: the call may have waited on the way. */
const SHORTEST_CALL_MS = 10;
const LONGEST_CALL_MS = 1_000;

/**
 * Takes turns with other processes. The service takes one call at a time and refuses the others with 503. So a
 * process pauses after a few calls, and a refused one asks again. The more refusals, the longer both wait.
 */
export class Turns {
	private callMs = 30;
	private startedAt = 0;
	/** Calls in this turn. */
	private calls = 0;
	/** Recent refusals. After each turn of ours, they count less. */
	private refusals = 0;
	private companyAt = -Infinity;

	/** Whether another process has worked beside us in the last minute. */
	get hasCompany(): boolean {
		return performance.now() - this.companyAt < WINDOW_MS;
	}

	start(): void {
		this.startedAt = performance.now();
	}

	served(): void {
		const ms = Math.min(Math.max(performance.now() - this.startedAt, SHORTEST_CALL_MS), LONGEST_CALL_MS);
		this.callMs += (ms - this.callMs) / 4;
		if (this.calls++ === 0) this.refusals *= 0.7;
	}

	refused(): void {
		this.refusals = Math.min(this.refusals + 1, MOST_REFUSALS);
		this.calls = 0;
		if (this.refusals >= COMPANY) this.companyAt = performance.now();
	}

	/** How long a refused call waits before it asks again, in ms. */
	waitMs(): number {
		return this.callMs * (0.5 + Math.random()) * (1 + this.refusals / 2);
	}

	/** The pause before the next call, in ms. After a turn it is long enough for refused processes to come first. */
	pauseMs(): number {
		if (this.calls < TURN) return 0;
		this.calls = 0;
		return this.refusals > 0.1 ? 2 * this.waitMs() : 0;
	}
}
