import { sleep } from '../../sleep';

const MAX_BLOCK_MS = 50;

/** Lets other workflows and the editor run during a long loop. */
export class Breaks {
	private since = performance.now();

	/** @returns undefined if no break is due, because even awaiting nothing would slow down short loops */
	takeIfDue(): Promise<void> | undefined {
		return performance.now() - this.since > MAX_BLOCK_MS ? this.take() : undefined;
	}

	/** Runs the steps of a long piece of work with breaks between them. */
	async takeBetween(steps: Generator<void>): Promise<void> {
		for (const _ of steps) await this.takeIfDue();
	}

	private async take(): Promise<void> {
		await sleep(0);
		this.since = performance.now();
	}
}
