import { sleep } from 'n8n-workflow';

/**
 * The only timer that n8n's linter allows. It is exported again here so that `client/` and `api/` do not import n8n.
 */
export { sleep };

const MAX_BLOCK_MS = 50;

let lastBreakAt = performance.now();

/**
 * Takes a break in a long loop if the process has been blocked for too long, so that other workflows and the editor can
 * run. Otherwise, returns undefined instead of a promise, because awaiting a promise in each step would slow the loop
 * down.
 */
export function takeBreakIfDue(): Promise<void> | undefined {
	return performance.now() - lastBreakAt > MAX_BLOCK_MS ? takeBreak() : undefined;
}

/** Maps a list, and takes breaks if that takes long. */
export async function mapWithBreaks<From, To>(
	list: readonly From[],
	map: (one: From) => To | Promise<To>,
): Promise<To[]> {
	const mapped: To[] = [];
	for (const one of list) {
		mapped.push(await map(one));
		await takeBreakIfDue();
	}
	return mapped;
}

async function takeBreak(): Promise<void> {
	await sleep(0);
	lastBreakAt = performance.now();
}
