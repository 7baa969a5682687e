/** The service counts calls in any rolling 60 seconds (contract, Limits). */
export const WINDOW_MS = 60_000;

/** The turn of a call in the queue of an account. */
export class Turn {
	/** The most calls of its credential in a window. */
	readonly limit: number;
	/** Calls with the same limit and operation stay in order. */
	readonly lane: string;
	/** When to retry a busy operation, in ms of the monotonic clock. */
	resumeAt = 0;
	/** Busy answers in a row. */
	busyInARow = 0;
	/** Whether the call has let others pass. It then holds its lane until it leaves. */
	isAside = false;

	/**
	 * @param callsPerMinute 0 means no limit
	 * @param operation method and path
	 * @param isForEditor whether somebody waits for it in the editor
	 */
	constructor(
		callsPerMinute: number,
		operation: string,
		readonly isForEditor = false,
	) {
		this.limit = callsPerMinute || Infinity;
		this.lane = `${callsPerMinute} ${operation}`;
	}
}

/** A completed call. `at` is in ms of the monotonic clock, `limit` is its credential's. */
interface Completion {
	at: number;
	limit: number;
}

/** A pause of at least this length between two calls ends a window, in ms. */
const PAUSE_MS = 5_000;

/** After this many full windows in a row, we leave one call of each window to others, such as a picker. */
const LONG_WORK = 3;

/** How long calls are kept for the editor after it did not get one in time, in ms. */
const KEPT_FOR_MS = 300_000;

/** The share of the limit that is left to runs while calls are kept for the editor. */
const SHARE_OF_RUNS = 0.98;

/**
 * Our calls of the last minute.
 *
 * A call counts from its completion, not its start. The service counts arrivals, and a call arrives before we
 * see its completion. So `start(k + n) ≥ completion(k) + 60 s` keeps a limit of n calls at any latency.
 */
export class RateWindow {
	/** The oldest first. */
	private readonly completions: Completion[] = [];
	/** Full windows in a row. */
	private fullWindows = 0;
	/** Until when calls are kept for the editor, in ms of the monotonic clock. */
	private keptUntil = -Infinity;

	/** Our calls of the last minute. */
	get calls(): readonly Completion[] {
		const expired = this.completions.findIndex((one) => untilExpired(one) > 0);
		this.completions.splice(0, expired < 0 ? this.completions.length : expired);
		return this.completions;
	}

	/** Records that a call is about to start. After a pause, it is the first of a new window. */
	start(turn: Turn): void {
		const last = this.completions.at(-1)?.at ?? -Infinity;
		if (performance.now() - last <= PAUSE_MS) return;
		const isFull = this.completions.length >= this.limitFor(turn) * 0.9;
		this.fullWindows = isFull ? this.fullWindows + 1 : 0;
	}

	/** Records a completed call that the service may have counted. */
	count({ limit }: Turn): void {
		this.completions.push({ at: performance.now(), limit });
	}

	/** How long this call and all later ones have to wait, in ms; 0 or less if they need not. */
	waitMs(turn: Turn): number {
		const left = this.fullWindows >= LONG_WORK ? 1 : 0;
		return this.untilBelow(this.limitFor(turn) - left);
	}

	/** How long only this call has to wait, in ms; 0 or less if it need not. */
	ownWaitMs(turn: Turn): number {
		const limit = this.limitFor(turn);
		const isKept = !turn.isForEditor && performance.now() <= this.keptUntil;
		const keptMs = isKept ? this.untilBelow(Math.floor(limit * SHARE_OF_RUNS)) : 0;
		return Math.max(keptMs, limit === turn.limit ? 0 : this.ownLimitMs(turn));
	}

	/**
	 * Records that the editor asks for a call.
	 *
	 * @param isRefused whether it did not get the call in time, because the calls of runs fill the window
	 */
	noteEditor(isRefused: boolean): void {
		const now = performance.now();
		if (isRefused || now < this.keptUntil) this.keptUntil = now + KEPT_FOR_MS;
	}

	/** The largest limit of the credentials in use. */
	private limitFor({ limit }: Turn): number {
		return this.calls.reduce((largest, one) => Math.max(largest, one.limit), limit);
	}

	/**
	 * How long a call waits for its own credential's limit while a larger limit is in use, in ms. Calls of
	 * other credentials count for at most half of its limit, so they never shut it out.
	 */
	private ownLimitMs({ limit }: Turn): number {
		const own = this.calls.filter((one) => one.limit === limit);
		const half = Math.floor(limit / 2);
		const isCrowded = this.calls.length - own.length > half;
		return isCrowded ? untilExpired(own.at(half - limit)) : this.untilBelow(limit);
	}

	/** How long until the window has fewer calls than `count`, in ms. One call is always allowed. */
	private untilBelow(count: number): number {
		return untilExpired(this.calls.at(-Math.max(1, count)));
	}
}

/** How long a call still counts, in ms; 0 if there is no call. */
function untilExpired(call: Completion | undefined): number {
	return call ? call.at + WINDOW_MS - performance.now() : 0;
}

/**
 * The measured duration of a call is corrected to this range, in ms, because the call may have waited on the
 * way.
 */
const SHORTEST_CALL_MS = 10;
const LONGEST_CALL_MS = 1_000;

/**
 * After this many busy answers in a row, the service must be processing a long call, so the waits grow to a
 * second.
 */
const PATIENT_AFTER = 24;
const LONGEST_GROWN_MS = 1_000;

/** Keeps processes that were refused together from returning together, in ms. */
const SPREAD_MS = 200;

/**
 * A process with fewer calls in the last minute does not wait for one of them to expire, because it would
 * never get more than these few.
 */
const FEW_CALLS = 4;

/** How long a process with few calls waits after a 429, in ms. */
const SHORTEST_GUESS_MS = 2_500;
const LONGEST_GUESS_MS = 7_500;

/**
 * The other processes that use the account. We learn about them only from refusals: 503 while the service
 * processes a call of theirs, and 429 once the calls of all processes fill the window.
 */
export class Others {
	/** When an answer last showed that another process may be at work, in ms of the monotonic clock. */
	metAt = -Infinity;
	/** The average duration of our calls. */
	private callMs = 30;
	private startedAt = 0;

	constructor(private readonly window: RateWindow) {}

	/** Records that a call is sent. */
	start(): void {
		this.startedAt = performance.now();
	}

	/** Records that the call was processed. */
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
	 * @returns how long the call waits, in ms: one to three times the duration of a call.
	 */
	meetBusy(turn: Turn): number {
		this.meet();
		turn.busyInARow++;
		const ms = this.callMs * (1 + 2 * Math.random());
		return Math.max(ms, Math.min((ms * turn.busyInARow) / PATIENT_AFTER, LONGEST_GROWN_MS));
	}

	/**
	 * Records a 429.
	 *
	 * @returns how long all our calls wait, in ms: until our oldest call of the last minute expires, which
	 *   certainly frees a slot. With only a few calls, the wait is a guess, and may be shorter.
	 */
	meetFull(): number {
		this.meet();
		const { calls } = this.window;
		const ownSlotMs = untilExpired(calls[0]) + Math.random() * SPREAD_MS;
		if (calls.length >= FEW_CALLS) return ownSlotMs;
		const guessMs = SHORTEST_GUESS_MS + Math.random() * (LONGEST_GUESS_MS - SHORTEST_GUESS_MS);
		return calls.length > 0 ? Math.min(ownSlotMs, guessMs) : guessMs;
	}
}
