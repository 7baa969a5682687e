import { sleep } from '../sleep';

/** Thrown when the execution was canceled, so that nothing more is sent. */
export class CancelledError extends Error {
	/** n8n recognizes a canceled execution by this name. */
	override readonly name = 'ExecutionCancelled';

	constructor() {
		super('The execution was stopped');
	}
}

/** @throws {CancelledError} if the signal has fired */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw new CancelledError();
}

/**
 * Waits for `work`.
 *
 * @throws {CancelledError} as soon as the signal fires. The result of `work` is ignored then.
 */
export async function awaitUnlessCancelled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	throwIfCancelled(signal);
	const result = signal ? await awaitUnlessAborted(work, signal) : await work;
	throwIfCancelled(signal);
	return result as T;
}

/** Waits for `work`. Returns undefined as soon as the signal fires, and ignores the result of `work` then. */
export async function awaitUnlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
	return await new Promise((resolve, reject) => {
		const abort = () => resolve(undefined);
		signal.addEventListener('abort', abort);
		void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
	});
}

/**
 * Returns a signal that fires after `ms`, or together with `signal`. The returned signal keeps a reference to its
 * timeout. Otherwise, Node 20 would garbage-collect the timeout before it fires, because AbortSignal.any keeps no
 * reference.
 */
export function createTimeoutSignal(signal: AbortSignal | undefined, ms: number): AbortSignal {
	const timeout = AbortSignal.timeout(ms);
	return signal ? Object.assign(AbortSignal.any([signal, timeout]), { timeout }) : timeout;
}

/**
 * Calls that begin within this time, in ms, share a deadline. A signal stays in memory until it fires, so one per call
 * would be too many.
 */
const SAME_DEADLINE_MS = 1_000;

/**
 * Provides the deadlines of calls. A deadline is a signal that fires together with `signal`, or `ms` after the call
 * began. Because calls share deadlines, it may fire up to SAME_DEADLINE_MS earlier.
 */
export class Deadlines {
	private latest?: { at: number; deadline: AbortSignal };

	constructor(
		private readonly ms: number,
		private readonly signal?: AbortSignal,
	) {}

	/** Returns the signal for a call that begins now. */
	getSignal(): AbortSignal {
		const now = performance.now();
		if (!this.latest || now > this.latest.at + SAME_DEADLINE_MS)
			this.latest = { at: now, deadline: createTimeoutSignal(this.signal, this.ms) };
		return this.latest.deadline;
	}
}

/**
 * The maximum duration of a single `sleep`, in ms. `sleep` cannot be stopped, so after a cancellation, its timer runs
 * for up to this long.
 */
const SLICE_MS = 1_000;

/**
 * Waits for `ms`.
 *
 * @throws {CancelledError} as soon as the signal fires
 */
export async function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const end = performance.now() + ms;
	for (let left = ms; left > 0; left = end - performance.now()) {
		await awaitUnlessCancelled(sleep(Math.ceil(Math.min(left, SLICE_MS))), signal);
	}
}
