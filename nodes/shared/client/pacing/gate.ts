import { delay } from '../cancellation';
import { Mutex } from '../mutex';
import { RateWindow, WINDOW_MS } from './rateWindow';
import { Turns, type RetriesInTurn } from './turns';

/** Called before a wait of so many ms. */
export type OnWait = (ms: number) => void;

/**
 * The queue of one account: one call at a time, first come first served, at most `callsPerMinute` in any rolling minute
 * (contract, Limits: "Concurrency" and "Per-minute API rate"). Other processes have queues of their own: `RateWindow`
 * learns their share of the minute, `Turns` takes turns with them.
 */
export class Gate {
	private readonly mutex = new Mutex();
	private readonly window: RateWindow;
	private readonly turns = new Turns();
	private blockedUntil = 0;
	private usedAt = performance.now();

	/** @param windowMs the length of the service's window; shorter only in a benchmark. */
	constructor(private readonly windowMs = WINDOW_MS) {
		this.window = new RateWindow(windowMs);
	}

	/**
	 * Waits for a turn, then for the window. Whoever returns from here holds the gate until `leave`.
	 *
	 * @param callsPerMinute 0 does not pace.
	 * @returns the ms spent waiting for the window or a block, without the time in the queue.
	 * @throws {Cancelled} as soon as the signal fires; the gate is then free for the next waiter.
	 */
	async enter(callsPerMinute: number, signal?: AbortSignal, onWait?: OnWait): Promise<number> {
		if (this.idleMs() > this.windowMs) this.forgetOthers();
		await this.mutex.enter(signal);
		let entered = false;
		try {
			const waited = await this.pace(callsPerMinute, signal, onWait);
			entered = true;
			return waited;
		} finally {
			if (!entered) this.leave();
		}
	}

	/**
	 * Waits, while holding the gate, until there is no block and the window has room.
	 *
	 * @returns the ms waited.
	 * @throws {Cancelled} as soon as the signal fires; the gate is still held.
	 */
	async pace(callsPerMinute: number, signal?: AbortSignal, onWait?: OnWait): Promise<number> {
		for (let waited = 0; ;) {
			const ms = Math.max(this.blockMs(), callsPerMinute > 0 ? this.sharingMs(callsPerMinute) : 0);
			if (ms <= 0) {
				this.turns.start();
				this.window.start(callsPerMinute);
				return waited;
			}
			onWait?.(ms);
			await delay(ms, signal);
			waited += ms;
		}
	}

	/** Records the completion of a call that the service may have counted. */
	count(): void {
		this.turns.served();
		this.window.count();
	}

	/** Records that the service was busy with a call of another process, and blocks the gate for `ms`. */
	busy(ms: number): void {
		this.turns.refused();
		this.block(ms);
	}

	/** Records that the service refused a call because of the rate, and blocks the gate for `ms`. */
	refuse(ms: number, callsPerMinute: number): void {
		this.window.refuse(callsPerMinute, this.turns.othersAt);
		this.turns.limitReached(callsPerMinute);
		this.block(ms);
	}

	/** How to ask a busy service again while we share the limit with other processes. */
	retriesInTurn(): RetriesInTurn {
		return this.turns.retries();
	}

	/** Admits the next waiter. */
	leave(): void {
		this.usedAt = performance.now();
		this.mutex.leave();
	}

	/** Admits nobody for the next `ms`: the limit that the service reported is the account's, not the call's. */
	block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, performance.now() + ms);
	}

	/** How long nobody has used the gate, in ms; 0 while somebody holds it. */
	idleMs(): number {
		return this.mutex.isHeld ? 0 : performance.now() - this.usedAt;
	}

	private forgetOthers(): void {
		this.window.forget();
		this.turns.forget();
	}

	private blockMs(): number {
		return this.blockedUntil - performance.now();
	}

	/** How long to wait for the window, and for the turns of other processes. */
	private sharingMs(callsPerMinute: number): number {
		this.block(this.turns.pauseMs());
		return Math.max(this.blockMs(), this.window.waitMs(callsPerMinute, this.turns.othersAt));
	}
}
