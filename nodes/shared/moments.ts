const WITH_ZONE = /(Z|[+-]\d{2}:?\d{2})$/i;
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A point of time as the wall clock of the workflow's time zone shows it. */
export interface WallClock {
	/** `YYYY-MM-DD` */
	date: string;
	/** `HH:MM`; absent where only a date was given */
	time?: string;
}

/**
 * Reads what n8n and its expressions offer for a date: the picker's text, ISO 8601 with or without zone, a Luxon
 * `DateTime` or a `Date`. Without a zone the digits stand as they are; with one they are turned into `timezone`.
 *
 * @param timezone IANA name, such as "Europe/Berlin": the workflow's.
 * @returns undefined for everything else, and for days that no calendar has.
 */
export function wallClockOf(value: unknown, timezone: string): WallClock | undefined {
	const text = textOf(value)?.trim();
	if (!text || !MOMENT.test(text)) return undefined;
	const local = WITH_ZONE.test(text) && text.length > 10 ? inZone(text, timezone) : text;
	const [, date, time] = MOMENT.exec(local ?? '') ?? [];
	return date && isCalendarDay(date) ? { date, time } : undefined;
}

/**
 * Reads the same as `wallClockOf`, as a moment: ISO 8601 in UTC with milliseconds. Without a zone the digits are the
 * wall clock of `timezone`; a date alone is its beginning.
 */
export function instantOf(value: unknown, timezone: string): string | undefined {
	const text = textOf(value)?.trim();
	if (!text || !wallClockOf(text, timezone)) return undefined;
	const hasZone = WITH_ZONE.test(text) && text.length > 10;
	const ms = hasZone ? Date.parse(text) : utcOfWallClock(text, timezone);
	return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** The offset is looked up twice, because that of the first guess may be the other side of a change of the clocks. */
function utcOfWallClock(text: string, timezone: string): number {
	const wall = Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : ''}`);
	if (Number.isNaN(wall)) return wall;
	const guess = wall - offsetMs(wall, timezone);
	return wall - offsetMs(guess, timezone);
}

/** What the wall clock of a zone is ahead of UTC, in ms. */
function offsetMs(at: number, timezone: string): number {
	const wall = inZone(new Date(at).toISOString(), timezone)!;
	return Date.parse(`${wall.replace(' ', 'T')}Z`) - Math.floor(at / 1_000) * 1_000;
}

/** Luxon's objects and dates become ISO text; text stays. */
function textOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	if (isLuxon(value)) return value.toISO() ?? undefined;
	return undefined;
}

/** Told by its method, because n8n may bring another copy of Luxon than we know. */
export function isLuxon(value: unknown): value is { toISO(): string | null } {
	return (
		typeof value === 'object' && value !== null && typeof (value as { toISO?: unknown }).toISO === 'function'
	);
}

function inZone(iso: string, timezone: string): string | undefined {
	const instant = new Date(iso);
	if (Number.isNaN(instant.getTime())) return undefined;
	return new Intl.DateTimeFormat('sv-SE', {
		timeZone: timezone,
		dateStyle: 'short',
		timeStyle: 'medium',
	}).format(instant);
}

function isCalendarDay(date: string): boolean {
	const [year, month, day] = date.split('-').map(Number) as [number, number, number];
	const utc = new Date(Date.UTC(year, month - 1, day));
	return utc.getUTCMonth() === month - 1 && utc.getUTCDate() === day;
}
