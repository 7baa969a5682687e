import type { IExecuteFunctions } from 'n8n-workflow';

/** The shortest time between two lines, in ms. A shorter run or wait needs none. */
const LINE_EVERY_MS = 10_000;

/** Says in n8n's log, and in a manual run in the browser's console, how far a long run is. */
export class RunProgress {
	private readonly startedAt = performance.now();
	private lineAt = -Infinity;
	private done = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly itemCount: number,
	) {}

	/** Records that an item was done, or failed. */
	itemDone(): void {
		this.done++;
		if (performance.now() - this.startedAt >= LINE_EVERY_MS) this.write('');
	}

	/** Records that the next call waits for `ms` at least. */
	waits(ms: number): void {
		if (ms >= LINE_EVERY_MS) this.write(`, waiting until ${new Date(Date.now() + ms).toISOString()}`);
	}

	private write(what: string): void {
		const now = performance.now();
		if (now - this.lineAt < LINE_EVERY_MS) return;
		this.lineAt = now;
		const line = `${this.done} of ${this.itemCount} items done${what}`;
		this.context.logger.info(`${this.context.getNode().name}: ${line}`);
		// n8n writes the name of the node before it.
		this.context.sendMessageToUI(line);
	}
}
