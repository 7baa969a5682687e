/** The service counts calls in any rolling 60 seconds (contract, Limits). */
export const WINDOW_MS = 60_000;

/** A call's turn in the queue of an account. */
export class Turn {
	/** The maximum number of calls in a window, according to the call's credential. */
	readonly limit: number;
	/** Calls in the same lane stay in order. They have the same limit and the same operation. */
	readonly lane: string;
	/** When to try a busy operation again, in ms of the monotonic clock. */
	resumeAt = 0;
	/** The number of busy replies in a row. */
	busyInARow = 0;
	/** Whether the call has let others pass. From then on, it holds its lane until it leaves. */
	isAside = false;

	/**
	 * @param callsPerMinute 0 means no limit
	 * @param operation the method and path
	 * @param isForEditor whether somebody is waiting for the reply in the editor
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

/** A completed call. `at` is in ms of the monotonic clock, and `limit` is its credential's limit. */
interface Completion {
	at: number;
	limit: number;
}

/** A pause of at least this length between two calls ends a window, in ms. */
const PAUSE_MS = 5_000;

/**
 * After this many full windows in a row, one call of each window is left to other processes, and to the editor's
 * pickers.
 */
const MAX_UNSHARED_WINDOWS = 3;

/** How long calls are kept for the editor after one of its calls was not sent in time, in ms. */
const KEEP_FOR_EDITOR_MS = 300_000;

/** The share of the limit that is left to runs while calls are kept for the editor. */
const RUNS_SHARE = 0.98;

/**
 * Our calls of the last minute.
 *
 * A call counts from its completion, not from its start. The service counts arrivals, and a call arrives before its
 * completion is seen here. So `start(k + n) ≥ completion(k) + 60 s` keeps a limit of n calls at any latency.
 */
export class RateWindow {
	/** Oldest first. It may still contain expired calls, which `calls` removes. */
	private readonly completions: Completion[] = [];
	/** The number of full windows in a row. */
	private fullWindows = 0;
	/** The time until which calls are kept for the editor, in ms of the monotonic clock. */
	private keptUntil = -Infinity;

	/** Our calls of the last minute, oldest first. */
	get calls(): readonly Completion[] {
		const expired = this.completions.findIndex((one) => getMsUntilExpired(one) > 0);
		this.completions.splice(0, expired < 0 ? this.completions.length : expired);
		return this.completions;
	}

	/** Records that a call is about to start. After a pause, the call is the first of a new window. */
	noteStart(turn: Turn): void {
		const last = this.completions.at(-1)?.at ?? -Infinity;
		if (performance.now() - last <= PAUSE_MS) return;
		const isFull = this.completions.length >= this.findLimit(turn) * 0.9;
		this.fullWindows = isFull ? this.fullWindows + 1 : 0;
	}

	/** Records a completed call that the service may have counted. */
	count({ limit }: Turn): void {
		this.completions.push({ at: performance.now(), limit });
	}

	/** How long this call and all later ones have to wait, in ms; 0 or less if they do not have to. */
	getWaitMs(turn: Turn): number {
		const left = this.fullWindows >= MAX_UNSHARED_WINDOWS ? 1 : 0;
		return this.getMsUntilBelow(this.findLimit(turn) - left);
	}

	/** How long only this call has to wait, in ms; 0 or less if it does not have to. */
	getOwnWaitMs(turn: Turn): number {
		const limit = this.findLimit(turn);
		const isKept = !turn.isForEditor && performance.now() <= this.keptUntil;
		const keptMs = isKept ? this.getMsUntilBelow(Math.floor(limit * RUNS_SHARE)) : 0;
		return Math.max(keptMs, limit === turn.limit ? 0 : this.getOwnLimitMs(turn));
	}

	/**
	 * Records a call of the editor.
	 *
	 * @param isRefused whether the call was not sent in time, because the calls of executions fill the window
	 */
	noteEditor(isRefused: boolean): void {
		const now = performance.now();
		if (isRefused || now < this.keptUntil) this.keptUntil = now + KEEP_FOR_EDITOR_MS;
	}

	/** Returns the highest limit of the credentials in use. */
	private findLimit({ limit }: Turn): number {
		return this.calls.reduce((largest, one) => Math.max(largest, one.limit), limit);
	}

	/**
	 * How long a call waits for its own credential's limit while a higher limit is in use, in ms. Calls of other
	 * credentials take up no more than half of that limit, so they never block the credential entirely.
	 */
	private getOwnLimitMs({ limit }: Turn): number {
		const own = this.calls.filter((one) => one.limit === limit);
		const half = Math.floor(limit / 2);
		const isCrowded = this.calls.length - own.length > half;
		return isCrowded ? getMsUntilExpired(own.at(half - limit)) : this.getMsUntilBelow(limit);
	}

	/** How long it takes until the window has fewer calls than `count`, in ms. A single call is always allowed. */
	private getMsUntilBelow(count: number): number {
		return getMsUntilExpired(this.calls.at(-Math.max(1, count)));
	}
}

/** How long a call still counts, in ms; 0 if there is no call. */
function getMsUntilExpired(call: Completion | undefined): number {
	return call ? call.at + WINDOW_MS - performance.now() : 0;
}

/**
 * The measured duration of a call is limited to this range, in ms, because the call may have been delayed on its way.
 */
const MIN_CALL_MS = 10;
const MAX_CALL_MS = 1_000;

/** After this many busy replies in a row, the service must be processing a long call, so the waits grow to a second. */
const MAX_EAGER_RETRIES = 24;
const MAX_GROWN_MS = 1_000;

/**
 * The range over which waits are spread, in ms, so that processes that were refused together do not return together.
 */
const SPREAD_MS = 200;

/**
 * A process with fewer calls than this in the last minute does not wait until one of them expires. Otherwise, the
 * process would never get more than these few calls.
 */
const MIN_CALLS_TO_AWAIT_OWN = 4;

/** The range of the wait after a 429 for a process with few calls, in ms. */
const MIN_GUESS_MS = 2_500;
const MAX_GUESS_MS = 7_500;

/**
 * The other processes that use the account. Only refusals reveal them: a 503 while the service processes one of their
 * calls, and a 429 once the calls of all processes fill the window.
 */
export class OtherProcesses {
	/** When a reply last suggested that another process is at work, in ms of the monotonic clock. */
	metAt = -Infinity;
	/** The average duration of our calls, in ms. */
	callMs = 30;
	private startedAt = 0;

	constructor(private readonly window: RateWindow) {}

	noteStart(): void {
		this.startedAt = performance.now();
	}

	/** Adds the duration of the processed call to the average. */
	noteProcessed(): void {
		const ms = Math.min(Math.max(performance.now() - this.startedAt, MIN_CALL_MS), MAX_CALL_MS);
		this.callMs += (ms - this.callMs) / 4;
	}

	/** Remembers that a reply suggested that another process is at work. */
	meet(): void {
		this.metAt = performance.now();
	}

	/**
	 * Records a busy reply.
	 *
	 * @returns how long the call waits, in ms: one to three times the duration of a call
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
	 * @returns how long all our calls wait, in ms: until our oldest call of the last minute expires, when the rate
	 *   limit certainly allows another call. With only a few calls, the wait is a guess, and may be shorter.
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
