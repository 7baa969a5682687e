import { DateTime } from 'luxon';
import { dateTime } from './clock';
import { drawWinners, eligibleEntries } from './draw';
import type { DrawingOrder, ScheduledDrawing } from './records';
import type { Store } from './store';
import { zoneOf } from './timezones';

const HOUR_MS = 60 * 60 * 1000;

/** The times of a drawing, in its own time zone. */
interface Series {
	/** The first day, `YYYY-MM-DD`. */
	date: string;
	/** The time of day of each drawing, `HH:MM`. */
	time: string;
	/** IANA name. */
	zone: string;
	frequency: number;
	dayOfTheWeek?: number;
	weekOfTheMonth?: number;
}

/** How many due drawings run before one call. After a long jump of the clock, the rest run before later calls. */
const MOST_AT_ONCE = 1_000;

/**
 * Returns the times of a drawing. `schedule` is one date and time. `settime` is a period from the time of the request
 * to endDate and endTime (reference, "Serve both": winners/schedule).
 * @param now the time of the request, in ms since 1970
 */
export function seriesOf(order: DrawingOrder, now: number): Series {
	const { endDate, endTime, deliveryTime = endTime, dayOfTheWeek, weekOfTheMonth } = order;
	const zone = zoneOf(order.timezone)!.name;
	if (order.scheduleMode === 'schedule') return { date: endDate, time: endTime, zone, frequency: 0 };
	const { frequency } = order;
	const today = DateTime.fromMillis(now, { zone }).toISODate()!;
	const date = frequency === 0 ? endDate : today;
	return { date, time: deliveryTime, zone, frequency, dayOfTheWeek, weekOfTheMonth };
}

/** The end of a drawing in ms since 1970. No drawing takes place later. */
export function endOf({ endDate, endTime, timezone }: DrawingOrder): number {
	return DateTime.fromISO(`${endDate}T${endTime}`, { zone: zoneOf(timezone)!.name }).toMillis();
}

/** The n-th time of a series (0 = first), in ms. The first time is the first matching day from its date on. */
export function drawingTime(series: Series, n: number): number {
	const start = DateTime.fromISO(`${series.date}T${series.time}`, { zone: series.zone });
	switch (series.frequency) {
		case 1:
			return start.plus({ hours: n }).toMillis();
		case 2:
			return start.plus({ days: n }).toMillis();
		case 3:
			return onWeekday(start, series.dayOfTheWeek).plus({ weeks: n }).toMillis();
		case 4:
			return monthly(start, series, n).toMillis();
		default:
			return start.toMillis();
	}
}

/** The longest interval between two times of a series, in ms, by frequency. */
const LONGEST_INTERVAL: Record<number, number> = {
	1: HOUR_MS,
	2: 25 * HOUR_MS,
	3: (7 * 24 + 1) * HOUR_MS,
	4: (35 * 24 + 1) * HOUR_MS,
};

/** The index of the first time that is not past. */
export function firstOccurrence(series: Series, now: number): number {
	const interval = LONGEST_INTERVAL[series.frequency];
	if (interval === undefined) return 0;
	let n = Math.max(0, Math.floor((now - drawingTime(series, 0)) / interval));
	while (drawingTime(series, n) < now) n++;
	return n;
}

/** Carries out due drawings, in the order of their times. */
export function carryOutDueDrawings(store: Store, now: number): void {
	for (let carriedOut = 0; carriedOut < MOST_AT_ONCE; carriedOut++) {
		const due = nextDue(store, now);
		if (!due) return;
		carryOut(store, due);
	}
}

function nextDue(store: Store, now: number): ScheduledDrawing | undefined {
	let next: ScheduledDrawing | undefined;
	let earliest = now;
	for (const drawing of store.scheduled.all()) {
		const at = Date.parse(drawing.drawingTime);
		if (drawing.Status === 0 && at <= earliest) [next, earliest] = [drawing, at];
	}
	return next;
}

/**
 * Draws and moves on to the next time. Without one, the drawing is completed, or failed if the last time drew no
 * winner.
 */
function carryOut(store: Store, drawing: ScheduledDrawing): void {
	const { order } = drawing;
	const hasWinners = drawNow(store, drawing);
	const occurrence = drawing.occurrence + 1;
	const next = drawingTime(seriesOf(order, Date.parse(drawing.CreationDate)), occurrence);
	const isOver = order.scheduleMode === 'schedule' || order.frequency === 0 || next > endOf(order);
	const change = isOver
		? ({ Status: hasWinners ? 1 : 2 } as const)
		: { occurrence, drawingTime: dateTime(next) };
	store.scheduled.update(drawing, change);
}

/** @returns whether there is a winner; a paused or archived sweepstakes has none */
function drawNow(store: Store, { SweepstakesToken, order, drawingTime }: ScheduledDrawing): boolean {
	const sweepstakes = store.sweepstakes.get(SweepstakesToken);
	if (!sweepstakes?.Status || sweepstakes.Archived) return false;
	const eligible = eligibleEntries(store, SweepstakesToken, { ...order, completedEntries: false });
	const winners = drawWinners(store, sweepstakes, {
		eligible,
		howMany: order.howManyWinnersToPick,
		at: Date.parse(drawingTime),
		isNotified: order.selectedAction === 2,
	});
	return winners.length > 0;
}

/** The first such day from `from` on; 1 = Sunday, 7 = Saturday. */
function onWeekday(from: DateTime, dayOfTheWeek: number | undefined): DateTime {
	if (dayOfTheWeek === undefined) return from;
	const sundayBased = (from.weekday % 7) + 1;
	return from.plus({ days: (dayOfTheWeek - sundayBased + 7) % 7 });
}

function monthly(start: DateTime, { dayOfTheWeek, weekOfTheMonth = 1 }: Series, n: number): DateTime {
	if (dayOfTheWeek === undefined) return start.plus({ months: n });
	const inMonth = (months: number) =>
		onWeekday(start.set({ day: 1 }).plus({ months }), dayOfTheWeek).plus({ weeks: weekOfTheMonth - 1 });
	return inMonth(inMonth(0) < start ? n + 1 : n);
}
