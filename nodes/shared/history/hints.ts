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
