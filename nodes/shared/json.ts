/** A JSON object, as request and reply bodies are. */
export type Json = Record<string, unknown>;

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text, or an empty string for every other value. */
export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}
