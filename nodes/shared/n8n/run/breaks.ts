import { sleep } from '../../sleep';

const MAX_BLOCK_MS = 50;

/** Takes breaks in a long loop, so that other workflows and the editor can run. */
export class Breaks {
	private lastAt = performance.now();

	/**
	 * Takes a break if the loop has blocked the process for too long. Otherwise, returns undefined instead of a promise,
	 * because awaiting a promise in each step would slow the loop down.
	 */
	takeIfDue(): Promise<void> | undefined {
		return performance.now() - this.lastAt > MAX_BLOCK_MS ? this.take() : undefined;
	}

	/** Runs the steps of a long task, with breaks between them. */
	async takeBetween(steps: Generator<void>): Promise<void> {
		for (const _ of steps) await this.takeIfDue();
	}

	private async take(): Promise<void> {
		await sleep(0);
		this.lastAt = performance.now();
	}
}
