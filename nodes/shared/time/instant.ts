import type { TimeOfDay } from './time-of-day';
import { DAY_MS } from './units';
import { MAX_AHEAD_OF_UTC_MS, MAX_BEHIND_UTC_MS, toUtc, toWallClock } from './zones';

/** The parts of a date, as it was written. */
interface InstantParts {
	/** The date as `YYYY-MM-DD`. */
	date: string;
	/** The time of day; undefined for a whole day. */
	timeOfDay?: TimeOfDay;
	/** The start in ms since 1970, computed as if the written time were UTC, even if there is an `offsetMs`. */
	from: number;
	/** The end, computed like `from`. */
	to: number;
	/** How far the written time zone is ahead of UTC, in ms; undefined if there is none. */
	offsetMs?: number;
}

/**
 * A date with an optional time of day and time zone. It covers the whole day, minute, second or millisecond that was
 * written. It does not depend on the time zone of this process.
 */
export class Instant {
	/** The date as written (`YYYY-MM-DD`). */
	readonly date: string;
	/** The time of day as written (`HH:MM`); undefined for a whole day. */
	readonly time?: string;
	/** Whether this is a whole day, or midnight as written. */
	readonly isMidnight: boolean;
	/** The start in ms since 1970. Without a time zone, the written time is read as UTC. */
	readonly from: number;
	/** The end, computed like `from`. */
	readonly to: number;
	readonly hasZone: boolean;

	constructor(private readonly named: InstantParts) {
		const { date, timeOfDay, from, to, offsetMs = 0 } = named;
		this.date = date;
		this.time = timeOfDay?.text.slice(0, 'HH:MM'.length);
		this.isMidnight = !timeOfDay || timeOfDay.ms === 0;
		this.from = from - offsetMs;
		this.to = to - offsetMs;
		this.hasZone = named.offsetMs !== undefined;
	}

	/** The earliest and latest moments that this can mean in any time zone, in ms since 1970. */
	get earliest(): number {
		return this.hasZone ? this.from : this.from - MAX_AHEAD_OF_UTC_MS;
	}

	get latest(): number {
		return this.hasZone ? this.to : this.to + MAX_BEHIND_UTC_MS;
	}

	/**
	 * Whether this instant is certainly before another. Two instants without a time zone are compared as if they had
	 * the same zone.
	 */
	isBefore(other: Instant): boolean {
		if (this.hasZone === other.hasZone) return this.to <= other.from;
		return this.latest <= other.earliest;
	}

	/**
	 * Whether the whole period is over.
	 *
	 * @param now ms since 1970
	 * @returns undefined during the period, and if the result depends on an unknown time zone
	 */
	isPast(now: number): boolean | undefined {
		if (now >= this.latest) return true;
		return now < this.earliest ? false : undefined;
	}

	/**
	 * Returns the instant with this time zone or, if it already has a time zone, the same instant.
	 *
	 * @param timezone an IANA name
	 * @throws {RangeError} if `isTimezone` does not know the name
	 */
	withTimezone(timezone: string): Instant {
		if (this.hasZone) return this;
		const offsetMs = this.from - toUtc(this.from, timezone);
		// The end is computed separately, because the offset may change during a day.
		const to = toUtc(this.to, timezone) + offsetMs;
		return new Instant({ ...this.named, to, offsetMs });
	}

	/**
	 * Returns what a clock in a time zone shows at the start of this instant. If the instant has no time zone, returns
	 * the date and time as written.
	 */
	toClockIn(timezone: string): { date: string; time?: string } {
		if (!this.hasZone) return { date: this.date, time: this.time };
		const [date, time] = toWallClock(this.from, timezone).split(' ') as [string, string];
		return { date, time: time.slice(0, 'HH:MM'.length) };
	}

	/**
	 * Returns the day that this instant means for somebody in a time zone:
	 * - A date, or a date and time without a time zone, means the written day.
	 * - Midnight in the written time zone means the written day. Databases and spreadsheets write a day as midnight in
	 *   UTC, a `Date` is in UTC, and a Luxon `DateTime` has its own time zone.
	 * - Any other moment means its day in `timezone`. This includes a moment that is midnight in `timezone`, but written
	 *   in UTC.
	 */
	toDayIn(timezone: string): string {
		return this.isMidnight ? this.date : this.toClockIn(timezone).date;
	}

	/**
	 * Returns this day at a time of day whose time zone is unknown. If this instant has a zone and is at
	 * neither midnight nor `timeOfDay`, the day before or after may be meant, so the result covers all three days.
	 */
	withTimeOfDay(timeOfDay: TimeOfDay): Instant {
		const midnight = toStartOfDay(this.date)!;
		const isSure = this.isMidnight || !this.hasZone || this.named.timeOfDay?.ms === timeOfDay.ms;
		const marginMs = isSure ? 0 : DAY_MS;
		const from = midnight + timeOfDay.ms;
		return new Instant({
			date: this.date,
			timeOfDay,
			from: from - marginMs,
			to: from + timeOfDay.lengthMs + marginMs,
		});
	}

	/**
	 * Returns ISO 8601 in UTC with milliseconds, so that times can be sorted as text. Without a time zone, the time is
	 * read as UTC.
	 */
	toISOString(): string {
		return toIso(this.from);
	}
}

/** Converts ms since 1970 to ISO 8601 in UTC with milliseconds. */
export const toIso = (ms: number) => new Date(ms).toISOString();

/** Converts ms since 1970 to a day (`YYYY-MM-DD`) in UTC. */
export const toDay = (ms: number) => toIso(ms).slice(0, 'YYYY-MM-DD'.length);

/** Returns the start of a day (`YYYY-MM-DD`) in UTC, in ms since 1970, or undefined if the day does not exist. */
export function toStartOfDay(date: string): number | undefined {
	const [year, month, day] = date.split('-').map(Number) as [number, number, number];
	// A year before 1000 is a typo, and JavaScript would read a year before 100 as 19xx.
	if (year < 1000) return undefined;
	const ms = Date.UTC(year, month - 1, day);
	return toDay(ms) === date ? ms : undefined;
}
