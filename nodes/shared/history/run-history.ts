import { Hints } from './hints';

/** A memory with one value for each key. The callers determine the type of each value. */
export class Memory {
	private readonly values = new Map<string, unknown>();

	/**
	 * Returns the value that the first call with this key created. A promise that fails is forgotten, so the next caller
	 * creates a new one.
	 */
	getOrCreate<Value>(key: string, create: () => Value): Value {
		if (!this.values.has(key)) {
			const value = create();
			this.values.set(key, value);
			if (value instanceof Promise) value.catch(() => this.values.delete(key));
		}
		return this.values.get(key) as Value;
	}
}

/**
 * What a run has done so far, such as the records that it has written. A run has several attempts if n8n runs the node
 * again after a failure. They share this history, but each of them has its own client, with its own memory.
 */
export class RunHistory extends Memory {
	constructor(
		readonly hints = new Hints(),
		/** Lookups at the end of the run, which may add hints. */
		readonly atEnd: Array<() => Promise<void>> = [],
	) {
		super();
	}

	/** Returns a separate history with the same hints. */
	toDryRunHistory(): RunHistory {
		return new RunHistory(this.hints, this.atEnd);
	}
}
