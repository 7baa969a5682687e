import { sleep } from 'n8n-workflow';

/** Thrown in place of a result when the execution was cancelled: nothing more is sent. */
export class Cancelled extends Error {
	/** n8n tells a stopped execution from a failed one by this word in the name. */
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
 * @throws {Cancelled} as soon as the signal fires; `work` goes on unheard.
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
 * A signal that fires after `ms`, or with `signal`. It holds the timeout: AbortSignal.any does not, and on Node 20 a timeout
 * that nothing holds is garbage and never fires.
 */
export function timeoutOr(signal: AbortSignal | undefined, ms: number): AbortSignal {
	const timeout = AbortSignal.timeout(ms);
	return signal ? Object.assign(AbortSignal.any([signal, timeout]), { timeout }) : timeout;
}

/**
 * Waits `ms` milliseconds.
 *
 * @throws {Cancelled} as soon as the signal fires.
 */
export async function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const end = performance.now() + ms;
	for (let left = ms; left > 0; left = end - performance.now()) {
		await untilCancelled(sleep(Math.min(left, SLICE_MS)), signal);
	}
}

/** A `sleep` cannot be ended, so a cancelled wait leaves a timer of this length behind, at the most. */
const SLICE_MS = 1_000;

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * The wait in ms before try no. `tries + 1`: exponential (1 s, 2 s, 4 s … to 60 s; specification, Errors) with full
 * jitter, so that clients refused together do not come back together.
 */
export function backoffMs(tries: number): number {
	return Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
}

/**
 * What a `Retry-After` header asks for, in ms from now; undefined where there is none or it cannot be read.
 * Both forms of HTTP are understood: a number of seconds, and a date.
 */
export function retryAfterMs(header: string | undefined): number | undefined {
	const value = header?.trim();
	if (!value) return undefined;
	if (/^\d+$/.test(value)) return Number(value) * 1_000;
	// V8 would take "1.5" and "-1" for dates.
	const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
