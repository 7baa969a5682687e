import type { TimeOfDay } from './time-of-day';
import { DAY_MS } from './units';
import { MOST_AHEAD_OF_UTC_MS, MOST_BEHIND_UTC_MS, toUtc, toWallClock } from './zones';

/** What a text names. */
interface Named {
	/** `YYYY-MM-DD` */
	date: string;
	/** Undefined for a day. */
	timeOfDay?: TimeOfDay;
	/** Start and end in ms since 1970, on the clock of the text as if that were UTC. */
	from: number;
	to: number;
	/** How far the clock of the text is ahead of UTC, in ms; undefined if the text does not say. */
	offsetMs?: number;
}

/**
 * A date, perhaps with a time of day and a time zone: the day, minute, second or millisecond that it names.
 * Nothing about it depends on the time zone of this process.
 */
export class Instant {
	/** As written: `YYYY-MM-DD`, and `HH:MM` unless it is a day. */
	readonly date: string;
	readonly time?: string;
	/** Whether it is a day, or midnight as written. */
	readonly isMidnight: boolean;
	/** Start and end in ms since 1970. Without a zone, as if its clock showed UTC. */
	readonly from: number;
	readonly to: number;
	readonly hasZone: boolean;

	constructor(private readonly named: Named) {
		const { date, timeOfDay, from, to, offsetMs = 0 } = named;
		this.date = date;
		this.time = timeOfDay?.text.slice(0, 'HH:MM'.length);
		this.isMidnight = !timeOfDay || timeOfDay.ms === 0;
		this.from = from - offsetMs;
		this.to = to - offsetMs;
		this.hasZone = named.offsetMs !== undefined;
	}

	/** The earliest and the latest moment that it may mean, whatever its zone, in ms since 1970. */
	get earliest(): number {
		return this.hasZone ? this.from : this.from - MOST_AHEAD_OF_UTC_MS;
	}

	get latest(): number {
		return this.hasZone ? this.to : this.to + MOST_BEHIND_UTC_MS;
	}

	/**
	 * Whether it certainly is before another one. Two without a zone are compared as if they had the same zone.
	 */
	isBefore(other: Instant): boolean {
		if (this.hasZone === other.hasZone) return this.to <= other.from;
		return this.latest <= other.earliest;
	}

	/**
	 * @param now ms since 1970
	 * @returns undefined during the period itself, and if the answer depends on the unknown zone
	 */
	isPast(now: number): boolean | undefined {
		if (now >= this.latest) return true;
		return now < this.earliest ? false : undefined;
	}

	/**
	 * Takes it as a time in this zone, unless it has a zone of its own.
	 *
	 * @param timezone an IANA name
	 * @throws {RangeError} if `isTimezone` does not know it
	 */
	in(timezone: string): Instant {
		if (this.hasZone) return this;
		const offsetMs = this.from - toUtc(this.from, timezone);
		// The offset may change during a day.
		const to = toUtc(this.to, timezone) + offsetMs;
		return new Instant({ ...this.named, to, offsetMs });
	}

	/** What the wall clock of a zone shows at this instant; as written if it has no zone of its own. */
	clockIn(timezone: string): { date: string; time?: string } {
		if (!this.hasZone) return { date: this.date, time: this.time };
		const [date, time] = toWallClock(this.from, timezone).split(' ') as [string, string];
		return { date, time: time.slice(0, 'HH:MM'.length) };
	}

	/**
	 * The day that it names for somebody in a zone:
	 *
	 * - A date, or a date and time without a zone, is that day.
	 * - Midnight in its own zone is that day. Databases and spreadsheets write a day as midnight in UTC, a
	 *   `Date` has UTC, and a Luxon `DateTime` has its own zone.
	 * - Any other moment is its day in `timezone`. This includes midnight in `timezone`, written in UTC.
	 */
	dayIn(timezone: string): string {
		return this.isMidnight ? this.date : this.clockIn(timezone).date;
	}

	/**
	 * The day that it names, at a time of day in an unknown zone. A moment that is neither midnight nor this
	 * time may belong to the day before or after, so the result then covers all three days.
	 */
	at(timeOfDay: TimeOfDay): Instant {
		const midnight = startOfDay(this.date)!;
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

	/** ISO 8601 in UTC with milliseconds, so that text order is time order. Without a zone it is read as UTC. */
	toISOString(): string {
		return toIso(this.from);
	}
}

/** @param ms since 1970 @returns ISO 8601 in UTC with milliseconds */
export const toIso = (ms: number) => new Date(ms).toISOString();

/** @param ms since 1970 @returns the day in UTC, `YYYY-MM-DD` */
export const toDay = (ms: number) => toIso(ms).slice(0, 'YYYY-MM-DD'.length);

/** @returns ms since 1970, or undefined if the calendar has no such day */
export function startOfDay(date: string): number | undefined {
	const [year, month, day] = date.split('-').map(Number) as [number, number, number];
	// An earlier year is a typo, and JavaScript would read a year before 100 as 19xx.
	if (year < 1000) return undefined;
	const ms = Date.UTC(year, month - 1, day);
	return toDay(ms) === date ? ms : undefined;
}
