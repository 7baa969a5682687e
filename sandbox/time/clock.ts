import { DateTime } from 'luxon';

/**
 * The sandbox's clock: the given clock plus the time that `POST /_sandbox/clock` has added. All times are in ms since
 * 1970.
 */
export class Clock {
	/** @param offset how far the clock is ahead of `source` at first, in ms */
	constructor(
		private readonly source: () => number,
		private offset = 0,
	) {}

	now(): number {
		return this.source() + this.offset;
	}

	/** How far the clock is ahead of `source`, in ms. */
	get ahead(): number {
		return this.offset;
	}

	advance(ms: number): void {
		this.offset += ms;
	}
}

/** Formats an instant as ISO 8601 in UTC. */
export function dateTime(ms: number): string {
	return new Date(ms).toISOString();
}

/** Formats an instant as in a `Date` header. */
export function httpDate(ms: number): string {
	return new Date(ms).toUTCString();
}

/** How dates of participants, winners and drawings are written: with milliseconds and Z, or without a time zone. */
export const DATE_FORMS = ['zoned', 'unzoned'] as const;
export type DateForm = (typeof DATE_FORMS)[number];

/** Formats the date and time of a participant, winner or drawing. */
export function writtenDate(iso: string, form: DateForm): string {
	return form === 'zoned' ? iso : iso.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
}

/**
 * Formats a date and time like `writtenDate`, but if the result has no time zone, it has no seconds either, as on older
 * pages of the reference.
 */
export function writtenMinute(iso: string, form: DateForm): string {
	return form === 'zoned' ? iso : iso.slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

/** Returns the UTC day of an instant as `YYYY-MM-DD`. */
export function toDate(ms: number): string {
	return dateTime(ms).slice(0, 10);
}

/** Returns the first day of an instant's month, or of an earlier month, as `YYYY-MM-DD`. */
export function firstOfMonth(ms: number, monthsAgo = 0): string {
	return DateTime.fromMillis(ms, { zone: 'utc' }).startOf('month').minus({ months: monthsAgo }).toISODate()!;
}

/** Returns the start of a day in UTC. */
export const midnight = (day: string) => `${day}T00:00:00.000Z`;

/** Whether the text is an existing day in the form `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
	return /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid;
}

/** Whether the text is an ISO 8601 timestamp with a day and a time, with or without an offset. */
export function isDateTime(text: string): boolean {
	return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid;
}

/** Returns the instant of an ISO 8601 day or timestamp in ms. Without an offset, the text is read as UTC. */
export function toInstant(iso: string): number {
	return DateTime.fromISO(iso, { zone: 'utc' }).toMillis();
}
