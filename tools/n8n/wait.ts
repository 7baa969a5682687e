import { setTimeout as sleep } from 'node:timers/promises';

/** The first and the longest pause between two polls, in ms. The pauses grow, because each poll slows n8n down. */
const POLL_MS = { first: 50, longest: 300 };
/** The timeout in ms. Only something that hangs takes this long. No test measures the speed of the machine. */
export const TIMEOUT_MS = 5 * 60_000;

/**
 * Polls until a value meets a condition.
 *
 * @param what describes the condition in the error
 * @returns the last value
 * @throws Error after `timeoutMs`
 */
export async function poll<T>(
	look: () => T | Promise<T>,
	isWanted: (seen: T) => boolean,
	timeoutMs: number,
	what: string,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (let pauseMs = POLL_MS.first; ; pauseMs = Math.min(pauseMs * 1.5, POLL_MS.longest)) {
		const seen = await look();
		if (isWanted(seen)) return seen;
		if (Date.now() > deadline) throw new Error(`Timed out after ${timeoutMs / 1000} s waiting for ${what}`);
		await sleep(pauseMs);
	}
}

/**
 * Waits until a condition holds.
 *
 * @throws Error after `timeoutMs`
 */
export async function until(holds: () => boolean | Promise<boolean>, timeoutMs = TIMEOUT_MS): Promise<void> {
	await poll(holds, (isSo) => isSo, timeoutMs, `${holds}`);
}
