/** A JSON object, as bodies are. */
export type Json = Record<string, unknown>;

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
