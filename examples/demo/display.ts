/** The minimum time between two progress lines that cannot be overwritten, in ms. */
const LINE_EVERY_MS = 10_000;

const TO_START_OF_LINE = '\r';
const CLEAR_TO_END_OF_LINE = '\x1b[K';

/**
 * Prints messages and progress. On a terminal, progress overwrites a single line; other outputs get a new line every
 * few seconds.
 */
export class Display {
	private isLive = false;
	/**
	 * When the last progress line was printed, in ms. At first, it is the time of the first line, which is not printed.
	 */
	private lineAt?: number;

	constructor(private readonly out: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>) {}

	/**
	 * Prints permanent lines in place of the progress line. Other control characters are replaced, because a spreadsheet
	 * could contain commands for the terminal.
	 */
	say(lines: string): void {
		const shown = lines.replace(/[^\P{Cc}\n]/gu, '�');
		this.out.write(`${this.isLive ? TO_START_OF_LINE + CLEAR_TO_END_OF_LINE : ''}${shown}\n`);
		this.isLive = false;
	}

	progress(line: string): void {
		if (this.out.isTTY) {
			// A full-width line would wrap in some terminals.
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
