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

/** The size in bytes below which a journal is not rewritten. */
const WORTH_REWRITING = 8 * 1024 * 1024;

/** The permissions of a new file. Only the owner can read it, because it contains tokens and people's addresses. */
const OWNER_ONLY = 0o600;

/**
 * An append-only file of lines. Each line is written before the reply is sent, so a process that is killed loses no
 * acknowledged change. Once the file is three times as large as after the last rewrite, its current contents are
 * written to a new file, which then replaces it.
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
	 * Opens or creates the file and passes each line to `replay`. Removes an incomplete last line, whose change was never
	 * acknowledged.
	 *
	 * @throws errors of `replay`; the file is then unchanged
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

	/** Appends a line. If the write fails, restores the file and throws the error. */
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

	/**
	 * Replaces the contents with these lines. If the process is killed before the end, the file keeps its old contents.
	 */
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
