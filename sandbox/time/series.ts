import { DateTime } from 'luxon';
import type { DrawingOrder } from '../records';
import { findZone } from './timezones';

const HOUR_MS = 60 * 60 * 1000;

/** The times of a drawing, in its own time zone. */
interface Series {
	/** The first day, as `YYYY-MM-DD`. */
	date: string;
	/** The time of day of each drawing, as `HH:MM`. */
	time: string;
	/** The IANA name of the time zone. */
	zone: string;
	frequency: number;
	dayOfTheWeek?: number;
	weekOfTheMonth?: number;
}

/**
 * Returns the times of a drawing. `schedule` means one date and time. `settime` means a period from the time of the
 * request to endDate and endTime (reference, winners/schedule).
 *
 * @param now the time of the request, in ms since 1970
 */
export function toSeries(order: DrawingOrder, now: number): Series {
	const { endDate, endTime, deliveryTime = endTime, dayOfTheWeek, weekOfTheMonth } = order;
	const zone = findZone(order.timezone)!.name;
	if (order.scheduleMode === 'schedule') return { date: endDate, time: endTime, zone, frequency: 0 };
	const { frequency } = order;
	const today = DateTime.fromMillis(now, { zone }).toISODate()!;
	const date = frequency === 0 ? endDate : today;
	return { date, time: deliveryTime, zone, frequency, dayOfTheWeek, weekOfTheMonth };
}

/** Returns the end of a drawing in ms since 1970. No drawing takes place after it. */
export function toEnd({ endDate, endTime, timezone }: DrawingOrder): number {
	return DateTime.fromISO(`${endDate}T${endTime}`, { zone: findZone(timezone)!.name }).toMillis();
}

/**
 * Returns the n-th time of a series in ms, where 0 is the first. The first time is on the first matching day on or
 * after the series' date.
 */
export function drawingTime(series: Series, n: number): number {
	const start = DateTime.fromISO(`${series.date}T${series.time}`, { zone: series.zone });
	switch (series.frequency) {
		case 1:
			return start.plus({ hours: n }).toMillis();
		case 2:
			return start.plus({ days: n }).toMillis();
		case 3:
			return findWeekday(start, series.dayOfTheWeek).plus({ weeks: n }).toMillis();
		case 4:
			return findMonthly(start, series, n).toMillis();
		default:
			return start.toMillis();
	}
}

/** The longest interval between two successive times of a series in ms, by frequency. */
const MAX_INTERVAL: Record<number, number> = {
	1: HOUR_MS,
	2: 25 * HOUR_MS,
	3: (7 * 24 + 1) * HOUR_MS,
	4: (35 * 24 + 1) * HOUR_MS,
};

/** Returns the index of the first time of a series that is not in the past. */
export function firstOccurrence(series: Series, now: number): number {
	const interval = MAX_INTERVAL[series.frequency];
	if (interval === undefined) return 0;
	let n = Math.max(0, Math.floor((now - drawingTime(series, 0)) / interval));
	while (drawingTime(series, n) < now) n++;
	return n;
}

/** Returns the first day with this weekday on or after `from`. Sunday is 1 and Saturday is 7. */
function findWeekday(from: DateTime, dayOfTheWeek: number | undefined): DateTime {
	if (dayOfTheWeek === undefined) return from;
	const sundayBased = (from.weekday % 7) + 1;
	return from.plus({ days: (dayOfTheWeek - sundayBased + 7) % 7 });
}

function findMonthly(start: DateTime, { dayOfTheWeek, weekOfTheMonth = 1 }: Series, n: number): DateTime {
	if (dayOfTheWeek === undefined) return start.plus({ months: n });
	const inMonth = (months: number) =>
		findWeekday(start.set({ day: 1 }).plus({ months }), dayOfTheWeek).plus({ weeks: weekOfTheMonth - 1 });
	return inMonth(inMonth(0) < start ? n + 1 : n);
}
