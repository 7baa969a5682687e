export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How many characters of a text from the service are read and shown. */
const MAX_TEXT_LENGTH = 2_000;

/** Truncates a text to `maxLength` characters. A truncated text ends with "…". */
export function cut(text: string, maxLength = MAX_TEXT_LENGTH): string {
	return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

/**
 * Normalizes a key: removes separators and differences of case, so that "Mobile Number" and "mobile_number" are equal.
 */
export function toPlainKey(key: string): string {
	return key.toLowerCase().replace(/[\s_-]/g, '');
}

/**
 * White space, characters without a width that join letters or set their direction, and letters without a shape. A flag
 * may end with others.
 */
const INVISIBLE = String.raw`[\s\p{Bidi_C}\p{Join_C}\u00AD\u115F\u1160\u200B\u2060\u2800\u3164\uFFA0]`;

const AROUND = new RegExp(`^${INVISIBLE}+|(?<!${INVISIBLE})${INVISIBLE}+$`, 'gu');

/** Removes white space and invisible characters around a text, which may be copied along with it. */
export function trimInvisible(text: string): string {
	return text.replace(AROUND, '');
}

/**
 * Removes zero-width characters that copying from web pages and other programs can add: soft hyphens, break marks and
 * byte order marks. Other invisible characters stay, because they can change what people see.
 */
export function removeZeroWidth(text: string): string {
	return text.replace(/[\u00AD\u200B\u2060\uFEFF]/g, '');
}

export function asText(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/**
 * Converts any value to text. Unlike `String`, it never throws: in a reply, `{"toString": 1}` cannot be converted by
 * `String`.
 */
export function toText(value: unknown): string {
	if (typeof value !== 'object' || value === null) return String(value);
	try {
		return JSON.stringify(value);
	} catch {
		// The value contains itself, a bigint, or more levels than JSON can have.
		return '…';
	}
}

/**
 * Converts any value to a number, like `Number`, but never throws: in a reply, `{"valueOf": 1, "toString": 1}` cannot be
 * converted by `Number`.
 */
export function toNumber(value: unknown): number {
	return typeof value === 'object' && value !== null ? NaN : Number(value);
}

/** Reads a text from the service, truncated to a length that can be shown. Returns undefined for '' and any other value. */
export function readServiceText(value: unknown): string | undefined {
	return cut(asText(value)) || undefined;
}

/** Normalizes an ID for comparisons, because the case of a UUID does not matter. */
export function toIdKey(id: unknown): string {
	return toText(id ?? '').toLowerCase();
}

export function isSameId(one: unknown, other: string): boolean {
	return toIdKey(one) === toIdKey(other);
}

/** Whether a value is missing, null or ''. */
export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/**
 * Whether a value is undefined, null, '' or a string of spaces. The result of an expression without a value is one of
 * these.
 */
export function isEmpty(value: unknown): boolean {
	return isBlank(typeof value === 'string' ? value.trim() : value);
}

/** Returns the only value of a list: n8n's form returns a list even for one answer. An empty list is no value. */
export function unwrapList(value: unknown): unknown {
	return Array.isArray(value) && value.length < 2 ? (value as unknown[])[0] : value;
}

/**
 * Returns the first value that is not blank or, if all are blank, the first that is not undefined. Use it for several
 * keys with the same meaning, of which the service may fill only one.
 */
export function pickFirstFilled(...values: unknown[]): unknown {
	return values.find((value) => !isBlank(value)) ?? values.find((value) => value !== undefined);
}

/** Whether a list or object in a reply is absent: its key is missing, or its value is null, '' or `{}`. */
export function isAbsent(value: unknown): boolean {
	return isBlank(value) || (isObject(value) && Object.keys(value).length === 0);
}

/** Returns a record without the keys whose values are undefined. */
export function dropUndefined(record: object): Json {
	return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** Returns a record without the keys whose values are null. */
export function dropNulls<Value extends object>(record: Value): Value {
	return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as Value;
}

/** Returns an object unchanged, and `{}` for any other value. */
export function asObject(value: unknown): Json {
	return isObject(value) ? value : {};
}

/** Returns the objects in a list, or [] for any other value. */
export function asRecords(value: unknown): Json[] {
	return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Applies `change` to every string and every key in a value, at any depth. Objects such as dates are not changed. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
	const map = (one: unknown): unknown => {
		if (typeof one === 'string') return change(one);
		if (Array.isArray(one)) return one.map(map);
		if (!isObject(one) || !isPlain(one)) return one;
		return Object.fromEntries(Object.entries(one).map(([key, inner]) => [change(key), map(inner)]));
	};
	return map(value) as Value;
}

/** Whether an object is a plain object, even one from another JavaScript realm. */
function isPlain(value: object): boolean {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns a successful reply without `Response` and `Telemetry`. The keys in `Data` are moved up to the top level. */
export function withoutEnvelope({ Response: _, Telemetry: _telemetry, Data, ...rest }: Json): Json {
	return { ...rest, ...(isObject(Data) ? Data : !isAbsent(Data) && { Data }) };
}

/**
 * Whether a number may have been rounded when it was parsed: JavaScript cannot distinguish all whole numbers of more
 * than 15 digits.
 */
export function mayBeRounded(value: unknown): boolean {
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Matches a number in JSON. It also matches numbers in strings. */
const NUMERAL = /\d[\d.e+-]*/gi;

/**
 * Searches a list or object for a number that would not reach the service unchanged: JSON turns NaN and Infinity into
 * null, and JavaScript rounds a whole number with too many digits when it parses text. Takes linear time.
 *
 * @param source the JSON text from which the value was parsed, if any
 */
export function findChangedNumber(
	value: unknown,
	source?: string,
): { path: string[]; number: number } | undefined {
	let numerals: Set<string> | undefined;
	const isRounded = (number: number) => {
		if (source === undefined || !mayBeRounded(number)) return false;
		numerals ??= new Set(source.match(NUMERAL));
		return !numerals.has(String(Math.abs(number)).replace('+', ''));
	};
	const seen = new Set<unknown>();
	const open: Trail[] = [{ key: '', one: value }];
	for (let next = open.pop(); next; next = open.pop()) {
		if (typeof next.one !== 'object' || next.one === null || seen.has(next.one)) continue;
		seen.add(next.one);
		for (const [key, one] of Object.entries(next.one)) {
			const trail: Trail = { key, one, above: next };
			if (typeof one === 'number' && (!Number.isFinite(one) || isRounded(one)))
				return { path: listKeys(trail), number: one };
			open.push(trail);
		}
	}
	return undefined;
}

/** A value inside another value. The outermost value has no `above`. */
interface Trail {
	key: string;
	one: unknown;
	above?: Trail;
}

function listKeys(trail: Trail): string[] {
	const keys: string[] = [];
	for (let at = trail; at.above; at = at.above) keys.push(at.key);
	return keys.reverse();
}

/** The maximum size of a value, at all depths together. */
export interface MaxSize {
	/** The length of all texts and keys together. */
	characters: number;
	/** The number of entries of lists and objects. */
	values: number;
	/** The depth of lists and objects inside each other. */
	levels: number;
}

/**
 * Returns the limit that a value exceeds, or undefined if it exceeds none. It looks at a value no further than the
 * limits allow, so even a hostile value takes little time. Objects such as dates count as one value.
 */
export function findExcess(value: unknown, max: MaxSize): keyof MaxSize | undefined {
	let characters = 0;
	let values = 0;
	const open: Array<{ one: unknown; level: number }> = [{ one: value, level: 0 }];
	for (let next = open.pop(); next; next = open.pop()) {
		const { one, level } = next;
		if (typeof one === 'string') characters += one.length;
		if (characters > max.characters) return 'characters';
		if (!isNested(one)) continue;
		if (level === max.levels) return 'levels';
		if (Array.isArray(one)) {
			values += one.length;
			if (values > max.values) return 'values';
			for (const inner of one) open.push({ one: inner, level: level + 1 });
			continue;
		}
		for (const key in one) {
			characters += key.length;
			if (++values > max.values) return 'values';
			open.push({ one: one[key], level: level + 1 });
		}
	}
	return undefined;
}

const CHARACTERS = [...'",[{]}\\'].map((character) => character.charCodeAt(0));
const [QUOTE, COMMA, BRACKET, BRACE, END_OF_LIST, END_OF_OBJECT, BACKSLASH] = CHARACTERS;

/** The maximum size of a JSON text. */
export interface MaxJsonSize extends Pick<MaxSize, 'values' | 'levels'> {
	/** The number of keys of each object. */
	keys: number;
}

/**
 * Returns the limit that a JSON text exceeds, or undefined if it exceeds none. A comma or an opening bracket comes before
 * each key of an object, and before each value in a list. So there are no more keys and list values than these
 * characters.
 */
export function findJsonExcess(json: Uint8Array, max: MaxJsonSize): keyof MaxJsonSize | undefined {
	let values = 0;
	/** The number of keys of the innermost object; -Infinity in a list. */
	let keys = -Infinity;
	/** The same for each list or object around it. */
	const outer: number[] = [];
	let isInText = false;
	for (let at = 0; at < json.length; at++) {
		const byte = json[at];
		if (byte === BACKSLASH) at++;
		else if (byte === QUOTE) isInText = !isInText;
		else if (isInText) continue;
		else if (byte === COMMA) {
			values++;
			keys++;
		} else if (byte === BRACKET || byte === BRACE) {
			values++;
			outer.push(keys);
			keys = byte === BRACE ? 1 : -Infinity;
		} else if (byte === END_OF_LIST || byte === END_OF_OBJECT) keys = outer.pop() ?? -Infinity;
		if (outer.length > max.levels) return 'levels';
		if (values > max.values) return 'values';
		if (keys > max.keys) return 'keys';
	}
	return undefined;
}

/** How much of a value an excerpt contains. */
interface ExcerptSize {
	/** The length of each text, in characters. */
	text: number;
	/** The number of entries of each list or object. */
	entries: number;
	levels: number;
}

const MAX_KEY_LENGTH = 100;

/** The maximum number of entries of an excerpt, at all depths together. */
const MAX_EXCERPT_VALUES = 1_000;

/**
 * Returns the beginning of a value: its first entries, with truncated texts and keys. A "…" stands for what is left out.
 */
export function takeExcerpt(value: unknown, { text, entries, levels }: ExcerptSize): unknown {
	let room = MAX_EXCERPT_VALUES;
	const take = (one: unknown, level: number): unknown => {
		if (typeof one === 'string') return cut(one, text);
		if (!isNested(one)) return one;
		if (level === levels) return '…';
		if (Array.isArray(one)) {
			const first = one.slice(0, Math.min(entries, room));
			room -= first.length;
			const taken = first.map((inner) => take(inner, level + 1));
			return first.length < one.length ? [...taken, '…'] : taken;
		}
		const first: Array<[string, unknown]> = [];
		for (const key in one) {
			if (first.length === entries || room === 0) return Object.fromEntries([...first, ['…', '']]);
			room--;
			first.push([cut(key, MAX_KEY_LENGTH), take(one[key], level + 1)]);
		}
		return Object.fromEntries(first);
	};
	return take(value, 0);
}

function isNested(value: unknown): value is Record<string, unknown> | unknown[] {
	return Array.isArray(value) || (isObject(value) && isPlain(value));
}
