import { delay } from '../cancellation';
import { KeyedMutex, Mutex } from '../mutex';
import { RateWindow, WINDOW_MS } from './rateWindow';
import { Turns, type RetriesInTurn } from './turns';

/** Called before a wait of so many ms. */
export type OnWait = (ms: number) => void;

/** A call in the queue of an account. The gate keeps its state here. */
export class QueuedCall {
	/** The limit of its credential. */
	readonly limit: number;
	/** Calls with the same limit and operation keep their order. */
	readonly lane: string;
	/** The service was busy with its operation: when to ask again, in ms of the monotonic clock. */
	resumeAt = 0;
	/** Whether it holds its lane, having let others pass. */
	isAside = false;

	/**
	 * @param callsPerMinute the limit of its credential; 0 does not pace.
	 * @param operation method and path
	 */
	constructor(callsPerMinute: number, operation: string) {
		this.limit = callsPerMinute || Infinity;
		this.lane = `${callsPerMinute} ${operation}`;
	}
}

/**
 * The queue of one account: one call at a time, first come first served, at most as many in any rolling minute as the
 * credential allows (contract, Limits: "Concurrency" and "Per-minute API rate"). A call steps aside if only its operation
 * or its own credential has to wait, and others pass. Other processes have queues of their own: `RateWindow` learns their
 * share of the minute, `Turns` takes turns with them.
 */
export class Gate {
	private readonly mutex = new Mutex();
	private holder?: QueuedCall;
	private readonly lanes = new KeyedMutex();
	private readonly window: RateWindow;
	private readonly turns = new Turns();
	private blockedUntil = 0;
	/** Until when the holder waits. */
	private holderWaitsUntil = 0;
	private usedAt = performance.now();

	/** @param windowMs the length of the service's window; shorter only in a benchmark. */
	constructor(private readonly windowMs = WINDOW_MS) {
		this.window = new RateWindow(windowMs);
	}

	/**
	 * Waits for a turn, then for the window. Whoever returns from here holds the gate until `leave`.
	 *
	 * @returns the ms spent waiting for the window, a block or a busy operation, without the time in the queue.
	 * @throws {Cancelled} as soon as the signal fires; the gate is then free for the next waiter.
	 */
	async enter(call: QueuedCall, signal?: AbortSignal, onWait?: OnWait): Promise<number> {
		if (this.idleMs() > this.windowMs) this.forgetOthers();
		let entered = false;
		try {
			await this.hold(call, signal);
			const waited = await this.pace(call, signal, onWait);
			entered = true;
			return waited;
		} finally {
			if (!entered) this.leave(call);
		}
	}

	/**
	 * Waits until the holder may send its call: again, after a refusal. While only this call has to wait, it does not hold
	 * the gate.
	 *
	 * @returns the ms waited.
	 * @throws {Cancelled} as soon as the signal fires; `leave` is then still due.
	 */
	async pace(call: QueuedCall, signal?: AbortSignal, onWait?: OnWait): Promise<number> {
		for (let waited = 0; ;) {
			if (this.hasToStepAside(call)) {
				waited += await this.stepAside(call, signal, onWait);
				continue;
			}
			const limit = this.window.accountLimit(call.limit);
			const ms = Math.max(this.blockMs(), limit < Infinity ? this.sharingMs(limit) : 0);
			if (ms <= 0) {
				this.turns.start();
				this.window.start(limit);
				return waited;
			}
			this.holderWaitsUntil = performance.now() + ms;
			onWait?.(ms);
			await delay(ms, signal);
			waited += ms;
		}
	}

	/** Records the completion of a call that the service may have counted. */
	count(call: QueuedCall): void {
		this.turns.served();
		this.window.count(call.limit);
	}

	/** Records that the service was busy with a call of another process: `call` waits for `ms`, others may pass. */
	busy(ms: number, call: QueuedCall): void {
		this.turns.refused();
		call.resumeAt = performance.now() + ms;
	}

	/** Records that the service refused a call because of the rate, and blocks the gate for `ms`. */
	refuse(ms: number, call: QueuedCall): void {
		const limit = this.window.accountLimit(call.limit);
		if (limit < Infinity) {
			this.window.refuse(limit, this.turns.othersAt);
			this.turns.limitReached(limit);
		}
		this.block(ms);
	}

	/** How to ask a busy service again while we share the limit with other processes. */
	retriesInTurn(): RetriesInTurn {
		return this.turns.retries();
	}

	/** Admits the next waiter, here and in the lane. */
	leave(call: QueuedCall): void {
		this.release(call);
		if (!call.isAside) return;
		call.isAside = false;
		this.lanes.leave(call.lane);
	}

	/** Admits nobody for the next `ms`: the limit that the service reported is the account's, not the call's. */
	block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, performance.now() + ms);
	}

	/** How long the account has to wait as far as is known, in ms. */
	waitMs(): number {
		return Math.max(0, Math.max(this.blockedUntil, this.holderWaitsUntil) - performance.now());
	}

	/** How long nobody has used the gate, in ms; 0 while somebody does. */
	idleMs(): number {
		return this.mutex.isHeld || this.lanes.isHeld() ? 0 : performance.now() - this.usedAt;
	}

	private async hold(call: QueuedCall, signal: AbortSignal | undefined): Promise<void> {
		await this.mutex.enter(signal);
		this.holder = call;
	}

	/** Lets others have the gate. The call keeps its lane, if it holds it. */
	private release(call: QueuedCall): void {
		if (this.holder !== call) return;
		this.holder = undefined;
		this.usedAt = performance.now();
		this.mutex.leave();
	}

	/** Whether the call has to wait while others need not: for its operation, its own limit, or those ahead in its lane. */
	private hasToStepAside(call: QueuedCall): boolean {
		return this.ownMs(call) > 0 || (!call.isAside && this.lanes.isHeld(call.lane));
	}

	/** Waits in the lane and then holds the gate again. @returns the ms waited, without the time in queues. */
	private async stepAside(
		call: QueuedCall,
		signal: AbortSignal | undefined,
		onWait: OnWait | undefined,
	): Promise<number> {
		this.release(call);
		if (!call.isAside) await this.lanes.enter(call.lane, signal);
		call.isAside = true;
		const ms = Math.max(0, this.ownMs(call));
		if (ms > 0) onWait?.(ms);
		await delay(ms, signal);
		await this.hold(call, signal);
		return ms;
	}

	/** How long only this call has to wait, in ms; not more than 0 if it need not. */
	private ownMs({ resumeAt, limit }: QueuedCall): number {
		return Math.max(resumeAt - performance.now(), this.window.ownLimitMs(limit));
	}

	private forgetOthers(): void {
		this.window.forget();
		this.turns.forget();
	}

	private blockMs(): number {
		return this.blockedUntil - performance.now();
	}

	/** How long to wait for the window, and for the turns of other processes. */
	private sharingMs(limit: number): number {
		this.block(this.turns.pauseMs());
		return Math.max(this.blockMs(), this.window.waitMs(limit, this.turns.othersAt));
	}
}
