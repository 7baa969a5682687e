import type { Json } from '../shared/json';

/** An answer other than a JSON object: a list, a text or another JSON value. */
export class OtherAnswer {
	[member: string]: unknown;

	constructor(readonly value: unknown) {}
}

/** @returns undefined for an empty answer, a web page (both come from a proxy) and truncated JSON */
export function otherAnswer(text: string): Json | undefined {
	if (/^\s*(<!doctype|<html|$)/i.test(text)) return undefined;
	try {
		return new OtherAnswer(JSON.parse(text));
	} catch {
		return /^\s*[{[]/.test(text) ? undefined : new OtherAnswer(text);
	}
}
