import { PAUSE_MS } from './rateWindow';

/** The calls of a turn. */
const TURN = 4;

/** After more refusals than this before a turn, it has one call only: many others wait. */
const MANY_REFUSALS = 30;

/** If nobody called in our pause, the next turn is longer by this factor. */
const LONGER = 1.5;

/** Between these, in ms, we believe what we measure: a call may also have waited on the way. */
const SHORTEST_CALL_MS = 10;
const LONGEST_CALL_MS = 1_000;

/** The limit is reached too soon in less than this part of the time that its calls take. */
const TOO_SOON = 0.75;

/** How a process that shares the limit with others asks a busy service again. */
export interface RetriesInTurn {
	/** After a few call times, not after seconds. */
	early: boolean;
	/** How long a call takes, in ms. */
	callMs: number;
}

/**
 * Takes turns with other processes. The service takes one call at a time and refuses the others, which do not queue. A
 * process that sends the next call as soon as it has an answer keeps all others out. So once we have met others, we pause
 * after a few calls, for about as long as the turn of another takes.
 */
export class Turns {
	/** When another process was last seen at work: the service was busy with its call. */
	othersAt = -Infinity;
	/** How long a call of ours takes, in ms. */
	private callMs = 30;
	/** Whether the service counts the calls that it was too busy for; undefined until the limit is reached. */
	private countsBusy?: boolean;
	private startedAt = -Infinity;
	/** When this burst began. Unlike those of `RateWindow`, calls that were refused belong to it, too. */
	private workingSince = 0;
	private calls = 0;
	private refusals = 0;
	private length = Infinity;

	/** How to ask a busy service again: not early if it counts those calls, as that would use up the limit. */
	retries(): RetriesInTurn {
		return { early: !this.countsBusy, callMs: this.callMs };
	}

	/** Records that a call starts. */
	start(): void {
		const now = performance.now();
		if (now - this.startedAt > PAUSE_MS) this.workingSince = now;
		this.startedAt = now;
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

	/**
	 * Records that `limit` calls have been counted. If we have not worked for as long as they take, the service has also
	 * counted those that it was too busy for.
	 */
	limitReached(limit: number): void {
		const isSoon = performance.now() - this.workingSince < TOO_SOON * limit * this.callMs;
		this.countsBusy ??= isSoon && this.othersAt >= this.workingSince;
	}

	/** How long to pause before the next call, in ms. A new turn then begins. */
	pauseMs(): number {
		if (this.countsBusy || this.calls < this.length) return 0;
		this.length *= LONGER;
		this.calls = 0;
		return this.callMs * (2 + Math.random());
	}

	/** Forgets what was learned about others. */
	forget(): void {
		this.countsBusy = undefined;
		this.length = Infinity;
	}
}
