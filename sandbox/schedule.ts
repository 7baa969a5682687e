import { DateTime, FixedOffsetZone } from 'luxon';
import { dateTime, instantOf } from './clock';
import { drawWinners } from './draw';
import type { ScheduledDrawing } from './records';
import type { Store } from './store';

/** Drawings carried out before one call; what a long jump of the clock leaves over is done before the next calls. */
const MOST_AT_ONCE = 1_000;

/**
 * When a scheduled drawing is carried out for the n-th time (0 = first), in ms. The first is the first fitting day
 * from endDate on, at endTime, `timezone` hours from UTC.
 */
export function drawingTime(
	drawing: Pick<
		ScheduledDrawing,
		'endDate' | 'endTime' | 'timezone' | 'frequency' | 'dayOfTheWeek' | 'weekOfTheMonth'
	>,
	n: number,
): number {
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
		const at = instantOf(drawing.nextDrawing);
		if (at <= earliest) [next, earliest] = [drawing, at];
	}
	return next;
}

/** Draws, unless the sweepstakes is paused or archived; a drawing without a frequency is then done with. */
function carryOut(store: Store, drawing: ScheduledDrawing): void {
	const sweepstakes = store.sweepstakes.get(drawing.sweepstakesToken);
	if (sweepstakes?.Status && !sweepstakes.Archived) {
		const at = instantOf(drawing.nextDrawing);
		drawWinners(store, drawing.sweepstakesToken, { ...drawing, completedEntries: false }, at);
	}
	if (drawing.frequency === 0) {
		store.scheduled.remove(drawing);
		return;
	}
	const timesDrawn = drawing.timesDrawn + 1;
	store.scheduled.update(drawing, {
		timesDrawn,
		nextDrawing: dateTime(drawingTime(drawing, timesDrawn)),
	});
}

/** The first such day from `from` on; 1 = Sunday, 7 = Saturday. */
function onWeekday(from: DateTime, dayOfTheWeek: number | undefined): DateTime {
	if (dayOfTheWeek === undefined) return from;
	const sundayBased = (from.weekday % 7) + 1;
	return from.plus({ days: (dayOfTheWeek - sundayBased + 7) % 7 });
}

function monthly(
	start: DateTime,
	{ dayOfTheWeek, weekOfTheMonth = 1 }: Pick<ScheduledDrawing, 'dayOfTheWeek' | 'weekOfTheMonth'>,
	n: number,
): DateTime {
	if (dayOfTheWeek === undefined) return start.plus({ months: n });
	const inMonth = (months: number) =>
		onWeekday(start.set({ day: 1 }).plus({ months }), dayOfTheWeek).plus({ weeks: weekOfTheMonth - 1 });
	return inMonth(inMonth(0) < start ? n + 1 : n);
}
