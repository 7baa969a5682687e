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
	constructor(readonly hints = new Hints()) {
		super();
	}
}

/** The hints that the output panel shows to the person who runs the workflow. */
export class Hints {
	/** Complete sentences, each of which is shown once. */
	readonly sentences = new Set<string>();
	/** Maps a reason to the number of items for which there was nothing to do. */
	readonly skipped = new Map<string, number>();
	/**
	 * The sums for all lists that the field Limit cut off: how many records were returned, and how many there are.
	 * `total` is missing if it is unknown for one of the lists.
	 */
	cutLists?: { returned: number; total?: number };

	add(sentence: string): void {
		this.sentences.add(sentence);
	}

	/** Counts an item for which there is nothing to do. `reason` completes the sentence "Skipped 3 items: …". */
	skip(reason: string): void {
		this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1);
	}

	/** Counts a list of which only the first records are returned. `total` is the length of the whole list. */
	addCut(returned: number, total?: number): void {
		const before = this.cutLists ?? { returned: 0, total: 0 };
		this.cutLists = {
			returned: before.returned + returned,
			total: before.total === undefined || total === undefined ? undefined : before.total + total,
		};
	}
}
