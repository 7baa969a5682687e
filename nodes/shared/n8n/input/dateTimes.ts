const WITH_ZONE = /(Z|[+-]\d{2}:?\d{2})$/i;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A date, perhaps with a time, on a clock in the workflow's time zone. */
interface WallClock {
	/** `YYYY-MM-DD` */
	date: string;
	/** `HH:MM`; absent if only a date was given */
	time?: string;
}

/**
 * Reads a date as n8n and its expressions give it: the picker's text, ISO 8601, a Luxon `DateTime` or a
 * `Date`. A value with a time zone is converted to `timezone`; one without is unchanged.
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

/** A date with no time or midnight, which names a day. */
const MIDNIGHT = /^.{10}([T ]00:00(:00([.]0+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Reads the same values as `readWallClock`, as a day: `YYYY-MM-DD`.
 *
 * - A date, or a date and time without a time zone, is that day. The date picker stores midnight without a
 *   zone.
 * - Midnight in the value's own time zone is that day. Databases and spreadsheets write a day as midnight in
 *   UTC, a `Date` has UTC, and a Luxon `DateTime` has its own zone.
 * - Any other moment is its day in `timezone`. This includes midnight in `timezone`, written in UTC.
 */
export function readDay(value: unknown, timezone: string): string | undefined {
	const text = toIsoText(value)?.trim() ?? '';
	const [, date] = DATE_TIME.exec(text) ?? [];
	return date && MIDNIGHT.test(text) && isCalendarDay(date) ? date : readWallClock(value, timezone)?.date;
}

/**
 * Reads the same values as `readWallClock`, as a moment: ISO 8601 in UTC with milliseconds. Without a time
 * zone, a value is in `timezone`; a date alone is its midnight.
 */
export function instantInZone(value: unknown, timezone: string): string | undefined {
	const text = toIsoText(value)?.trim();
	if (!text || !readWallClock(text, timezone)) return undefined;
	const hasZone = WITH_ZONE.test(text) && text.length > 10;
	const ms = hasZone ? Date.parse(text) : utcOfWallClock(text, timezone);
	return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** Looks the offset up twice: daylight saving time may begin or end after the first guess. */
function utcOfWallClock(text: string, timezone: string): number {
	const wall = Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : ''}`);
	if (Number.isNaN(wall)) return wall;
	const guess = wall - offsetMs(wall, timezone);
	return wall - offsetMs(guess, timezone);
}

/** How far a time zone is ahead of UTC, in ms. */
function offsetMs(at: number, timezone: string): number {
	const wall = inZone(new Date(at).toISOString(), timezone)!;
	return Date.parse(`${wall.replace(' ', 'T')}Z`) - Math.floor(at / 1_000) * 1_000;
}

function toIsoText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	if (isLuxon(value)) return value.toISO() ?? undefined;
	return undefined;
}

/** Checks for the method, because n8n has its own copy of Luxon. */
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
	// A typo. JavaScript also reads years before 100 as 19xx.
	if (year < 1000) return false;
	const utc = new Date(Date.UTC(year, month - 1, day));
	return utc.getUTCMonth() === month - 1 && utc.getUTCDate() === day;
}
