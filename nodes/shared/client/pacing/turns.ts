import { PAUSE_MS } from './rateWindow';

const TURN = 4;

/** If more refusals than this precede a turn, many others are waiting, so the turn has one call. */
const MANY_REFUSALS = 30;

/** If no other process called in our pause, the next turn is longer by this factor. */
const LONGER = 1.5;

/** Durations outside this range, in ms, are ignored: the call may have waited on the way. */
const SHORTEST_CALL_MS = 10;
const LONGEST_CALL_MS = 1_000;

/** Reaching the limit within this fraction of the time that its calls take is too soon. */
const TOO_SOON = 0.75;

/** How a process that shares the limit retries a busy service. */
export interface RetriesInTurn {
	/** Whether to retry after a few call durations instead of seconds. */
	early: boolean;
	callMs: number;
}

/**
 * Takes turns with other processes. The service takes one call at a time and refuses the others instead of
 * queueing them. A process without pauses would shut them all out. Once we have met others, we pause after a
 * few calls, for about one turn of another process.
 */
export class Turns {
	/** When the service was last busy with a call of another process. */
	othersAt = -Infinity;
	private callMs = 30;
	/** Whether the service counts calls that it was too busy for; undefined until the limit is reached. */
	private countsBusy?: boolean;
	private startedAt = -Infinity;
	/** When this burst began. A burst here includes refused calls; one of `RateWindow` does not. */
	private workingSince = 0;
	private calls = 0;
	private refusals = 0;
	private length = Infinity;

	/** Not early if the service counts busy calls, because retries would use up the limit. */
	retries(): RetriesInTurn {
		return { early: !this.countsBusy, callMs: this.callMs };
	}

	start(): void {
		const now = performance.now();
		if (now - this.startedAt > PAUSE_MS) this.workingSince = now;
		this.startedAt = now;
	}

	served(): void {
		const ms = Math.min(Math.max(performance.now() - this.startedAt, SHORTEST_CALL_MS), LONGEST_CALL_MS);
		this.callMs += (ms - this.callMs) / 4;
		if (this.refusals > 0) this.length = this.refusals > MANY_REFUSALS ? 1 : TURN;
		this.refusals = 0;
		this.calls++;
	}

	refused(): void {
		this.othersAt = performance.now();
		this.refusals++;
		this.calls = 0;
	}

	/** If we have not worked long enough to make `limit` calls, the service also counts busy answers. */
	limitReached(limit: number): void {
		const isSoon = performance.now() - this.workingSince < TOO_SOON * limit * this.callMs;
		this.countsBusy ??= isSoon && this.othersAt >= this.workingSince;
	}

	/** The pause before the next call, in ms. It starts a new turn. */
	pauseMs(): number {
		if (this.countsBusy || this.calls < this.length) return 0;
		this.length *= LONGER;
		this.calls = 0;
		return this.callMs * (2 + Math.random());
	}

	forget(): void {
		this.countsBusy = undefined;
		this.length = Infinity;
	}
}
