interface Entry<Value> {
	value: Value;
	/** In ms of the monotonic clock. */
	at: number;
}

/** A map that forgets its oldest entries. An entry is as old as its last `set`. */
export class Recent<Key, Value> {
	/** The oldest first. */
	private readonly entries = new Map<Key, Entry<Value>>();
	/** When the newest of the forgotten entries was set, in ms of the monotonic clock. */
	forgottenAt = -Infinity;

	/**
	 * @param keepMs how long entries are kept, in ms
	 * @param most how many are kept
	 */
	constructor(
		private readonly keepMs: number,
		private readonly most = Infinity,
	) {}

	get(key: Key): Value | undefined {
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

	forgetOld(): void {
		const now = performance.now();
		for (const [key, { at }] of this.entries) {
			if (this.entries.size <= this.most && now - at <= this.keepMs) return;
			this.entries.delete(key);
			this.forgottenAt = at;
		}
	}

	/** The entries that are not too old, the oldest first. */
	list(): Array<[Key, Value]> {
		this.forgetOld();
		return [...this.entries].map(([key, { value }]) => [key, value]);
	}
}
