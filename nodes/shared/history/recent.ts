interface RecentEntry<Value> {
	value: Value;
	/** When the entry was set, in ms of the monotonic clock. */
	at: number;
}

/**
 * A map that forgets entries after `keepMs` and, if there are more than `maxEntries`, the oldest ones. An entry's age
 * counts from the last `set` of its key.
 */
export class RecentMap<Key, Value> {
	/** The entries, oldest first. */
	private readonly entries = new Map<Key, RecentEntry<Value>>();
	/** When the newest of the forgotten entries was set, in ms of the monotonic clock. */
	forgottenAt = -Infinity;

	constructor(
		private readonly keepMs: number,
		private readonly maxEntries = Infinity,
	) {}

	get(key: Key): Value | undefined {
		this.forgetOld();
		return this.entries.get(key)?.value;
	}

	set(key: Key, value: Value): void {
		this.entries.delete(key);
		this.entries.set(key, { value, at: performance.now() });
		this.forgetOld();
	}

	delete(key: Key): void {
		this.entries.delete(key);
	}

	private forgetOld(): void {
		const now = performance.now();
		for (const [key, { at }] of this.entries) {
			if (this.entries.size <= this.maxEntries && now - at <= this.keepMs) return;
			this.entries.delete(key);
			this.forgottenAt = at;
		}
	}
}
