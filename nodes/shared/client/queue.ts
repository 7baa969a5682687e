import { delay } from './cancellation';
import { KeyedMutex } from './mutex';
import { OtherProcesses, RateWindow, type Turn } from './window';

export type OnWait = (ms: number) => void;

/** The mutex key that a call holds while it has its turn. */
const QUEUE = '';

/**
 * The queue of one account. It gives one call at a time its turn, in order of arrival, and keeps to the credential's
 * calls per minute in any 60 seconds (contract, Limits). If only the call's operation has to wait, or if some calls
 * are reserved for the editor, the call steps aside: it gives its turn to others while it waits. Other processes have
 * their own queues, and only refusals reveal them (docs/decisions/0011).
 */
export class Queue {
	private readonly window = new RateWindow();
	readonly others = new OtherProcesses(this.window);
	/** The mutex of the queue. The key `QUEUE` stands for the turn. All other keys are lanes (see `Turn.lane`). */
	private readonly mutex = new KeyedMutex();
	private holder?: Turn;
	private blockedUntil = 0;
	private holderWaitsUntil = 0;
	private usedAt = performance.now();

	/**
	 * Waits for the call's turn, unless it already has the turn, and then until the rate limit allows the call. The call
	 * keeps its turn until `leave`.
	 *
	 * @param onWait called with the duration of each wait, except for waits until other calls end
	 * @throws {CancelledError} as soon as the signal fires. The call has left the queue then.
	 */
	async enter(turn: Turn, signal?: AbortSignal, onWait?: OnWait): Promise<void> {
		const isNew = this.holder !== turn;
		let isRefused = true;
		try {
			if (isNew) await this.hold(turn, signal);
			await this.pace(turn, signal, onWait);
			isRefused = false;
		} finally {
			if (isRefused) this.leave(turn);
			if (isNew && turn.isForEditor) this.window.noteEditor(isRefused);
		}
	}

	/**
	 * Waits until a call that has its turn can be sent. If other calls could be sent in the meantime, the call lets them
	 * go first.
	 */
	private async pace(turn: Turn, signal?: AbortSignal, onWait?: OnWait): Promise<void> {
		for (;;) {
			if (this.hasToStepAside(turn)) {
				await this.stepAside(turn, signal, onWait);
				continue;
			}
			const ms = Math.max(this.blockedUntil - performance.now(), this.window.getWaitMs(turn));
			if (ms <= 0) break;
			this.holderWaitsUntil = performance.now() + ms;
			onWait?.(ms);
			await delay(ms, signal);
		}
		this.window.noteStart(turn);
	}

	/**
	 * Records a completed call that the service may have counted.
	 *
	 * @param tookMs how long the call took, in ms; omitted if the service itself did not give the final reply, because
	 *   the duration is not typical then
	 */
	count(turn: Turn, tookMs?: number): void {
		if (tookMs !== undefined) {
			turn.busyInARow = 0;
			this.others.noteDuration(tookMs);
		}
		this.window.count();
	}

	/** Delays this call by `ms`, but no other calls. */
	delay(ms: number, turn: Turn): void {
		turn.resumeAt = performance.now() + ms;
	}

	/** Blocks every call for `ms`, because the service's limit applies to the whole account. */
	block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, performance.now() + ms);
	}

	/** Ends the call's turn, and gives up its lane. */
	leave(turn: Turn): void {
		this.release(turn);
		if (!turn.isAside) return;
		turn.isAside = false;
		this.mutex.leave(turn.lane);
	}

	/** Returns how long the account has to wait, as far as it is known, in ms. */
	getWaitMs(): number {
		return Math.max(0, Math.max(this.blockedUntil, this.holderWaitsUntil) - performance.now());
	}

	/** Returns how long the queue has been unused, in ms; 0 while it is in use. */
	getIdleMs(): number {
		return this.mutex.isFree ? performance.now() - this.usedAt : 0;
	}

	private async hold(turn: Turn, signal: AbortSignal | undefined): Promise<void> {
		await this.mutex.enter(QUEUE, signal);
		this.holder = turn;
	}

	/** Ends the call's turn, but keeps its lane. */
	private release(turn: Turn): void {
		if (this.holder !== turn) return;
		this.holder = undefined;
		this.usedAt = performance.now();
		this.mutex.leave(QUEUE);
	}

	/**
	 * Whether the call must wait even though other calls may be sent: for its operation, for the editor, or for calls in
	 * its lane.
	 */
	private hasToStepAside(turn: Turn): boolean {
		return this.getOwnWaitMs(turn) > 0 || (!turn.isAside && this.mutex.isHeld(turn.lane));
	}

	/** Lets other calls go first: gives up the turn, waits in the lane, and takes a turn again. */
	private async stepAside(turn: Turn, signal?: AbortSignal, onWait?: OnWait): Promise<void> {
		this.release(turn);
		if (!turn.isAside) await this.mutex.enter(turn.lane, signal);
		turn.isAside = true;
		const ms = this.getOwnWaitMs(turn);
		if (ms > 0) onWait?.(ms);
		await delay(ms, signal);
		await this.hold(turn, signal);
	}

	/** Returns how long this call must wait even though other calls may be sent, in ms; 0 or less if it need not wait. */
	private getOwnWaitMs(turn: Turn): number {
		return Math.max(turn.resumeAt - performance.now(), this.window.getOwnWaitMs(turn));
	}
}
