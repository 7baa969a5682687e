import type { IExecuteFunctions } from 'n8n-workflow';

import { toIso } from '../../time/instant';

/** The minimum time between two lines of progress, in ms. Runs and waits shorter than this are not reported. */
const LINE_EVERY_MS = 10_000;

/** Logs the progress of a long run, and shows it in the browser's console in a manual run. */
export class RunProgress {
	private readonly startedAt = performance.now();
	private lineAt = -Infinity;
	private done = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly itemCount: number,
	) {}

	countItem(): void {
		this.done++;
		if (performance.now() - this.startedAt >= LINE_EVERY_MS) this.write('');
	}

	reportWait(ms: number): void {
		if (ms >= LINE_EVERY_MS) this.write(`, waiting until ${toIso(Date.now() + ms)}`);
	}

	/** Reports how far the run got before somebody stopped it. */
	reportStop(): void {
		const [done, all] = [this.done, this.itemCount].map((count) => count.toLocaleString('en-US'));
		this.show(`Stopped: ${done} of ${all} items were done`);
	}

	private write(what: string): void {
		const now = performance.now();
		if (now - this.lineAt < LINE_EVERY_MS) return;
		this.lineAt = now;
		this.show(`${this.done} of ${this.itemCount} items done${what}`);
	}

	private show(line: string): void {
		this.context.logger.info(`${this.context.getNode().name}: ${line}`);
		// n8n puts the node's name before the line.
		this.context.sendMessageToUI(line);
	}
}
