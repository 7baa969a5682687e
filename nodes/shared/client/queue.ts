import { delay } from './cancellation';
import { KeyedMutex } from './mutex';
import { OtherProcesses, RateWindow, type Turn } from './window';

export type OnWait = (ms: number) => void;

/** The key that a call holds while it has its turn. */
const QUEUE = '';

/**
 * The queue of one account. It admits one call at a time, in order of arrival, and keeps to the credential's calls per
 * minute in any rolling minute (contract, Limits). A call steps aside if only its operation or its own credential has
 * to wait. Other processes have their own queues, which only refusals reveal (docs/decisions/0011).
 */
export class Queue {
	private readonly window = new RateWindow();
	readonly others = new OtherProcesses(this.window);
	/** The keys are `QUEUE` and the lanes. */
	private readonly mutex = new KeyedMutex();
	private holder?: Turn;
	private blockedUntil = 0;
	private holderWaitsUntil = 0;
	private usedAt = performance.now();

	/**
	 * Waits for the turn, unless the call already has it, and then for the window. The call holds the queue until
	 * `leave`.
	 *
	 * @returns how many ms it waited, not counting the time in the queue
	 * @throws {CancelledError} as soon as the signal fires; the call has then left the queue
	 */
	async enter(turn: Turn, signal?: AbortSignal, onWait?: OnWait): Promise<number> {
		const isNew = this.holder !== turn;
		let isRefused = true;
		try {
			if (isNew) await this.hold(turn, signal);
			const waited = await this.pace(turn, signal, onWait);
			isRefused = false;
			return waited;
		} finally {
			if (isRefused) this.leave(turn);
			if (isNew && turn.isForEditor) this.window.noteEditor(isRefused);
		}
	}

	/** Waits until this call may be sent. If other calls could be sent in the meantime, it lets them go first. */
	private async pace(turn: Turn, signal?: AbortSignal, onWait?: OnWait): Promise<number> {
		for (let waited = 0; ;) {
			if (this.hasToStepAside(turn)) {
				waited += await this.stepAside(turn, signal, onWait);
				continue;
			}
			const ms = Math.max(this.blockedUntil - performance.now(), this.window.getWaitMs(turn));
			if (ms <= 0) {
				this.others.noteStart();
				this.window.noteStart(turn);
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
	 * @param isProcessed whether the service certainly processed the call, so that its duration is typical
	 */
	count(turn: Turn, isProcessed: boolean): void {
		if (isProcessed) {
			turn.busyInARow = 0;
			this.others.noteProcessed();
		}
		this.window.count(turn);
	}

	/** Delays this call by `ms`, but no other calls. */
	delay(ms: number, turn: Turn): void {
		turn.resumeAt = performance.now() + ms;
	}

	/** Blocks every call for `ms`, because the service's limit applies to the whole account. */
	block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, performance.now() + ms);
	}

	/** Gives up the turn and the lane. */
	leave(turn: Turn): void {
		this.release(turn);
		if (!turn.isAside) return;
		turn.isAside = false;
		this.mutex.leave(turn.lane);
	}

	/** How long the account has to wait, in ms, as far as it is known. */
	getWaitMs(): number {
		return Math.max(0, Math.max(this.blockedUntil, this.holderWaitsUntil) - performance.now());
	}

	/** How long the queue has been unused, in ms; 0 while it is in use. */
	getIdleMs(): number {
		return this.mutex.isFree ? performance.now() - this.usedAt : 0;
	}

	private async hold(turn: Turn, signal: AbortSignal | undefined): Promise<void> {
		await this.mutex.enter(QUEUE, signal);
		this.holder = turn;
	}

	/** Gives up the turn, but not the lane. */
	private release(turn: Turn): void {
		if (this.holder !== turn) return;
		this.holder = undefined;
		this.usedAt = performance.now();
		this.mutex.leave(QUEUE);
	}

	/** Whether only this call has to wait: for its operation, its own limit, or its lane. */
	private hasToStepAside(turn: Turn): boolean {
		return this.getOwnWaitMs(turn) > 0 || (!turn.isAside && this.mutex.isHeld(turn.lane));
	}

	/** Waits in the lane, then takes the turn again. @returns how many ms it waited, not counting the time in queues */
	private async stepAside(turn: Turn, signal?: AbortSignal, onWait?: OnWait): Promise<number> {
		this.release(turn);
		if (!turn.isAside) await this.mutex.enter(turn.lane, signal);
		turn.isAside = true;
		const ms = Math.max(0, this.getOwnWaitMs(turn));
		if (ms > 0) onWait?.(ms);
		await delay(ms, signal);
		await this.hold(turn, signal);
		return ms;
	}

	/** How long only this call has to wait, in ms; 0 or less if it does not have to. */
	private getOwnWaitMs(turn: Turn): number {
		return Math.max(turn.resumeAt - performance.now(), this.window.getOwnWaitMs(turn));
	}
}
