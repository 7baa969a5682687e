/** The length of the window in which the service counts calls, in ms: any 60 seconds (contract, Limits). */
export const WINDOW_MS = 60_000;

/** A call's turn in the queue of an account. */
export class Turn {
	/** The maximum number of calls in a window, according to the call's credential. */
	readonly limit: number;
	/** The time before which the call must not be sent because its operation is busy, in ms of the monotonic clock. */
	resumeAt = 0;
	/** The number of busy replies in a row. */
	busyInARow = 0;
	/**
	 * Whether the call has stepped aside to let others pass. From then on, it holds its lane until it leaves the queue.
	 */
	isAside = false;

	/**
	 * @param callsPerMinute 0 means no limit
	 * @param lane the method and path: calls of the same operation share a lane, and stay in order within it
	 * @param isForEditor whether somebody is waiting for the reply in the editor
	 */
	constructor(
		callsPerMinute: number,
		readonly lane: string,
		readonly isForEditor = false,
	) {
		this.limit = callsPerMinute || Infinity;
	}
}

/** The minimum pause between two calls that separates two windows, in ms. */
const PAUSE_MS = 5_000;

/**
 * This process may fill this many windows in a row. After that, it leaves one call per window to other processes and to
 * the editor's pickers.
 */
const MAX_UNSHARED_WINDOWS = 3;

/**
 * How long some calls of each window are reserved for the editor after one of its calls was not sent in time, in ms.
 */
const KEEP_FOR_EDITOR_MS = 300_000;

/** The share of the limit that executions may use while calls are reserved for the editor. */
const RUNS_SHARE = 0.98;

/**
 * The calls of this process in the last minute, which decide when the next call can be sent.
 *
 * A call counts from its completion, not from its start. The service counts a call when it arrives, which is before its
 * completion is seen here. So if call k + n starts at least 60 s after the completion of call k, the limit of n calls
 * is kept at any latency.
 */
export class RateWindow {
	/** When calls were completed, in ms of the monotonic clock, oldest first. `calls` removes the expired ones. */
	private readonly completions: number[] = [];
	/** The number of full windows in a row. */
	private fullWindows = 0;
	/** The time until which calls are reserved for the editor, in ms of the monotonic clock. */
	private keptUntil = -Infinity;

	/** When the calls of the last minute were completed, oldest first. */
	get calls(): readonly number[] {
		const expired = this.completions.findIndex((one) => getMsUntilExpired(one) > 0);
		this.completions.splice(0, expired < 0 ? this.completions.length : expired);
		return this.completions;
	}

	/** Records that a call is about to start. If there was a pause before it, a new window begins with this call. */
	noteStart({ limit }: Turn): void {
		const last = this.completions.at(-1) ?? -Infinity;
		if (performance.now() - last <= PAUSE_MS) return;
		const isFull = this.completions.length >= limit * 0.9;
		this.fullWindows = isFull ? this.fullWindows + 1 : 0;
	}

	/** Records a completed call that the service may have counted. */
	count(): void {
		this.completions.push(performance.now());
	}

	/** Returns how long this call and all later calls must wait, in ms; 0 or less if they need not wait. */
	getWaitMs({ limit }: Turn): number {
		const left = this.fullWindows >= MAX_UNSHARED_WINDOWS ? 1 : 0;
		return this.getMsUntilBelow(limit - left);
	}

	/** Returns how long this call must wait even though other calls may be sent, in ms; 0 or less if it need not wait. */
	getOwnWaitMs({ limit, isForEditor }: Turn): number {
		const isKept = !isForEditor && performance.now() <= this.keptUntil;
		return isKept ? this.getMsUntilBelow(Math.floor(limit * RUNS_SHARE)) : 0;
	}

	/**
	 * Records a call of the editor.
	 *
	 * @param isRefused whether the call was not sent in time, because calls of executions filled the window
	 */
	noteEditor(isRefused: boolean): void {
		const now = performance.now();
		if (isRefused || now < this.keptUntil) this.keptUntil = now + KEEP_FOR_EDITOR_MS;
	}

	/** Returns how long it takes until the window has fewer calls than `count`, in ms. `count` is at least 1. */
	private getMsUntilBelow(count: number): number {
		return getMsUntilExpired(this.calls.at(-Math.max(1, count)));
	}
}

/** Returns how long a call still counts, in ms; 0 if there is no call. */
function getMsUntilExpired(completedAt: number | undefined): number {
	return completedAt === undefined ? 0 : completedAt + WINDOW_MS - performance.now();
}

/** The minimum duration that is counted for a call, in ms. */
const MIN_CALL_MS = 10;
/** The maximum duration that is counted for a call, in ms. Something on the way may have delayed a longer call. */
const MAX_CALL_MS = 1_000;

/** After this many busy replies in a row, the waits grow, because the service seems to be processing a long call. */
const MAX_EAGER_RETRIES = 24;
/** The limit up to which the waits after busy replies grow, in ms. */
const MAX_GROWN_MS = 1_000;

/**
 * The maximum random addition to a wait, in ms. It keeps processes that were refused at the same time from trying again
 * at the same time.
 */
const SPREAD_MS = 200;

/**
 * After a 429, a process waits until its oldest call of the last minute expires, but only if it made at least this many
 * calls in that minute. Otherwise, it would never get more than its few calls.
 */
const MIN_CALLS_TO_AWAIT_OWN = 4;

/** The minimum of the random wait after a 429 if this process made only a few calls, in ms. */
const MIN_GUESS_MS = 2_500;
/** The maximum of the random wait after a 429 if this process made only a few calls, in ms. */
const MAX_GUESS_MS = 7_500;

/**
 * What is known about other processes that use the account. Only refusals reveal them: the service returns 503 while it
 * processes a call of another process, and 429 when the calls of all processes together exceed the limit.
 */
export class OtherProcesses {
	/** When a reply last suggested that another process uses the account, in ms of the monotonic clock. */
	metAt = -Infinity;
	/** The average duration of this process's calls, in ms. */
	callMs = 30;

	constructor(private readonly window: RateWindow) {}

	/** Adds the duration of a call to the average. */
	noteDuration(tookMs: number): void {
		const ms = Math.min(Math.max(tookMs, MIN_CALL_MS), MAX_CALL_MS);
		this.callMs += (ms - this.callMs) / 4;
	}

	/** Records a reply that suggests that another process uses the account. */
	meet(): void {
		this.metAt = performance.now();
	}

	/**
	 * Records a busy reply.
	 *
	 * @returns how long the call should wait, in ms: one to three times the average duration of a call, or longer after
	 *   many busy replies in a row
	 */
	meetBusy(turn: Turn): number {
		this.meet();
		turn.busyInARow++;
		const ms = this.callMs * (1 + 2 * Math.random());
		return Math.max(ms, Math.min((ms * turn.busyInARow) / MAX_EAGER_RETRIES, MAX_GROWN_MS));
	}

	/**
	 * Records a 429.
	 *
	 * @returns how long all calls of this process should wait, in ms: until its oldest call of the last minute expires,
	 *   because then the rate limit certainly allows another call. If there were only a few calls, the wait is random,
	 *   and may be shorter.
	 */
	meetFull(): number {
		this.meet();
		const { calls } = this.window;
		const ownSlotMs = getMsUntilExpired(calls[0]) + Math.random() * SPREAD_MS;
		if (calls.length >= MIN_CALLS_TO_AWAIT_OWN) return ownSlotMs;
		const guessMs = MIN_GUESS_MS + Math.random() * (MAX_GUESS_MS - MIN_GUESS_MS);
		return calls.length > 0 ? Math.min(ownSlotMs, guessMs) : guessMs;
	}
}
