import { isObject, type Json } from '../../json';

/** The most that a model reads of a text, in characters. A stranger may have written it. */
const LONGEST_TEXT = 200;

/** A temporary address of a file has about 1,000 characters. It is of no use when it is cut. */
const LINK = /^https?:\/\/\S{1,2000}$/;

/** A reply may be nested as deep as a hostile server likes. */
const DEEPEST = 10;

/**
 * An item as a model reads it. A name or a note that a stranger wrote can hold instructions to the model, so every text becomes one short
 * line, except links.
 *
 * @param wholeTexts the fields with a text that the owner or the service wrote, which come out whole
 */
export function forModel(item: Json, wholeTexts: readonly string[] = []): Json {
	return {
		...inShort(item),
		...Object.fromEntries(wholeTexts.flatMap((key) => (key in item ? [[key, item[key]]] : []))),
	};
}

function inShort(record: Json, depth = 0): Json {
	return Object.fromEntries(
		Object.entries(record).map(([key, value]) => [shortLine(key), short(value, depth)]),
	);
}

function short(value: unknown, depth: number): unknown {
	if (typeof value === 'string') return LINK.test(value) ? value : shortLine(value);
	if (!Array.isArray(value) && !isObject(value)) return value;
	if (depth === DEEPEST) return '…';
	return Array.isArray(value) ? value.map((one) => short(one, depth + 1)) : inShort(value, depth + 1);
}

function shortLine(text: string): string {
	const line = text.replace(/[\s\p{Cc}]+/gu, ' ');
	return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT - 1)}…` : line;
}
