import { HOUR_MS, SECOND_MS } from './units';

/** The maximum by which local time is behind UTC anywhere on earth, in ms. */
export const MAX_BEHIND_UTC_MS = 12 * HOUR_MS;
/** The maximum by which local time is ahead of UTC anywhere on earth, in ms. */
export const MAX_AHEAD_OF_UTC_MS = 14 * HOUR_MS;

/** Whether a text is an IANA time zone, such as "Europe/Berlin", that this runtime knows. */
export function isTimezone(name: string): boolean {
	try {
		return name !== '' && createFormatter(name) !== undefined;
	} catch {
		return false;
	}
}

/**
 * Returns what a clock in a time zone shows at a moment, as `YYYY-MM-DD HH:MM:SS`.
 *
 * @throws {RangeError} for an unknown time zone
 */
export function toWallClock(ms: number, timezone: string): string {
	return createFormatter(timezone).format(ms).padStart('YYYY-MM-DD HH:MM:SS'.length, '0');
}

/**
 * Returns the moment at which a clock in a time zone shows a time. Both are in ms since 1970; `wallMs` is the time on
 * the clock, written as if it were UTC. The offset is looked up twice, because daylight saving time may begin or end
 * between the first guess and the result.
 *
 * @throws {RangeError} for an unknown time zone
 */
export function toUtc(wallMs: number, timezone: string): number {
	const guess = wallMs - getOffsetMs(wallMs, timezone);
	return wallMs - getOffsetMs(guess, timezone);
}

/** Returns how far a time zone is ahead of UTC at a moment, in ms. */
function getOffsetMs(at: number, timezone: string): number {
	// With a sign and six digits, Date.parse also reads the year 10000, in which 9999-12-31 ends.
	const wall = toWallClock(at, timezone).padStart('YYYYYY-MM-DD HH:MM:SS'.length, '0');
	return Date.parse(`+${wall.replace(' ', 'T')}Z`) - Math.floor(at / SECOND_MS) * SECOND_MS;
}

/** Creates a formatter. Its locale (Swedish) writes dates as ISO 8601 does. */
function createFormatter(timeZone: string): Intl.DateTimeFormat {
	return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
}
