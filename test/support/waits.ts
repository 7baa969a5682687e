/**
 * The longest timer that counts as a wait, in ms. The tested code splits its waits into timers of up to this length,
 * and its other timers are longer.
 */
const MAX_SLICE_MS = 1_000;
/** The shortest timer that counts as a wait, in ms. Shorter timers run in real time. */
const MIN_MS = 100;

const now = performance.now.bind(performance);
const dateNow = Date.now.bind(Date);
const { random } = Math;
const { setTimeout: realSetTimeout } = globalThis;

/**
 * How far the clocks have jumped ahead, in ms. It is never reset, because a clock that jumps back would make waits
 * longer.
 */
let skippedMs = 0;

/**
 * Shortens waits until `jest.restoreAllMocks`. Random waits take almost no time. For all other waits, the clocks of
 * this process jump ahead. Repeated calls are allowed.
 */
export function shortenWaits(): void {
	jest.spyOn(Math, 'random').mockImplementation(() => random() / 1_000);
	jest.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
	jest.spyOn(Date, 'now').mockImplementation(() => dateNow() + skippedMs);
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(((fire: () => void, ms = 0) => {
		if (ms < MIN_MS || ms > MAX_SLICE_MS) return realSetTimeout(fire, ms);
		const end = performance.now() + ms;
		return realSetTimeout(() => {
			skippedMs += Math.max(0, end - performance.now());
			fire();
		}, 0);
	}) as typeof setTimeout);
}

/** Waits in real time until something is so. The tests use it to do something in the middle of a run. */
export async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await new Promise((resolve) => realSetTimeout(resolve, 1));
}
