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
