import { delay } from './cancellation';
import { KeyedMutex } from './mutex';
import { Others, RateWindow } from './window';

export type OnWait = (ms: number) => void;

/** The turn of a call in the queue of an account. */
export class Turn {
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

/** The key that the call with the turn holds. */
const QUEUE = '';

/**
 * The queue of one account: one call at a time, first come, first served. It keeps to the credential's calls
 * per minute in any rolling minute (contract, Limits). A call steps aside if only its operation or its own
 * credential has to wait. Other processes have their own queues; we learn about them from refusals
 * (docs/decisions/0011).
 */
export class Queue {
	/** The keys are `QUEUE` and the lanes. */
	private readonly mutex = new KeyedMutex();
	private holder?: Turn;
	private readonly window = new RateWindow();
	private readonly others = new Others();
	private blockedUntil = 0;
	private holderWaitsUntil = 0;
	private usedAt = performance.now();

	/**
	 * Waits for the turn, unless the call has it, then for the window. The call holds the queue until `leave`.
	 *
	 * @returns the ms spent waiting, without the time in the queue.
	 * @throws {Cancelled} as soon as the signal fires. A call that had its turn before must still `leave`.
	 */
	async enter(turn: Turn, signal?: AbortSignal, onWait?: OnWait): Promise<number> {
		if (this.holder === turn) return await this.pace(turn, signal, onWait);
		let entered = false;
		try {
			await this.hold(turn, signal);
			const waited = await this.pace(turn, signal, onWait);
			entered = true;
			return waited;
		} finally {
			if (!entered) this.leave(turn);
			if (turn.isForEditor) this.window.noteEditor(!entered);
		}
	}

	/**
	 * Waits until the call with the turn may be sent. While only this call has to wait, it gives up the turn.
	 */
	private async pace(turn: Turn, signal?: AbortSignal, onWait?: OnWait): Promise<number> {
		for (let waited = 0; ;) {
			if (this.hasToStepAside(turn)) {
				waited += await this.stepAside(turn, signal, onWait);
				continue;
			}
			const limit = this.window.accountLimit(turn.limit);
			const ms = Math.max(this.blockedUntil - performance.now(), this.window.waitMs(limit));
			if (ms <= 0) {
				this.others.start();
				this.window.start(limit);
				return waited;
			}
			this.holderWaitsUntil = performance.now() + ms;
			onWait?.(ms);
			await delay(ms, signal);
			waited += ms;
		}
	}

	/**
	 * Records a completed call that the service may have counted.
	 *
	 * @param isProcessed whether the service certainly processed it, so that its duration is that of a call
	 */
	count(turn: Turn, isProcessed: boolean): void {
		if (isProcessed) {
			turn.busyInARow = 0;
			this.others.served();
		}
		this.window.count(turn.limit);
	}

	/**
	 * When the service last refused a call because it was busy or the window was full, in ms of the monotonic
	 * clock. Another process may be at work then.
	 */
	get metOthersAt(): number {
		return this.others.metAt;
	}

	/** Records that the service may be busy with a call of another process. */
	meetOthers(): void {
		this.others.meet();
	}

	/**
	 * Records that the service was busy with a call of another process.
	 *
	 * @returns how long the call should wait, in ms.
	 */
	meetBusy(turn: Turn): number {
		return this.others.meetBusy(++turn.busyInARow);
	}

	/**
	 * Records a refusal because of the rate.
	 *
	 * @returns how long all calls should wait, in ms, if calls of other processes fill the window.
	 */
	meetFull(): number {
		return this.others.meetFull(this.window);
	}

	/** Delays the call by `ms`, but no others. */
	delay(ms: number, turn: Turn): void {
		turn.resumeAt = performance.now() + ms;
	}

	/** Gives up the turn and the lane. */
	leave(turn: Turn): void {
		this.release(turn);
		if (!turn.isAside) return;
		turn.isAside = false;
		this.mutex.leave(turn.lane);
	}

	/** Blocks every call for `ms`, because the service's limit applies to the whole account. */
	block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, performance.now() + ms);
	}

	/** How long the account has to wait, in ms, as far as is known. */
	waitMs(): number {
		return Math.max(0, Math.max(this.blockedUntil, this.holderWaitsUntil) - performance.now());
	}

	/** How long the queue has been unused, in ms; 0 while it is in use. */
	idleMs(): number {
		return this.mutex.isFree ? performance.now() - this.usedAt : 0;
	}

	private async hold(turn: Turn, signal: AbortSignal | undefined): Promise<void> {
		await this.mutex.enter(QUEUE, signal);
		this.holder = turn;
	}

	/** Gives up the turn. A call that holds its lane keeps it. */
	private release(turn: Turn): void {
		if (this.holder !== turn) return;
		this.holder = undefined;
		this.usedAt = performance.now();
		this.mutex.leave(QUEUE);
	}

	/** Whether only this call has to wait: for its operation, its own limit, or its lane. */
	private hasToStepAside(turn: Turn): boolean {
		return this.ownMs(turn) > 0 || (!turn.isAside && this.mutex.isHeld(turn.lane));
	}

	/** Waits in the lane, then takes the turn again. @returns the ms waited, without the time in queues. */
	private async stepAside(
		turn: Turn,
		signal: AbortSignal | undefined,
		onWait: OnWait | undefined,
	): Promise<number> {
		this.release(turn);
		if (!turn.isAside) await this.mutex.enter(turn.lane, signal);
		turn.isAside = true;
		const ms = Math.max(0, this.ownMs(turn));
		if (ms > 0) onWait?.(ms);
		await delay(ms, signal);
		await this.hold(turn, signal);
		return ms;
	}

	/** How long only this call has to wait, in ms; 0 or less if it need not. */
	private ownMs({ resumeAt, limit, isForEditor }: Turn): number {
		const keptMs = isForEditor ? 0 : this.window.keptMs(this.window.accountLimit(limit));
		return Math.max(resumeAt - performance.now(), this.window.ownLimitMs(limit), keptMs);
	}
}
