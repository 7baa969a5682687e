import { asText } from '../json';

/** A day and a time of day in ms, so that 24:00 is 00:00 of the next day. @returns undefined for other formats. */
export function wallClock(date: unknown, timeOfDay: unknown): number | undefined {
	const [, day] = /^(\d{4}-\d{2}-\d{2})(?:T00:00|$)/.exec(asText(date)) ?? [];
	const [, hours, minutes] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(asText(timeOfDay)) ?? [];
	return day && hours ? Date.parse(day) + (Number(hours) * 60 + Number(minutes)) * 60_000 : undefined;
}
