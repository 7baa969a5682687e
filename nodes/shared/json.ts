/** A JSON object, as request and reply bodies are. */
export type Json = Record<string, unknown>;

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The most that is read of a text of the service and shown in an error, in characters. */
const LONGEST_TEXT = 2_000;

/** The beginning of a text of the service, as far as it is shown. */
export function cut(text: string): string {
	return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
}

/** A key without case and separators: "Mobile Number", "mobile_number" and "MobileNumber" are the same. */
export function plainKey(key: string): string {
	return key.toLowerCase().replace(/[\s_-]/g, '');
}

/** A text, or an empty string for every other value. */
export function asText(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** Whether a value says nothing: it is missing, null or an empty text. */
export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** Whether there is nothing where a list or a part is expected: the service sends null or `{}`, or leaves the key out. */
export function isNothing(value: unknown): boolean {
	return isBlank(value) || (isObject(value) && Object.keys(value).length === 0);
}

/** A part of a record, or an empty object for every other value. */
export function asObject(value: unknown): Json {
	return isObject(value) ? value : {};
}

/** The objects of a list, or an empty list for every other value. */
export function asRecords(value: unknown): Json[] {
	return Array.isArray(value) ? value.filter(isObject) : [];
}

/**
 * All that a reply says beyond that the call was processed: `Response` is true in every success, and `Telemetry` is about the account
 * (contract, What the service does). What is under `Data` stands beside the rest.
 */
export function withoutEnvelope({ Response: _, Telemetry: _telemetry, Data, ...rest }: Json): Json {
	return { ...rest, ...(isObject(Data) ? Data : !isNothing(Data) && { Data }) };
}
