import { delay, throwIfCancelled, untilCancelled } from './delay';

/** The service counts calls in any rolling 60 seconds (specification, Limits). */
export const WINDOW_MS = 60_000;

/**
 * The one way to the service for one account: a single call at a time, first come first served, at most
 * `callsPerMinute` in any rolling minute (specification, Limits: "Concurrency" and "Per-minute API rate").
 *
 * A call counts from its completion on, not from its start: the service stamps arrivals, an arrival is never later
 * than the completion we see, so `start(k + n) ≥ completion(k) + 60 s` holds the limit whatever the latency.
 */
export class Gate {
	private held = false;
	/** Admits one waiter each, in order of arrival. */
	private readonly queue: Array<() => void> = [];
	/** When the calls of the last minute ended, in ms of the monotonic clock, oldest first. */
	private readonly completions: number[] = [];
	private blockedUntil = 0;

	/** @param windowMs the length of the service's window: shorter only where a benchmark makes it so. */
	constructor(private readonly windowMs = WINDOW_MS) {}

	/**
	 * Waits for its turn, then for the window; who returns from here holds the gate until `leave`.
	 *
	 * @param callsPerMinute 0 does not pace.
	 * @returns the ms spent waiting for the window or a block, without the time in the queue.
	 * @throws {Cancelled} as soon as the signal fires; the gate is then free for the next.
	 */
	async enter(callsPerMinute: number, signal?: AbortSignal): Promise<number> {
		await this.turn(signal);
		let entered = false;
		try {
			const waited = await this.pace(callsPerMinute, signal);
			entered = true;
			return waited;
		} finally {
			if (!entered) this.leave();
		}
	}

	/**
	 * Waits, as the holder of the gate, until no block stands and the window has room.
	 *
	 * @returns the ms waited.
	 * @throws {Cancelled} as soon as the signal fires; the gate is still held.
	 */
	async pace(callsPerMinute: number, signal?: AbortSignal): Promise<number> {
		for (let waited = 0; ;) {
			const ms = Math.max(this.blockMs(), this.fullMs(callsPerMinute));
			if (ms <= 0) return waited;
			await delay(ms, signal);
			waited += ms;
		}
	}

	/** Records that a call which the service may have counted is complete. */
	count(): void {
		this.completions.push(performance.now());
	}

	/** Hands the gate on to who has waited longest. */
	leave(): void {
		const next = this.queue.shift();
		if (next) next();
		else this.held = false;
	}

	/** Lets nobody through for the next `ms`: the limit that the service reported is the account's, not the call's. */
	block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, performance.now() + ms);
	}

	private async turn(signal: AbortSignal | undefined): Promise<void> {
		throwIfCancelled(signal);
		if (!this.held) {
			this.held = true;
			return;
		}
		let admit!: () => void;
		const admitted = new Promise<void>((resolve) => {
			admit = resolve;
			this.queue.push(admit);
		});
		let came = false;
		try {
			await untilCancelled(admitted, signal);
			came = true;
		} finally {
			if (!came) this.giveUpPlace(admit);
		}
	}

	/** Who was admitted in the very moment of leaving hands the gate on. */
	private giveUpPlace(admit: () => void): void {
		const place = this.queue.indexOf(admit);
		if (place >= 0) this.queue.splice(place, 1);
		else this.leave();
	}

	private blockMs(): number {
		return this.blockedUntil - performance.now();
	}

	private fullMs(callsPerMinute: number): number {
		const now = performance.now();
		const expired = this.completions.findIndex((at) => at > now - this.windowMs);
		this.completions.splice(0, expired < 0 ? this.completions.length : expired);
		if (callsPerMinute <= 0) return 0;
		const oldestThatCounts = this.completions.at(-callsPerMinute);
		return oldestThatCounts === undefined ? 0 : oldestThatCounts + this.windowMs - now;
	}
}

const gates = new Map<string, Gate>();

/** The gate of an account, the same one for all nodes and executions of this process. */
export function gateOf(account: string): Gate {
	let gate = gates.get(account);
	if (!gate) gates.set(account, (gate = new Gate()));
	return gate;
}
