import { DateTime, FixedOffsetZone } from 'luxon';
import { dateTime } from './clock';
import { drawWinners } from './draw';
import type { ScheduledDrawing } from './records';
import type { Store } from './store';

const HOUR_MS = 60 * 60 * 1000;

type Times = Pick<
	ScheduledDrawing,
	'endDate' | 'endTime' | 'timezone' | 'frequency' | 'dayOfTheWeek' | 'weekOfTheMonth'
>;

/** Drawings carried out before one call; what a long jump of the clock leaves over is done before the next calls. */
const MOST_AT_ONCE = 1_000;

/**
 * When a scheduled drawing is carried out for the n-th time (0 = first), in ms. The first is the first fitting day
 * from endDate on, at endTime, `timezone` hours from UTC.
 */
export function drawingTime(drawing: Times, n: number): number {
	const zone = FixedOffsetZone.instance(drawing.timezone * 60);
	const start = DateTime.fromISO(`${drawing.endDate}T${drawing.endTime}`, { zone });
	switch (drawing.frequency) {
		case 1:
			return start.plus({ hours: n }).toMillis();
		case 2:
			return start.plus({ days: n }).toMillis();
		case 3:
			return onWeekday(start, drawing.dayOfTheWeek).plus({ weeks: n }).toMillis();
		case 4:
			return monthly(start, drawing, n).toMillis();
		default:
			return start.toMillis();
	}
}

/** No two times of a drawing are further apart than this, in ms; by frequency. */
const LONGEST_INTERVAL: Record<number, number> = {
	1: HOUR_MS,
	2: 24 * HOUR_MS,
	3: 7 * 24 * HOUR_MS,
	4: 35 * 24 * HOUR_MS,
};

/**
 * Which of its times a new drawing begins with: one that repeats does not make up for those that were past when it was
 * scheduled. A single one whose time is past is due at once.
 */
export function firstOccurrence(drawing: Times, now: number): number {
	const interval = LONGEST_INTERVAL[drawing.frequency];
	if (interval === undefined) return 0;
	let n = Math.max(0, Math.floor((now - drawingTime(drawing, 0)) / interval));
	while (drawingTime(drawing, n) < now) n++;
	return n;
}

/** Carries out the drawings whose time has come, in the order of their times. */
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
		const at = Date.parse(drawing.nextDrawing);
		if (at <= earliest) [next, earliest] = [drawing, at];
	}
	return next;
}

/** Draws, unless the sweepstakes is paused or archived; a drawing without a frequency is then done with. */
function carryOut(store: Store, drawing: ScheduledDrawing): void {
	const sweepstakes = store.sweepstakes.get(drawing.sweepstakesToken);
	if (sweepstakes?.Status && !sweepstakes.Archived) {
		const at = Date.parse(drawing.nextDrawing);
		drawWinners(store, drawing.sweepstakesToken, { ...drawing, completedEntries: false }, at);
	}
	if (drawing.frequency === 0) {
		store.scheduled.remove(drawing);
		return;
	}
	const occurrence = drawing.occurrence + 1;
	store.scheduled.update(drawing, { occurrence, nextDrawing: dateTime(drawingTime(drawing, occurrence)) });
}

/** The first such day from `from` on; 1 = Sunday, 7 = Saturday. */
function onWeekday(from: DateTime, dayOfTheWeek: number | undefined): DateTime {
	if (dayOfTheWeek === undefined) return from;
	const sundayBased = (from.weekday % 7) + 1;
	return from.plus({ days: (dayOfTheWeek - sundayBased + 7) % 7 });
}

function monthly(start: DateTime, { dayOfTheWeek, weekOfTheMonth = 1 }: Times, n: number): DateTime {
	if (dayOfTheWeek === undefined) return start.plus({ months: n });
	const inMonth = (months: number) =>
		onWeekday(start.set({ day: 1 }).plus({ months }), dayOfTheWeek).plus({ weeks: weekOfTheMonth - 1 });
	return inMonth(inMonth(0) < start ? n + 1 : n);
}
