import { HOUR_MS, SECOND_MS } from './units';

/** The local time of a place is at most this far behind or ahead of UTC. */
export const MOST_BEHIND_UTC_MS = 12 * HOUR_MS;
export const MOST_AHEAD_OF_UTC_MS = 14 * HOUR_MS;

/** Whether this runtime knows the zone, an IANA name such as "Europe/Berlin". */
export function isTimezone(name: string): boolean {
	try {
		return name !== '' && clockOf(name) !== undefined;
	} catch {
		return false;
	}
}

/** `YYYY-MM-DD HH:MM:SS` on the wall clock of a zone. @throws {RangeError} for an unknown zone */
export function toWallClock(ms: number, timezone: string): string {
	return clockOf(timezone).format(ms).padStart('YYYY-MM-DD HH:MM:SS'.length, '0');
}

/**
 * The moment at which the wall clock of a zone shows a time. Both in ms since 1970, the time as if it were
 * UTC. Looks the offset up twice, because daylight saving time may begin or end between the first guess and
 * the moment.
 *
 * @throws {RangeError} for an unknown zone
 */
export function toUtc(wallMs: number, timezone: string): number {
	const guess = wallMs - offsetMs(wallMs, timezone);
	return wallMs - offsetMs(guess, timezone);
}

/** How far a time zone is ahead of UTC, in ms. */
function offsetMs(at: number, timezone: string): number {
	const wall = Date.parse(`${toWallClock(at, timezone).replace(' ', 'T')}Z`);
	return wall - Math.floor(at / SECOND_MS) * SECOND_MS;
}

/** This locale writes dates as ISO 8601 does. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
	return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
}
