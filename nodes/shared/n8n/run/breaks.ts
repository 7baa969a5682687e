import { sleep } from '../../sleep';

const LONGEST_BLOCK_MS = 50;

/** Lets other workflows and the editor run during a long loop. */
export class Breaks {
	private since = performance.now();

	/** @returns undefined if no break is due: awaiting nothing would slow short loops down. */
	due(): Promise<void> | undefined {
		return performance.now() - this.since > LONGEST_BLOCK_MS ? this.take() : undefined;
	}

	private async take(): Promise<void> {
		await sleep(0);
		this.since = performance.now();
	}
}
