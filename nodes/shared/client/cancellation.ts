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
async function awaitUnlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
	return await new Promise((resolve, reject) => {
		const abort = () => resolve(undefined);
		signal.addEventListener('abort', abort);
		void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
	});
}

/**
 * Does work within `ms`. HTTP clients may leave listeners on a signal, and `signal` lasts as long as the execution. So the
 * work gets a signal of its own, which fires at the end of this time or together with `signal`.
 *
 * @returns undefined if the time is up. The result of `work` is ignored then.
 * @throws {CancelledError} as soon as `signal` fires
 */
export async function workWithin<T>(
	ms: number,
	signal: AbortSignal | undefined,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
	throwIfCancelled(signal);
	const own = new AbortController();
	const abort = () => own.abort();
	const timeout = AbortSignal.timeout(ms);
	timeout.addEventListener('abort', abort);
	signal?.addEventListener('abort', abort);
	try {
		return await awaitUnlessAborted(work(own.signal), own.signal);
	} finally {
		timeout.removeEventListener('abort', abort);
		signal?.removeEventListener('abort', abort);
		throwIfCancelled(signal);
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
