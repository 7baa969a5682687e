type Slots = unknown[] | Record<string, unknown>;

/**
 * Parses n8n's format for execution data: an array whose first value is the root, and in which each string inside an
 * object or array is the index of the actual value. The format is known as "flatted" and allows cycles.
 */
export function unflatten<T>(text: string): T {
	const values: unknown[] = JSON.parse(text);
	const finished = new Map<number, unknown>();

	const valueAt = (index: number): unknown => {
		if (finished.has(index)) return finished.get(index);
		const value = values[index];
		if (value === null || typeof value !== 'object') return value;
		const whole: Slots = Array.isArray(value) ? [] : {};
		// The value is registered before its parts are read, because a part may refer to it.
		finished.set(index, whole);
		for (const [key, part] of Object.entries(value)) {
			Reflect.set(whole, key, typeof part === 'string' ? valueAt(Number(part)) : part);
		}
		return whole;
	};

	return valueAt(0) as T;
}
