export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The maximum length of the service's text that is read and shown, in characters. */
const MAX_TEXT_LENGTH = 2_000;

/** Returns a text of at most `maxLength` characters. A longer one ends with "…". */
export function cut(text: string, maxLength = MAX_TEXT_LENGTH): string {
	return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

/** Returns a key without case and separators, so that "Mobile Number" and "mobile_number" are equal. */
export function toPlainKey(key: string): string {
	return key.toLowerCase().replace(/[\s_-]/g, '');
}

export function asText(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** Returns the form in which IDs are compared, because the case of a UUID does not matter. */
export function toIdKey(id: unknown): string {
	return String(id ?? '').toLowerCase();
}

export function isSameId(one: unknown, other: string): boolean {
	return toIdKey(one) === toIdKey(other);
}

/** Whether a value is missing, null or ''. */
export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** Whether a value is blank or consists of spaces. An expression without a result gives undefined, null or ''. */
export function isEmpty(value: unknown): boolean {
	return isBlank(typeof value === 'string' ? value.trim() : value);
}

/**
 * Returns the first value that is not blank or, if all are blank, the first one that is null or ''. The service may
 * fill only one of two keys that mean the same.
 */
export function pickFirstFilled(...values: unknown[]): unknown {
	return values.find((value) => !isBlank(value)) ?? values.find((value) => value !== undefined);
}

/** Whether a list or part is absent: the service sends null or `{}`, or leaves the key out. */
export function isNothing(value: unknown): boolean {
	return isBlank(value) || (isObject(value) && Object.keys(value).length === 0);
}

/** Returns a record without the keys whose values are undefined. */
export function dropUndefined(record: object): Json {
	return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** Returns a part of a record, or `{}` for any other value. */
export function asObject(value: unknown): Json {
	return isObject(value) ? value : {};
}

/** Returns the objects in a list, or [] for any other value. */
export function asRecords(value: unknown): Json[] {
	return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Changes every string and key, at any depth. Objects that are not records, such as dates, are kept. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
	const map = (one: unknown): unknown => {
		if (typeof one === 'string') return change(one);
		if (Array.isArray(one)) return one.map(map);
		if (!isObject(one) || !isPlain(one)) return one;
		return Object.fromEntries(Object.entries(one).map(([key, inner]) => [change(key), map(inner)]));
	};
	return map(value) as Value;
}

/** Whether an object is a record, even if it was created in another JavaScript realm. */
function isPlain(value: object): boolean {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns a successful reply without `Response` and `Telemetry`, and with the content of `Data` one level higher. */
export function withoutEnvelope({ Response: _, Telemetry: _telemetry, Data, ...rest }: Json): Json {
	return { ...rest, ...(isObject(Data) ? Data : !isNothing(Data) && { Data }) };
}

/**
 * Finds a number inside a list or object that would silently change in a request: NaN and Infinity would become null,
 * and a whole number with too many digits is rounded when it is read from text.
 *
 * @param source the text from which the value was read, if any
 */
export function findChangedNumber(
	value: unknown,
	source?: string,
): { path: string[]; number: number } | undefined {
	const isRounded = (number: number) =>
		source !== undefined &&
		Number.isInteger(number) &&
		!Number.isSafeInteger(number) &&
		!source.includes(String(number).replace('+', ''));
	const seen = new Set<unknown>();
	const open: Array<{ path: string[]; one: unknown }> = [{ path: [], one: value }];
	for (let next = open.pop(); next; next = open.pop()) {
		if (typeof next.one !== 'object' || next.one === null || seen.has(next.one)) continue;
		seen.add(next.one);
		for (const [key, one] of Object.entries(next.one)) {
			const path = [...next.path, key];
			if (typeof one === 'number' && (!Number.isFinite(one) || isRounded(one))) return { path, number: one };
			open.push({ path, one });
		}
	}
	return undefined;
}
