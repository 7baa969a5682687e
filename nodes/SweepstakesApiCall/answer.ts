import type { Json } from '../shared/json';

/** An answer that is no JSON object, as it came: a list, a text, or another JSON value. */
export class OtherAnswer {
	[member: string]: unknown;

	constructor(readonly value: unknown) {}
}

/**
 * The text of an answer that is no JSON object.
 *
 * @returns undefined for an empty one and for a web page: those come from something between n8n and the service.
 */
export function otherAnswer(text: string): Json | undefined {
	if (/^\s*(<!doctype|<html|$)/i.test(text)) return undefined;
	return new OtherAnswer(jsonOr(text));
}

function jsonOr(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
