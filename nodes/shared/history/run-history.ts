import { Hints } from './hints';

/**
 * The history that all attempts of a run share. A run has several attempts if n8n runs the node again after a failure.
 */
export class SharedHistory {
	/** The values of `RunHistory.getForRun`. Its callers determine the type of each value. */
	readonly values = new Map<string, unknown>();
	readonly hints = new Hints();
	/** Lookups at the end of the run, which may add hints. */
	readonly atEnd: Array<() => Promise<void>> = [];
}

/** The history of a run: what it has looked up and done so far. */
export class RunHistory {
	/** The values of {@link getForAttempt}. Its callers determine the type of each value. */
	private readonly values = new Map<string, unknown>();

	constructor(private readonly shared = new SharedHistory()) {}

	get hints(): Hints {
		return this.shared.hints;
	}

	get atEnd(): SharedHistory['atEnd'] {
		return this.shared.atEnd;
	}

	/**
	 * Returns the value that the first call with this key created in this attempt, such as the existing records. A
	 * promise that fails is forgotten, so the next caller creates a new one.
	 */
	getForAttempt<Value>(key: string, create: () => Value): Value {
		return getOrCreate(this.values, key, create);
	}

	/**
	 * Returns the value that the first call with this key created in any attempt, such as the records that the run has
	 * written.
	 */
	getForRun<Value>(key: string, create: () => Value): Value {
		return getOrCreate(this.shared.values, key, create);
	}

	/**
	 * Returns a separate history with the same hints, for a dry run. If the dry run used the same history, later items
	 * would take previewed records for written ones.
	 */
	toDryRunHistory(): RunHistory {
		const { hints, atEnd } = this;
		return this.getForAttempt('dry run', () => new RunHistory({ ...new SharedHistory(), hints, atEnd }));
	}
}

function getOrCreate<Value>(values: Map<string, unknown>, key: string, create: () => Value): Value {
	if (!values.has(key)) {
		const value = create();
		values.set(key, value);
		if (value instanceof Promise) value.catch(() => values.delete(key));
	}
	return values.get(key) as Value;
}
