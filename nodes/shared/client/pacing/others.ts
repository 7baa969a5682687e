import type { RateWindow } from './rate-window';

/** Durations are taken as within this range, in ms: the call may have waited on the way. */
const SHORTEST_CALL_MS = 10;
const LONGEST_CALL_MS = 1_000;

/** After this many busy answers in a row, somebody's call is a long one, and the waits grow to a second. */
const PATIENT_AFTER = 24;
const LONGEST_GROWN_MS = 1_000;

/** Keeps processes that were refused together from returning together, in ms. */
const SPREAD_MS = 200;

/** With fewer calls in the last minute, waiting for our own slots would leave us no more than these. */
const FEW_CALLS = 4;

/** How long a process with few calls waits after a 429, in ms. */
const SHORTEST_GUESS_MS = 2_500;
const LONGEST_GUESS_MS = 7_500;

/**
 * The other processes that use the account. We learn about them only from refusals: 503 while the service
 * processes a call of theirs, and 429 once the calls of all processes fill the window.
 */
export class Others {
	/** When we last met them, in ms of the monotonic clock. */
	metAt = -Infinity;
	/** The average duration of our calls. */
	private callMs = 30;
	private startedAt = 0;

	/** Records that a call is sent. */
	start(): void {
		this.startedAt = performance.now();
	}

	/** Records that it was processed. */
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
	 * @param inARow how many of them the call has got.
	 * @returns how long it waits, in ms: one to three times the duration of a call.
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
	 *   certainly frees a slot.
	 */
	meetFull(ownCalls: RateWindow): number {
		this.meet();
		const ownSlotMs = ownCalls.untilExpiredMs + Math.random() * SPREAD_MS;
		if (ownCalls.used >= FEW_CALLS) return ownSlotMs;
		const guessMs = SHORTEST_GUESS_MS + Math.random() * (LONGEST_GUESS_MS - SHORTEST_GUESS_MS);
		return ownCalls.used > 0 ? Math.min(ownSlotMs, guessMs) : guessMs;
	}
}
