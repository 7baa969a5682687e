const WITH_ZONE = /(Z|[+-]\d{2}:?\d{2})$/i;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A date, and perhaps a time, as a clock in the workflow's time zone shows it. */
interface WallClock {
	/** `YYYY-MM-DD` */
	date: string;
	/** `HH:MM`; absent where only a date was given */
	time?: string;
}

/**
 * Reads a date as n8n and its expressions give it: the picker's text, ISO 8601 with or without a time zone, a Luxon
 * `DateTime` or a `Date`. A value with a time zone is converted to `timezone`; one without stays as it is.
 *
 * @param timezone the workflow's, an IANA name such as "Europe/Berlin"
 * @returns undefined for any other value, and for days that do not exist.
 */
export function readWallClock(value: unknown, timezone: string): WallClock | undefined {
	const text = toIsoText(value)?.trim();
	if (!text || !DATE_TIME.test(text)) return undefined;
	const local = WITH_ZONE.test(text) && text.length > 10 ? inZone(text, timezone) : text;
	const [, date, time] = DATE_TIME.exec(local ?? '') ?? [];
	return date && isCalendarDay(date) ? { date, time } : undefined;
}

/** The time of day of midnight, or none, at the end of a date: the text names a day. */
const MIDNIGHT = /^.{10}([T ]00:00(:00([.]0+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Reads the same values as `readWallClock`, as a day: `YYYY-MM-DD`.
 *
 * - A date, or a date and time without a time zone, is the day that it names. The date picker stores midnight without a zone.
 * - Midnight in the time zone that the value names is the day that it names. Databases and spreadsheets write a day as midnight
 *   in UTC, a `Date` has UTC, and a Luxon `DateTime` has a zone of its own.
 * - Any other moment is the day on which it falls in `timezone`. This includes midnight in `timezone`, written in UTC.
 */
export function readDay(value: unknown, timezone: string): string | undefined {
	const text = toIsoText(value)?.trim() ?? '';
	const [, date] = DATE_TIME.exec(text) ?? [];
	return date && MIDNIGHT.test(text) && isCalendarDay(date) ? date : readWallClock(value, timezone)?.date;
}

/**
 * Reads the same values as `readWallClock`, as a point in time: ISO 8601 in UTC with milliseconds. A value without a time
 * zone is in `timezone`; a date alone is its beginning.
 */
export function instantInZone(value: unknown, timezone: string): string | undefined {
	const text = toIsoText(value)?.trim();
	if (!text || !readWallClock(text, timezone)) return undefined;
	const hasZone = WITH_ZONE.test(text) && text.length > 10;
	const ms = hasZone ? Date.parse(text) : utcOfWallClock(text, timezone);
	return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** Looks the offset up twice, because daylight saving time may begin or end between the first guess and the result. */
function utcOfWallClock(text: string, timezone: string): number {
	const wall = Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : ''}`);
	if (Number.isNaN(wall)) return wall;
	const guess = wall - offsetMs(wall, timezone);
	return wall - offsetMs(guess, timezone);
}

/** By how much a time zone is ahead of UTC, in ms. */
function offsetMs(at: number, timezone: string): number {
	const wall = inZone(new Date(at).toISOString(), timezone)!;
	return Date.parse(`${wall.replace(' ', 'T')}Z`) - Math.floor(at / 1_000) * 1_000;
}

/** Luxon objects and dates as ISO 8601; text unchanged. */
function toIsoText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	if (isLuxon(value)) return value.toISO() ?? undefined;
	return undefined;
}

/** Recognized by its method, because n8n has its own copy of Luxon. */
export function isLuxon(value: unknown): value is { toISO(): string | null } {
	return (
		typeof value === 'object' && value !== null && typeof (value as { toISO?: unknown }).toISO === 'function'
	);
}

function inZone(iso: string, timezone: string): string | undefined {
	const instant = new Date(iso);
	if (Number.isNaN(instant.getTime())) return undefined;
	const text = new Intl.DateTimeFormat('sv-SE', {
		timeZone: timezone,
		dateStyle: 'short',
		timeStyle: 'medium',
	}).format(instant);
	return text.padStart('YYYY-MM-DD HH:MM:SS'.length, '0');
}

function isCalendarDay(date: string): boolean {
	const [year, month, day] = date.split('-').map(Number) as [number, number, number];
	// A mistyped year. JavaScript reads those before 100 as years of the last century.
	if (year < 1000) return false;
	const utc = new Date(Date.UTC(year, month - 1, day));
	return utc.getUTCMonth() === month - 1 && utc.getUTCDate() === day;
}
