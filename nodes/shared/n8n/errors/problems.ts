import { InputError } from './node-errors';

/** The maximum number of problems of an item that an error lists. The rest are counted. */
export const MAX_PROBLEMS = 20;

/** Collects the problems of an item, so that one error can list them. */
export class Problems {
	/** Maps the label of a field to its first problem. */
	private readonly found = new Map<string, InputError>();
	/** The number of problems that were not added, because there are too many. */
	private more = 0;

	/**
	 * Returns the value that `read` returns. If `read` throws an `InputError`, records it as a problem and returns
	 * undefined.
	 *
	 * @throws every error that is not an `InputError`
	 */
	collect<Value>(read: () => Value): Value | undefined {
		try {
			return read();
		} catch (error) {
			this.note(error);
			return undefined;
		}
	}

	/** @param more the number of further problems, which are only counted */
	add(problems: readonly InputError[], more = 0): void {
		for (const problem of problems) this.note(problem);
		this.more += more;
	}

	private note(error: unknown): void {
		if (!(error instanceof InputError)) throw error;
		if (!this.found.has(error.label)) this.found.set(error.label, error);
	}

	get all(): readonly InputError[] {
		return [...this.found.values()];
	}

	/** @throws {InputError} about the first problem, with the next ones in `others` */
	throwIfAny(): void {
		const [first, ...others] = this.all;
		if (!first) return;
		const all = [...first.others, ...others.flatMap((other) => [other, ...other.others])];
		const kept = all.slice(0, MAX_PROBLEMS - 1);
		const counted = this.all.reduce((sum, { more }) => sum + more, this.more);
		const more = counted + all.length - kept.length;
		throw new InputError(first.label, first.expected, first.missing, kept, more);
	}
}
