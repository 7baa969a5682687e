import type { Problem } from '../operation/field';
import { InputError } from './node-errors';

/** Collects everything that is wrong with an item, so that a single error can list all of it. */
export class Problems {
	/** The first problem of each field, by the field's label. */
	private readonly found = new Map<string, InputError>();

	/**
	 * @returns undefined if the value cannot be used
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

	add(problems: readonly Problem[]): void {
		for (const { label, expected, missing } of problems) this.note(new InputError(label, expected, missing));
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
