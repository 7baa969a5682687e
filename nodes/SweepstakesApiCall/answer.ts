import type { Json } from '../shared/json';

/** A response that is not a JSON object: a list, text or another JSON value. */
export class OtherAnswer {
	[member: string]: unknown;

	constructor(readonly value: unknown) {}
}

/**
 * Wraps a response that is not a JSON object.
 *
 * @returns undefined for an empty response, a web page (which a proxy may send) or truncated JSON
 */
export function parseOtherAnswer(text: string): Json | undefined {
	if (/^\s*(<!doctype|<html|$)/i.test(text)) return undefined;
	try {
		return new OtherAnswer(JSON.parse(text));
	} catch {
		return /^\s*[{[]/.test(text) ? undefined : new OtherAnswer(text);
	}
}
