/** What the output panel tells the person who runs the workflow. */
export class Hints {
	/** Complete sentences, each of which is shown once. */
	readonly sentences = new Set<string>();
	/** The number of items for which there was nothing to do, by reason. */
	readonly skipped = new Map<string, number>();
	/** The number of things that a real run would have written instead of this dry run. */
	previewed = 0;
	/**
	 * For all lists that Limit cut off: how many records were returned, and how many there are if that is known for
	 * every list.
	 */
	cut?: { returned: number; total?: number };

	add(sentence: string): void {
		this.sentences.add(sentence);
	}

	/** Counts an item for which there is nothing to do. `reason` completes the sentence "Skipped 3 items: …". */
	skip(reason: string): void {
		this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1);
	}

	/** Adds a list of which only the first records are returned. */
	addCut(returned: number, total?: number): void {
		const before = this.cut ?? { returned: 0, total: 0 };
		this.cut = {
			returned: before.returned + returned,
			total: before.total === undefined || total === undefined ? undefined : before.total + total,
		};
	}
}
