/** At most one progress line in so long where it cannot be rewritten, in ms. */
const LINE_EVERY_MS = 10_000;

const TO_START_OF_LINE = '\r';
const CLEAR_TO_END_OF_LINE = '\x1b[K';

/** What the demo says, and one line of progress: rewritten in place on a terminal, a plain line now and then elsewhere. */
export class Display {
	private isLive = false;
	/** When the last plain line of progress was written, or could have been. */
	private lineAt?: number;

	constructor(private readonly out: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>) {}

	/** Writes a line that stays, in place of the progress. */
	say(line: string): void {
		this.out.write(`${this.isLive ? TO_START_OF_LINE + CLEAR_TO_END_OF_LINE : ''}${line}\n`);
		this.isLive = false;
	}

	progress(line: string): void {
		if (this.out.isTTY) {
			// In the last column, terminals would begin a new line.
			const fitting = line.slice(0, this.out.columns - 1);
			this.out.write(TO_START_OF_LINE + fitting + CLEAR_TO_END_OF_LINE);
			this.isLive = true;
			return;
		}
		const now = performance.now();
		this.lineAt ??= now;
		if (now - this.lineAt < LINE_EVERY_MS) return;
		this.lineAt = now;
		this.say(line);
	}
}
