import { delay } from '../cancellation';
import { KeyedMutex, Mutex } from './mutex';
import { RateWindow } from './rateWindow';
import { Turns } from './turns';

/** A process that made no more calls in a minute was hardly served. */
const POOR_MINUTE = 2;

/** After this many such minutes in a row, a process is starved by others. */
const STARVED = 3;

export type OnWait = (ms: number) => void;

/** A call in the queue of an account, with the gate's state about it. */
export class QueuedCall {
	readonly limit: number;
	/** Calls with the same limit and operation stay in order. */
	readonly lane: string;
	/** When to retry a busy operation, in ms of the monotonic clock. */
	resumeAt = 0;
	/** Whether it has let others pass and holds its lane. */
	isAside = false;

	/** @param callsPerMinute 0 means no limit. @param operation method and path */
	constructor(callsPerMinute: number, operation: string) {
		this.limit = callsPerMinute || Infinity;
		this.lane = `${callsPerMinute} ${operation}`;
	}
}

/**
 * The queue of one account: one call at a time, first come, first served. It keeps the credential's calls per
 * minute in any rolling minute (contract, Limits). A call steps aside if only its operation or its own
 * credential has to wait. Other processes have their own queues: `Turns` takes turns with them
 * (docs/decisions/0011).
 */
export class Gate {
	private readonly mutex = new Mutex();
	private holder?: QueuedCall;
	private readonly lanes = new KeyedMutex();
	private readonly window = new RateWindow();
	private readonly turns = new Turns();
	private blockedUntil = 0;
	/** Refusals in a row after poor minutes. */
	private poorMinutes = 0;
	private holderWaitsUntil = 0;
	private usedAt = performance.now();

	/**
	 * Waits for the turn, unless the call has it, then for the window. The call holds the gate until `leave`.
	 *
	 * @returns the ms spent waiting, without the time in the queue.
	 * @throws {Cancelled} as soon as the signal fires. A call that had its turn before must still `leave`.
	 */
	async enter(call: QueuedCall, signal?: AbortSignal, onWait?: OnWait): Promise<number> {
		if (this.holder === call) return await this.pace(call, signal, onWait);
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

	/** Waits until the holder may send its call. It gives up the gate while only this call has to wait. */
	private async pace(call: QueuedCall, signal?: AbortSignal, onWait?: OnWait): Promise<number> {
		for (let waited = 0; ;) {
			if (this.hasToStepAside(call)) {
				waited += await this.stepAside(call, signal, onWait);
				continue;
			}
			const share = this.shareOf(call);
			const ms = Math.max(this.blockMs(), share < Infinity ? this.sharingMs(share) : 0);
			if (ms <= 0) {
				this.turns.start();
				this.window.start(share);
				return waited;
			}
			this.holderWaitsUntil = performance.now() + ms;
			onWait?.(ms);
			await delay(ms, signal);
			waited += ms;
		}
	}

	/** Records a completed call that the service may have counted. */
	count(call: QueuedCall): void {
		this.turns.served();
		this.window.count(call.limit);
	}

	/** Records that the service was busy: `call` waits for `ms`, others may pass. */
	busy(ms: number, call: QueuedCall): void {
		this.turns.refused();
		call.resumeAt = performance.now() + ms;
	}

	/**
	 * Blocks every call for at least `ms` after a refusal because of the rate. If we made almost no calls for some
	 * minutes, it adds a random time: otherwise another process might always come before us.
	 */
	refuse(ms: number): void {
		this.poorMinutes = this.window.used <= POOR_MINUTE ? this.poorMinutes + 1 : 0;
		this.block(this.poorMinutes >= STARVED ? ms * (1 + Math.random() / 2) : ms);
	}

	/** How long a call waits for its turn after the service was busy, in ms. */
	waitInTurnMs(): number {
		return this.turns.waitMs();
	}

	/** Gives up the gate and the lane. */
	leave(call: QueuedCall): void {
		this.release(call);
		if (!call.isAside) return;
		call.isAside = false;
		this.lanes.leave(call.lane);
	}

	/** Blocks every call for `ms`: the service's limit is the account's, not the call's. */
	block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, performance.now() + ms);
	}

	/** How long the account has to wait, in ms, as far as is known. */
	waitMs(): number {
		return Math.max(0, Math.max(this.blockedUntil, this.holderWaitsUntil) - performance.now());
	}

	/** How long the gate has been unused, in ms; 0 while it is in use. */
	idleMs(): number {
		return this.mutex.isHeld || this.lanes.isHeld() ? 0 : performance.now() - this.usedAt;
	}

	private async hold(call: QueuedCall, signal: AbortSignal | undefined): Promise<void> {
		await this.mutex.enter(signal);
		this.holder = call;
	}

	/** Gives up the gate. A call that holds its lane keeps it. */
	private release(call: QueuedCall): void {
		if (this.holder !== call) return;
		this.holder = undefined;
		this.usedAt = performance.now();
		this.mutex.leave();
	}

	/** Whether only this call has to wait: for its operation, its own limit, or its lane. */
	private hasToStepAside(call: QueuedCall): boolean {
		return this.ownMs(call) > 0 || (!call.isAside && this.lanes.isHeld(call.lane));
	}

	/** Waits in the lane, then takes the gate again. @returns the ms waited, without the time in queues. */
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

	/** How long only this call has to wait, in ms; 0 or less if it need not. */
	private ownMs({ resumeAt, limit }: QueuedCall): number {
		return Math.max(resumeAt - performance.now(), this.window.ownLimitMs(limit));
	}

	private blockMs(): number {
		return this.blockedUntil - performance.now();
	}

	/** How many calls this process makes in a minute. Two processes with half of the limit never reach it. */
	private shareOf(call: QueuedCall): number {
		const limit = this.window.accountLimit(call.limit);
		return this.turns.hasCompany ? Math.floor(limit / 2) : limit;
	}

	private sharingMs(share: number): number {
		this.block(this.turns.pauseMs());
		return Math.max(this.blockMs(), this.window.waitMs(share));
	}
}
