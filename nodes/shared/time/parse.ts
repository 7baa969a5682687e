import { Instant, toStartOfDay } from './instant';
import { parseTimeOfDay } from './time-of-day';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './units';

/** The maximum length of a text that can be a date, in characters. */
const MAX_LENGTH = 64;

const ISO =
	/^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[T ](\d{1,2}:[\d:.,]{2,18}(?: ?[ap]\.?m\.?)?) ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Matches a date in an HTTP header, such as "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110). */
const HTTP_DATE = /(?:[a-z]{3}, )?(\d{2}) ([a-z]{3}) (\d{4}) (\d{2}:\d{2}:\d{2} GMT)/i;

const MONTHS = [
	'january',
	'february',
	'march',
	'april',
	'may',
	'june',
	'july',
	'august',
	'september',
	'october',
	'november',
	'december',
];

/**
 * Reads a date in every format in which the service and n8n write it: ISO 8601 with or without a time, seconds and time
 * zone; the same with slashes, a space, "pm", or one-digit months, days and hours; the date of an HTTP header; a
 * `Date`; or a Luxon `DateTime`.
 *
 * @returns undefined for anything else, for days that do not exist, and for years before 1000
 */
export function parseInstant(value: unknown): Instant | undefined {
	if (value instanceof Instant) return value;
	const text = toText(value)?.trim() ?? '';
	if (text.length > MAX_LENGTH) return undefined;
	const [, year, , month = '', day = '', time, zone] =
		ISO.exec(text.replace(HTTP_DATE, reorderHttpDate)) ?? [];
	if (!year) return undefined;
	const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
	const start = toStartOfDay(date);
	const timeOfDay = parseTimeOfDay(time);
	if (start === undefined || (time !== undefined && !timeOfDay)) return undefined;
	const from = start + (timeOfDay?.ms ?? 0);
	const to = from + (timeOfDay?.lengthMs ?? DAY_MS);
	return new Instant({ date, timeOfDay, from, to, offsetMs: parseOffsetMs(zone) });
}

/** Rewrites an HTTP date in the order of ISO 8601. */
function reorderHttpDate(_date: string, day: string, month: string, year: string, time: string): string {
	return `${year}-${toMonthNumber(month)}-${day} ${time}`;
}

/** Returns the number of a month, such as "March" or "Mar", or 0 for any other word. */
export function toMonthNumber(word: string): number {
	const month = word.toLowerCase();
	return MONTHS.findIndex((name) => name === month || name.slice(0, 3) === month) + 1;
}

/**
 * Combines a day and a time of day from two fields of a record. If the time cannot be read, returns the day or, if the
 * field for the day contains a moment, that moment.
 *
 * @param timezone the IANA name of a time zone that `isTimezone` knows. If omitted, the time zone of a day is unknown.
 */
export function parseDayAndTime(day: unknown, timeOfDay: unknown, timezone?: string): Instant | undefined {
	const instant = parseInstant(day);
	const time = parseTimeOfDay(timeOfDay);
	const dayAlone = parseInstant(timezone ? instant?.toDayIn(timezone) : instant?.date);
	const withoutTime = instant?.isMidnight ? dayAlone : instant;
	const withTime = time && (timezone ? dayAlone : instant)?.withTimeOfDay(time);
	const joined = withTime ?? withoutTime;
	return timezone ? joined?.withTimezone(timezone) : joined;
}

/** Reads an offset such as "+02:00", "-0500", "+00" or "Z". Names such as "UTC" count as 0. */
function parseOffsetMs(zone: string | undefined): number | undefined {
	if (zone === undefined) return undefined;
	const [, sign, hours = 0, minutes = 0] = /([+-])(\d{2}):?(\d{2})?/.exec(zone) ?? [];
	const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
	return sign === '-' ? -ms : ms;
}

function toText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	return isLuxon(value) ? (value.toISO() ?? undefined) : undefined;
}

/**
 * Whether a value is a Luxon `DateTime`. The method `toISO` is checked instead of the class, because n8n has its own
 * copy of Luxon.
 */
export function isLuxon(value: unknown): value is { toISO(): string | null } {
	return (
		typeof value === 'object' && value !== null && typeof (value as { toISO?: unknown }).toISO === 'function'
	);
}

/**
 * Sorts items by time, earliest first. Items with the same time keep their order.
 *
 * @returns undefined if a time is missing, or if only some times have a zone
 */
export function sortByTime<Item>(items: readonly Item[], read: (item: Item) => Instant | undefined) {
	const timed = items.map((item) => ({ item, time: read(item) }));
	const hasZone = timed[0]?.time?.hasZone;
	if (timed.some(({ time }) => time?.hasZone !== hasZone || !time)) return undefined;
	return timed.sort((one, other) => one.time!.from - other.time!.from).map(({ item }) => item);
}
