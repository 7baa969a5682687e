import type { INodeExecutionData } from 'n8n-workflow';

import { isObject, type Json } from '../../json';

/** The longest text that a model reads, in characters. A stranger may have written it. */
const LONGEST_TEXT = 200;

/** A temporary address of a file has about 1,000 characters and is useless if truncated. */
const LINK = /^https?:\/\/\S{1,2000}$/;

/** A hostile server can nest a reply without end. */
const DEEPEST = 10;

/**
 * A stranger's name or note can hold instructions to the model, so every text becomes one short line. Links
 * stay unchanged, and so do `wholeTexts`: fields with texts by the owner or the service.
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

/** One line of at most `longest` characters. */
export function shortLine(text: string, longest = LONGEST_TEXT): string {
	const line = text.replace(/[\s\p{Cc}]+/gu, ' ');
	return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** The answer to an AI agent if nothing was found: the agent could take an empty one for a failure. */
export const NOTHING_FOUND: INodeExecutionData = {
	json: { found: 0, message: 'Nothing was found.' },
	pairedItem: { item: 0 },
};
