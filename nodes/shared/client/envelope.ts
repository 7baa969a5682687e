import { isObject, type Json } from '../json';
import { parseInstant } from '../time/parse';
import { SECOND_MS } from '../time/units';

/** Many times the values of the longest documented refusal, and few enough to be read at once. */
const MOST_VALUES_OF_REFUSAL = 10_000;

const BEGINS_AS_REFUSAL = /^\s{0,9}\{\s{0,9}"Response"\s{0,9}:\s{0,9}false/;

/** Whether a refusal has so many values that reading it would block other workflows. The service sends none. */
export function isEndlessRefusal(httpStatus: number, text: string): boolean {
	if (httpStatus < 400 && !BEGINS_AS_REFUSAL.test(text)) return false;
	let values = 0;
	// Every JSON value but the first follows one of these.
	for (const mark of [',', '[', '{'])
		for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1))
			if (++values > MOST_VALUES_OF_REFUSAL) return true;
	return false;
}

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
