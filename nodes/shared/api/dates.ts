import { asText, type Json } from '../json';

type Refinement = [test: (request: Json) => boolean, issue: { path: string[]; message: string }];

/** Arguments of `refine`: of two optional dates, the second must not be before the first. */
export function inOrder(first: string, second: string): Refinement {
	const isInOrder = ({ [first]: from, [second]: to }: Json) => !from || !to || String(from) <= String(to);
	return [isInOrder, { path: [second], message: `must not be before {${first}}` }];
}

/** A day and a time of day in ms; 24:00 is 00:00 of the next day. @returns undefined for other formats. */
export function wallClock(date: unknown, timeOfDay: unknown): number | undefined {
	const [, day] = /^(\d{4}-\d{2}-\d{2})(?:T00:00|$)/.exec(asText(date)) ?? [];
	const [, hours, minutes] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(asText(timeOfDay)) ?? [];
	return day && hours ? Date.parse(day) + (Number(hours) * 60 + Number(minutes)) * 60_000 : undefined;
}
