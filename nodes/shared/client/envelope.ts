import { isObject, type Json } from '../json';
import { parseInstant } from '../time/parse';
import { SECOND_MS } from '../time/units';

export function parseBody(text: string): Json | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** `Response: false` is a failure even with HTTP 200; its `Code` is then the status. */
export function readStatus(httpStatus: number, body: Json | undefined): number {
	if (body?.Response !== false || httpStatus >= 400) return httpStatus;
	return typeof body.Code === 'number' && body.Code >= 400 ? body.Code : 400;
}

/** The wait that a `Retry-After` header asks for, in ms; undefined if it is missing or unreadable. */
export function retryAfterMs(header: string | undefined): number | undefined {
	const value = header?.trim();
	if (!value) return undefined;
	// HTTP clients join repeated headers: "60, 60".
	if (/^\d+(?:\s*,\s*\d+)*$/.test(value)) return Math.max(...value.split(',').map(Number)) * SECOND_MS;
	const date = parseInstant(value);
	return date?.hasZone ? Math.max(0, date.from - Date.now()) : undefined;
}
