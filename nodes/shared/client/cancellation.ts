import { sleep } from '../sleep';

/** The execution was cancelled; nothing more is sent. */
export class Cancelled extends Error {
	/** n8n recognizes a cancelled execution by this name. */
	override readonly name = 'ExecutionCancelled';

	constructor() {
		super('The execution was stopped');
	}
}

/** @throws {Cancelled} if the signal has fired. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw new Cancelled();
}

/** @throws {Cancelled} as soon as the signal fires; the result of `work` is then ignored. */
export async function untilCancelled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	throwIfCancelled(signal);
	const result = signal ? await untilAborted(work, signal) : await work;
	throwIfCancelled(signal);
	return result as T;
}

/** @returns undefined as soon as the signal fires; the result of `work` is then ignored. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
	return await new Promise((resolve, reject) => {
		const abort = () => resolve(undefined);
		signal.addEventListener('abort', abort);
		void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
	});
}

/**
 * A signal that fires after `ms`, or with `signal`. It keeps a reference to its timeout, because
 * AbortSignal.any does not, and Node 20 would garbage-collect the timeout before it fires.
 */
export function timeoutOr(signal: AbortSignal | undefined, ms: number): AbortSignal {
	const timeout = AbortSignal.timeout(ms);
	return signal ? Object.assign(AbortSignal.any([signal, timeout]), { timeout }) : timeout;
}

/**
 * Calls that begin within this time share a deadline, in ms. A signal stays in memory until it fires, so
 * there should not be one for each call.
 */
const SAME_DEADLINE_MS = 1_000;

/** Signals that fire `ms` after a call has begun, or with `signal`. */
export class Deadlines {
	private latest?: { at: number; deadline: AbortSignal };

	constructor(
		private readonly ms: number,
		private readonly signal?: AbortSignal,
	) {}

	/** The signal of a call that begins now. */
	next(): AbortSignal {
		const now = performance.now();
		if (!this.latest || now > this.latest.at + SAME_DEADLINE_MS)
			this.latest = { at: now, deadline: timeoutOr(this.signal, this.ms) };
		return this.latest.deadline;
	}
}

/**
 * The longest time to sleep at once, in ms. `sleep` cannot be stopped, so its timer stays behind after a
 * cancellation.
 */
const SLICE_MS = 1_000;

/** @throws {Cancelled} as soon as the signal fires. */
export async function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const end = performance.now() + ms;
	for (let left = ms; left > 0; left = end - performance.now()) {
		await untilCancelled(sleep(Math.ceil(Math.min(left, SLICE_MS))), signal);
	}
}
