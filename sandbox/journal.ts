import {
	closeSync,
	existsSync,
	fsyncSync,
	ftruncateSync,
	openSync,
	readFileSync,
	renameSync,
	writeSync,
} from 'node:fs';

/** A journal of fewer bytes is not rewritten. */
const WORTH_REWRITING = 8 * 1024 * 1024;

/** The mode of a new file: it holds tokens and people's addresses. */
const OWNER_ONLY = 0o600;

/**
 * An append-only file of lines. A line is written before the call is answered, so a killed process loses no acknowledged
 * change. When the file has grown well beyond its contents, it is rewritten: to a new file, which then replaces it.
 */
export class Journal {
	private length: number;
	private lengthWhenRewritten = 0;

	private constructor(
		private readonly file: string,
		private descriptor: number,
		length: number,
	) {
		this.length = length;
	}

	/**
	 * Opens or creates the file and passes each of its lines to `replay`. An incomplete last line was never acknowledged
	 * and is cut off.
	 * @throws what `replay` throws; the file is then unchanged
	 */
	static open(file: string, replay: (line: string) => void): Journal {
		const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
		const whole = bytes.lastIndexOf('\n') + 1;
		for (let start = 0; start < whole;) {
			const end = bytes.indexOf('\n', start);
			replay(bytes.toString('utf8', start, end));
			start = end + 1;
		}
		const descriptor = openSync(file, 'a', OWNER_ONLY);
		ftruncateSync(descriptor, whole);
		return new Journal(file, descriptor, whole);
	}

	/** Appends a line. If it cannot be written completely, the file is restored and the error is thrown. */
	append(line: string): void {
		try {
			this.length += writeWhole(this.descriptor, `${line}\n`);
		} catch (cause) {
			ftruncateSync(this.descriptor, this.length);
			throw cause;
		}
	}

	get isWorthRewriting(): boolean {
		return this.length > Math.max(WORTH_REWRITING, 3 * this.lengthWhenRewritten);
	}

	/** Replaces the contents with these lines; if the process is killed meanwhile, the old contents stay. */
	rewrite(lines: Iterable<string>): void {
		const beside = `${this.file}.new`;
		const descriptor = openSync(beside, 'w', OWNER_ONLY);
		let length = 0;
		try {
			for (const line of lines) length += writeWhole(descriptor, `${line}\n`);
			fsyncSync(descriptor);
			renameSync(beside, this.file);
		} catch (cause) {
			closeSync(descriptor);
			throw cause;
		}
		closeSync(this.descriptor);
		this.descriptor = descriptor;
		this.length = this.lengthWhenRewritten = length;
	}

	close(): void {
		closeSync(this.descriptor);
	}
}

function writeWhole(descriptor: number, text: string): number {
	const bytes = Buffer.from(text);
	for (let written = 0; written < bytes.length;) {
		written += writeSync(descriptor, bytes, written);
	}
	return bytes.length;
}
