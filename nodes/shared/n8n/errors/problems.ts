import { InputError } from './node-errors';

/** Collects all problems of an item, so that one error can list them. */
export class Problems {
	/** Maps the label of a field to its first problem. */
	private readonly found = new Map<string, InputError>();

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

	add(problems: readonly InputError[]): void {
		for (const problem of problems) this.note(problem);
	}

	private note(error: unknown): void {
		if (!(error instanceof InputError)) throw error;
		if (!this.found.has(error.label)) this.found.set(error.label, error);
	}

	get all(): readonly InputError[] {
		return [...this.found.values()];
	}

	/** @throws {InputError} about the first problem, with all others in `others` */
	throwIfAny(): void {
		const [first, ...others] = this.all;
		if (!first) return;
		const more = others.flatMap((other) => [other, ...other.others]);
		throw new InputError(first.label, first.expected, first.missing, [...first.others, ...more]);
	}
}
