import { DateTime, IANAZone } from 'luxon';

export interface Timezone {
	TimezoneId: number;
	/** The IANA name. */
	Timezone: string;
	Abbreviation: string;
	/** The offset as `+HHMM` or `-HHMM`. */
	OffSet: string;
	Text: string;
	Utc: string[];
}

/**
 * The time zones from west to east, each with IANA name, abbreviation and display name. The TimezoneId is the position
 * in this list, counted from 1.
 */
const ZONES: Array<[zone: string, abbreviation: string, words: string]> = [
	['Pacific/Honolulu', 'HST', 'Hawaii'],
	['America/Anchorage', 'AKST', 'Alaska'],
	['America/Los_Angeles', 'PST', 'Pacific Time (US & Canada)'],
	['America/Phoenix', 'MST', 'Arizona'],
	['America/Denver', 'MST', 'Mountain Time (US & Canada)'],
	['America/Chicago', 'CST', 'Central Time (US & Canada)'],
	['America/New_York', 'EST', 'Eastern Time (US & Canada)'],
	['America/Puerto_Rico', 'AST', 'Puerto Rico'],
	['America/Halifax', 'AST', 'Atlantic Time (Canada)'],
	['America/St_Johns', 'NST', 'Newfoundland'],
	['America/Sao_Paulo', 'BRT', 'Brasilia'],
	['Etc/UTC', 'UTC', 'Coordinated Universal Time'],
	['Europe/London', 'GMT', 'London'],
	['Europe/Berlin', 'CET', 'Berlin, Paris, Rome'],
	['Europe/Helsinki', 'EET', 'Helsinki, Kyiv'],
	['Asia/Dubai', 'GST', 'Dubai'],
	['Asia/Kolkata', 'IST', 'Kolkata, Mumbai, New Delhi'],
	['Asia/Shanghai', 'CST', 'Beijing, Shanghai'],
	['Asia/Tokyo', 'JST', 'Tokyo'],
	['Australia/Sydney', 'AEST', 'Sydney'],
	['Pacific/Auckland', 'NZST', 'Auckland'],
];

/** Returns all time zones with their offsets at this instant, by TimezoneId. */
export function timezonesAt(now: number): Timezone[] {
	return ZONES.map((_, index) => timezoneAt(now, index + 1));
}

/** Returns a time zone with its offset at this instant. */
export function timezoneAt(now: number, TimezoneId: number): Timezone {
	const [zone, Abbreviation, words] = ZONES[TimezoneId - 1]!;
	const local = DateTime.fromMillis(now, { zone });
	return {
		TimezoneId,
		Timezone: zone,
		Abbreviation,
		OffSet: local.toFormat('ZZZ'),
		Text: `(UTC${local.toFormat('ZZ')}) ${words}`,
		Utc: [zone],
	};
}

/** @returns undefined if there is no time zone with this ID */
export function findZone(timezoneId: number): IANAZone | undefined {
	const zone = ZONES[timezoneId - 1];
	return zone && IANAZone.create(zone[0]);
}

/** Returns the day (`YYYY-MM-DD`) and the time of day (`HH:MM`) of an instant in a time zone. */
export function toWallClock(iso: string, timezoneId: number): { date: string; time: string } {
	const local = DateTime.fromISO(iso, { zone: findZone(timezoneId) });
	return { date: local.toISODate()!, time: local.toFormat('HH:mm') };
}

/** The TimezoneId of UTC, which is every account's time zone. */
export const UTC_ID = ZONES.findIndex(([zone]) => zone === 'Etc/UTC') + 1;
