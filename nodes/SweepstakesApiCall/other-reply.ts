import type { Json } from '../shared/json';

/** A reply that is not a JSON object: a list, text or another JSON value. */
export class OtherReply {
	[member: string]: unknown;

	constructor(readonly value: unknown) {}
}

/**
 * Wraps a reply that is not a JSON object.
 *
 * @returns undefined for an empty reply, a web page (which a proxy may send) or truncated JSON
 */
export function parseOtherReply(text: string): Json | undefined {
	if (/^\s*(<!doctype|<html|$)/i.test(text)) return undefined;
	try {
		return new OtherReply(JSON.parse(text));
	} catch {
		return /^\s*[{[]/.test(text) ? undefined : new OtherReply(text);
	}
}
