import { drawWinners, eligibleEntries } from './draw';
import type { ScheduledDrawing } from './records';
import type { Store } from './store';
import { dateTime, toInstant } from './time/clock';
import { drawingTime, toEnd, toSeries } from './time/series';

/**
 * The maximum number of due drawings that are carried out before a call. If the clock has jumped far ahead, the next
 * calls carry out the rest.
 */
const MAX_AT_ONCE = 1_000;

/** Carries out the due drawings in the order of their times. */
export function carryOutDueDrawings(store: Store, now: number): void {
	for (let carriedOut = 0; carriedOut < MAX_AT_ONCE; carriedOut++) {
		const due = nextDue(store, now);
		if (!due) return;
		carryOut(store, due);
	}
}

function nextDue(store: Store, now: number): ScheduledDrawing | undefined {
	let next: ScheduledDrawing | undefined;
	// Every call runs this code, so it must be quick. Comparing the times as text is quick, and possible because they all
	// have the same format.
	let earliest = dateTime(now);
	for (const drawing of store.scheduled.all()) {
		const { Status, drawingTime: at } = drawing;
		if (Status === 0 && at <= earliest) [next, earliest] = [drawing, at];
	}
	return next;
}

/**
 * Draws, and sets the time of the next drawing. If there is none, marks the drawing as completed, or as failed if it
 * drew no winner.
 */
function carryOut(store: Store, drawing: ScheduledDrawing): void {
	const { order } = drawing;
	const hasWinners = drawNow(store, drawing);
	const occurrence = drawing.occurrence + 1;
	const next = drawingTime(toSeries(order, toInstant(drawing.CreationDate)), occurrence);
	const isOver = order.scheduleMode === 'schedule' || order.frequency === 0 || next > toEnd(order);
	const change = isOver
		? ({ Status: hasWinners ? 1 : 2 } as const)
		: { occurrence, drawingTime: dateTime(next) };
	store.scheduled.update(drawing, change);
}

/** @returns whether anybody won, which is never the case while the sweepstakes is paused or archived */
function drawNow(store: Store, { SweepstakesToken, order, drawingTime }: ScheduledDrawing): boolean {
	const sweepstakes = store.sweepstakes.get(SweepstakesToken);
	if (!sweepstakes?.Status || sweepstakes.Archived) return false;
	const eligible = eligibleEntries(store, SweepstakesToken, { ...order, completedEntries: false });
	const winners = drawWinners(store, sweepstakes, {
		eligible,
		howMany: order.howManyWinnersToPick,
		at: toInstant(drawingTime),
		isNotified: order.selectedAction === 2,
	});
	return winners.length > 0;
}
