/** A JSON object, as bodies are. */
export type Json = Record<string, unknown>;

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The most of a text of the service that is read, and shown in an error, in characters. */
const LONGEST_TEXT = 2_000;

/** A text of the service as far as it is shown: its beginning. */
export function cut(text: string): string {
	return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
}

/** The `Message` of an answer (specification, Errors); empty where it has none. */
export function messageIn(body: Json | undefined): string {
	return typeof body?.Message === 'string' ? cut(body.Message) : '';
}
