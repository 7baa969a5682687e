import { sleep } from '../sleep';

/** Thrown when the execution was cancelled: nothing more is sent. */
export class Cancelled extends Error {
	/** n8n recognizes a cancelled execution by this word in the name. */
	override readonly name = 'ExecutionCancelled';

	constructor() {
		super('The execution was stopped');
	}
}

/** @throws {Cancelled} if the signal has fired. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw new Cancelled();
}

/**
 * Runs `work` until it settles or the signal fires, whichever comes first.
 *
 * @throws {Cancelled} as soon as the signal fires; the result of `work` is then ignored.
 */
export async function untilCancelled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	throwIfCancelled(signal);
	if (!signal) return await work;
	let onAbort!: () => void;
	const cancelled = new Promise<never>((_, reject) => {
		onAbort = () => reject(new Cancelled());
		signal.addEventListener('abort', onAbort);
	});
	try {
		return await Promise.race([work, cancelled]);
	} finally {
		signal.removeEventListener('abort', onAbort);
	}
}

/**
 * A signal that fires after `ms`, or with `signal`. It keeps a reference to the timeout, because AbortSignal.any does not:
 * on Node 20 the timeout would be garbage-collected and never fire.
 */
export function timeoutOr(signal: AbortSignal | undefined, ms: number): AbortSignal {
	const timeout = AbortSignal.timeout(ms);
	return signal ? Object.assign(AbortSignal.any([signal, timeout]), { timeout }) : timeout;
}

/** `sleep` cannot be stopped. Waiting in slices leaves a timer of at most this length behind after a cancellation. */
const SLICE_MS = 1_000;

/**
 * Waits `ms` milliseconds.
 *
 * @throws {Cancelled} as soon as the signal fires.
 */
export async function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const end = performance.now() + ms;
	for (let left = ms; left > 0; left = end - performance.now()) {
		await untilCancelled(sleep(Math.ceil(Math.min(left, SLICE_MS))), signal);
	}
}
