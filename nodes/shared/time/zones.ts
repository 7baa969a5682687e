import { HOUR_MS, SECOND_MS } from './units';

/** Local time is nowhere further behind or ahead of UTC than this. */
export const MAX_BEHIND_UTC_MS = 12 * HOUR_MS;
export const MAX_AHEAD_OF_UTC_MS = 14 * HOUR_MS;

/** Whether this runtime knows the time zone, an IANA name such as "Europe/Berlin". */
export function isTimezone(name: string): boolean {
	try {
		return name !== '' && createFormatter(name) !== undefined;
	} catch {
		return false;
	}
}

/**
 * Returns `YYYY-MM-DD HH:MM:SS` as a clock in the time zone shows it.
 *
 * @throws {RangeError} for an unknown time zone
 */
export function toWallClock(ms: number, timezone: string): string {
	return createFormatter(timezone).format(ms).padStart('YYYY-MM-DD HH:MM:SS'.length, '0');
}

/**
 * Returns the moment at which a clock in the time zone shows this time. Both are in ms since 1970, and the time is
 * given as if it were UTC. The offset is looked up twice, because daylight saving time may begin or end between the
 * first guess and the moment.
 *
 * @throws {RangeError} for an unknown time zone
 */
export function toUtc(wallMs: number, timezone: string): number {
	const guess = wallMs - getOffsetMs(wallMs, timezone);
	return wallMs - getOffsetMs(guess, timezone);
}

/** Returns how far a time zone is ahead of UTC at a moment, in ms. */
function getOffsetMs(at: number, timezone: string): number {
	const wall = Date.parse(`${toWallClock(at, timezone).replace(' ', 'T')}Z`);
	return wall - Math.floor(at / SECOND_MS) * SECOND_MS;
}

/** Makes a formatter. Its locale writes dates as ISO 8601 does. */
function createFormatter(timeZone: string): Intl.DateTimeFormat {
	return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
}
