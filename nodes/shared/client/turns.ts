/** So many calls make a turn … */
const TURN = 4;

/** … or one, if we were refused more often than this before we got in: many others wait. */
const MANY_REFUSALS = 30;

/** Others are forgotten after so long without a refusal, in ms. */
const FORGET_AFTER_MS = 90_000;

/** Between these, in ms, we believe what we measure: a call may also have waited on the way. */
const SHORTEST_CALL_MS = 10;
const LONGEST_CALL_MS = 1_000;

/**
 * Takes turns with other processes. The service takes one call at a time and refuses the others, which do not queue. A
 * process that sends the next call as soon as it has an answer keeps all others out. So once we have met others, we pause
 * after a few calls, for about as long as the turn of another takes.
 */
export class Turns {
	/** When another process was last seen at work: the service was busy with its call. */
	othersAt = -Infinity;
	/** How long a call of ours takes, in ms. */
	callMs = 30;
	private startedAt = 0;
	private calls = 0;
	private refusals = 0;
	private length = TURN;

	/** Records that a call starts. */
	start(): void {
		this.startedAt = performance.now();
	}

	/** Records that the service took the call. */
	served(): void {
		const ms = Math.min(Math.max(performance.now() - this.startedAt, SHORTEST_CALL_MS), LONGEST_CALL_MS);
		this.callMs += (ms - this.callMs) / 4;
		if (this.refusals > 0) this.length = this.refusals > MANY_REFUSALS ? 1 : TURN;
		this.refusals = 0;
		this.calls++;
	}

	/** Records that the service was busy. */
	refused(): void {
		this.othersAt = performance.now();
		this.refusals++;
		this.calls = 0;
	}

	/** How long to pause before the next call, in ms. A new turn then begins. */
	pauseMs(): number {
		const haveOthers = performance.now() - this.othersAt < FORGET_AFTER_MS;
		if (!haveOthers || this.calls < this.length) return 0;
		this.calls = 0;
		return this.callMs * (3 + Math.random());
	}
}
