import type { INodeExecutionData } from 'n8n-workflow';

import { cut, isObject, type Json } from '../json';

/**
 * The default maximum length of a text for an AI model, in characters. It is short because a stranger may have written
 * the text.
 */
const MAX_LINE_LENGTH = 200;

/**
 * Matches a link. Links are not truncated, because a temporary address of a file has about 1,000 characters and must be
 * complete.
 */
const LINK = /^https?:\/\/\S{1,2000}$/;

/** The maximum depth to which an item is shown. A hostile server can nest a reply endlessly. */
const MAX_DEPTH = 10;

/**
 * Shortens every text in an item to one short line, because a stranger's name or note may contain instructions to the
 * AI model. Links and the fields in `wholeTexts` are not shortened.
 */
export function shortenForModel(item: Json, wholeTexts: readonly string[] = []): Json {
	return {
		...shortenRecord(item),
		...Object.fromEntries(wholeTexts.flatMap((key) => (key in item ? [[key, item[key]]] : []))),
	};
}

function shortenRecord(record: Json, depth = 0): Json {
	return Object.fromEntries(
		Object.entries(record).map(([key, value]) => [shortenLine(key), shorten(value, depth)]),
	);
}

function shorten(value: unknown, depth: number): unknown {
	if (typeof value === 'string') return LINK.test(value) ? value : shortenLine(value);
	if (!Array.isArray(value) && !isObject(value)) return value;
	if (depth === MAX_DEPTH) return '…';
	return Array.isArray(value) ? value.map((one) => shorten(one, depth + 1)) : shortenRecord(value, depth + 1);
}

/** Converts a text to a single line of at most `maxLength` characters. */
export function shortenLine(text: string, maxLength = MAX_LINE_LENGTH): string {
	return cut(text.replace(/[\s\p{Cc}]+/gu, ' '), maxLength);
}

/** The item that an AI agent gets if nothing was found. The agent could mistake an empty result for a failure. */
export const NOTHING_FOUND: INodeExecutionData = {
	json: { found: 0, message: 'Nothing was found.' },
	pairedItem: { item: 0 },
};
