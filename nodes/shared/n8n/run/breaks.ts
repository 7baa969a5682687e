import { sleep } from '../../sleep';

/** So long a loop may run at most before it lets other work run, in ms. */
const LONGEST_BLOCK_MS = 50;

/** Lets the other workflows and the editor of this n8n go on during a long loop. */
export class Breaks {
	private since = performance.now();

	/** @returns undefined if no break is due yet. Awaiting nothing would slow a short loop down. */
	due(): Promise<void> | undefined {
		return performance.now() - this.since > LONGEST_BLOCK_MS ? this.take() : undefined;
	}

	private async take(): Promise<void> {
		await sleep(0);
		this.since = performance.now();
	}
}
