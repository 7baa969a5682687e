import type { Client, Confirm } from '../../shared/client/client';
import {
	explainFailure,
	ServiceError,
	undefinedIfServiceFails,
	undefinedUnlessStopped,
} from '../../shared/client/failures';
import { isSameId, asObject, asText, isBlank, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { confirmCreation } from '../../shared/api/confirm';
import { endpoint, unsafe } from '../../shared/api/endpoint';
import { date, time, uuid } from '../../shared/api/formats';
import { acknowledgement } from '../../shared/api/replies';
import { toTitleKey } from '../../shared/api/titles';
import { undefinedIfEmpty } from '../../Sweepstakes/api';
import { parseDayAndTime } from '../../shared/time/parse';
import { MINUTE_MS } from '../../shared/time/units';
import { findDrawings, readDrawingToken } from './scheduled-drawings';
import { winnerQuantity } from './winners';

/** The frequencies that use the day of the week. `MONTHLY` uses the week of the month as well. */
export const WEEKLY = 3;
export const MONTHLY = 4;

/** The value of `selectedAction` that also notifies the winners. */
export const DRAW_AND_NOTIFY = 2;

/** A `TimezoneId` from the service's list of time zones (/tools/timezones). */
const timezoneId = z
	.string()
	.regex(/^-?\d{1,9}$/, {
		message: 'must be a time zone from the list, or the number that is its ID, such as 12',
	})
	.transform(Number);

const drawingToSchedule = z
	.object({
		sweepstakesToken: uuid,
		// Any text is allowed: unlike those of a draw, the values for a drawing are not documented.
		group: z.string(),
		selectedAction: z.number(),
		scheduleMode: z.enum(['schedule', 'settime']),
		howManyWinnersToPick: winnerQuantity,
		endDate: z.string().optional().pipe(date),
		endTime: time,
		timezone: timezoneId,
	})
	.merge(
		z
			.object({
				/** Used only with `settime`. Only the reference documents this key. */
				deliveryTime: time,
				frequency: z.number(),
				dayOfTheWeek: z.number().int().min(1).max(7),
				weekOfTheMonth: z.number().int().min(1).max(4),
				message: z.string(),
				includeOptedOutParticipants: z.boolean(),
				publishToWinnersPage: z.boolean(),
				sendCopyToMe: z.boolean(),
				doNotIncludeSpamParticipants: z.boolean(),
				addDrawingToCalendar: z.boolean(),
			})
			.partial(),
	);

export type DrawingToSchedule = z.output<typeof drawingToSchedule>;

/** @returns undefined if the service cannot list its drawings */
export async function listDrawings(
	client: Client,
	order: DrawingToSchedule,
): Promise<readonly Json[] | undefined> {
	return await findDrawings(client, order).catch(undefinedUnlessStopped);
}

/** Confirms that a drawing was scheduled if exactly one drawing in the list is new. */
const confirmDrawing: Confirm<DrawingToSchedule> = (client, order, before) => {
	const list = `drawings ${order.sweepstakesToken}`;
	return (
		before &&
		confirmCreation(client, {
			keys: [`${list} ${identifyOrder(order)}`, list],
			before,
			list: async (client) => await findDrawings(client, order),
			idOf: identifyDrawing,
			isLike: (one) => mayBe(one, order) && mayTakePlace(one, order),
			idsIn: () => undefined,
			toReply: () => ({}),
		})
	);
};

/**
 * Finds the drawing that a request created, because the reply does not contain its ID (reference, winners/schedule). It
 * never throws a `ServiceError`, because the drawing has already been scheduled.
 *
 * @returns undefined if several drawings match, or if the drawings cannot be listed
 */
export async function findNewDrawing(
	client: Client,
	order: DrawingToSchedule,
	before: readonly Json[],
): Promise<Json | undefined> {
	const known = new Set(before.map(identifyDrawing));
	const isThis = (one: Json) =>
		!known.has(identifyDrawing(one)) && mayBe(one, order) && mayTakePlace(one, order) && maySay(one, order);
	const after = await findDrawings(client, order).catch(undefinedIfServiceFails);
	const [drawing, ...others] = (after ?? []).filter(isThis);
	return others.length === 0 ? drawing : undefined;
}

function maySay({ Message }: Json, { message }: DrawingToSchedule): boolean {
	return isBlank(Message) || message === undefined || toTitleKey(asText(Message)) === toTitleKey(message);
}

export const scheduleDrawing = endpoint({
	call: 'POST /winners/schedule',
	request: drawingToSchedule,
	reply: acknowledgement,
	expects:
		'The drawing must be in the future in its time zone, and the group must belong to this sweepstakes. It cannot have more winners than eligible participants.',
	// A retry would schedule a second drawing, with a second set of winners.
	retry: unsafe(
		'Before you schedule it again, use Winner › Get Scheduled Drawings to check whether the drawing is there.',
	),
	confirm: confirmDrawing,
});

const identifyDrawing = (drawing: Json) => readDrawingToken(drawing) ?? JSON.stringify(drawing);

/**
 * A value of a listed drawing together with the requested value. The listed value is blank if the list lacks it, and
 * the requested value is undefined if the request leaves it to the service.
 */
type Pair = [listed: unknown, ordered: unknown];

/** Returns the days on which a recurring drawing takes place, as listed and as requested. */
const pairDays = ({ DayOfTheWeek, WeekOfTheMonth }: Json, order: DrawingToSchedule): Pair[] => [
	[DayOfTheWeek, order.dayOfTheWeek],
	[WeekOfTheMonth, order.weekOfTheMonth],
];

/**
 * Whether a drawing may match the request in everything that decides who is drawn and when. Its record may lack some of
 * these keys (reference, winners/fetchscheduled). The message and the notification are not compared, because a
 * changed message must not lead to a second drawing.
 */
function mayBe(drawing: Json, order: DrawingToSchedule): boolean {
	const { HowManyWinnersToPick, GroupToken, Action } = drawing;
	const values: Pair[] = [
		[HowManyWinnersToPick, order.howManyWinnersToPick],
		[GroupToken, order.group],
		[Action, order.selectedAction],
		...pairDays(drawing, order),
	];
	const isSame = ([listed, ordered]: Pair) =>
		isBlank(listed) || ordered === undefined || isSameId(listed, String(ordered));
	const { IncludeOptedOutParticipants, DoNotIncludeSpamParticipants } = asObject(drawing.Options);
	return (
		values.every(isSame) &&
		maySwitch(IncludeOptedOutParticipants, order.includeOptedOutParticipants) &&
		maySwitch(DoNotIncludeSpamParticipants, order.doNotIncludeSpamParticipants)
	);
}

/** Whether an option of a listed drawing may be set as requested. An option that the request leaves out is off. */
function maySwitch(listed: unknown, ordered = false): boolean {
	return typeof listed !== 'boolean' || listed === ordered;
}

const ANNOUNCED_OTHERWISE =
	'An existing drawing has a different message, or different settings for announcing the winners. It was returned unchanged.';

function isAnnouncedAlike(drawing: Json, order: DrawingToSchedule): boolean {
	const { PublishToWinnersPage, SendCopyToMe } = asObject(drawing.Options);
	return (
		maySay(drawing, order) &&
		maySwitch(PublishToWinnersPage, order.publishToWinnersPage) &&
		maySwitch(SendCopyToMe, order.sendCopyToMe)
	);
}

const NOTHING_DONE =
	'No drawing was scheduled for this item, because the scheduled drawings could not be read. To schedule it without reading them, set “When Already Scheduled” to “Schedule Another”.';

/**
 * Finds a pending or past drawing with the requested time, number of winners and group.
 *
 * @throws {ServiceError} if the service cannot list its drawings, or if the list does not show when they take place
 */
export async function findScheduled(
	client: Client,
	order: DrawingToSchedule,
): Promise<{ records: readonly Json[]; existing?: Json }> {
	const find = async () => {
		const records =
			(await undefinedIfEmpty(client, order.sweepstakesToken, findDrawings(client, order))) ?? [];
		const existing = records.find((drawing) => isAsOrdered(drawing, order));
		if (existing && !isAnnouncedAlike(existing, order)) client.run.hints.add(ANNOUNCED_OTHERWISE);
		return { records, existing };
	};
	return await explainFailure(NOTHING_DONE, find());
}

const identifyOrder = (order: DrawingToSchedule) =>
	[...Object.values(toDrawing(order)), order.timezone].join(' ');

/** Returns a wall-clock time in the drawing's time zone, in ms, or undefined if it is unknown. */
function readWallClock(date: unknown, timeOfDay: unknown): number | undefined {
	const at = parseDayAndTime(date, timeOfDay);
	return at && !at.hasZone && at.to - at.from <= MINUTE_MS ? at.from : undefined;
}

/** Whether a drawing may take place at the requested time, or in a period that ends then. */
function mayTakePlace(drawing: Json, order: DrawingToSchedule): boolean {
	const { DrawingDate, DrawingTime, DrawingEndDate, DrawingEndTime } = drawing;
	const times = [readWallClock(DrawingDate, DrawingTime), readWallClock(DrawingEndDate, DrawingEndTime)];
	const isUndated = times.every((time) => time === undefined);
	return isUndated || times.includes(readWallClock(order.endDate, order.endTime));
}

/**
 * Compares the requested time with both the drawing's time and the period's end, because the contract and the reference
 * disagree on the meaning of each mode.
 */
function isAsOrdered(drawing: Json, order: DrawingToSchedule): boolean {
	const { DrawingDate, DrawingTime, DrawingEndDate, DrawingEndTime, Frequency } = drawing;
	const end = readWallClock(order.endDate, order.endTime);
	const takesPlace = readWallClock(DrawingDate, DrawingTime);
	if (takesPlace === undefined)
		throw new ServiceError({ code: 'unexpectedReply', missing: 'when the scheduled drawings take place' });
	const isThen = takesPlace === end || readWallClock(DrawingEndDate, DrawingEndTime) === end;
	const isSame =
		String(isBlank(Frequency) ? 0 : Frequency) === String(order.frequency ?? 0) && mayBe(drawing, order);
	if (!isThen || !isSame || !isInZone(drawing, order.timezone) || hasFailed(drawing)) return false;
	if (pairDays(drawing, order).some(([listed, ordered]) => isBlank(listed) && ordered !== undefined))
		throw new ServiceError({ code: 'unexpectedReply', missing: 'on which days the drawings are repeated' });
	return true;
}

/**
 * Whether a drawing may be in this time zone. The service may return a name instead of an ID, so only a different ID
 * means a different zone.
 */
function isInZone({ Timezone }: Json, id: number): boolean {
	const listed = timezoneId.safeParse(String(Timezone)).data;
	return listed === undefined || listed === id;
}

/** Returns a request to schedule a drawing under the keys of a listed drawing (reference, winners/fetchscheduled). */
export function toDrawing({ scheduleMode, endDate, endTime, ...order }: DrawingToSchedule): Json {
	return {
		HowManyWinnersToPick: order.howManyWinnersToPick,
		...(scheduleMode === 'settime'
			? { DrawingEndDate: endDate, DrawingEndTime: endTime }
			: { DrawingDate: endDate, DrawingTime: endTime }),
		Frequency: order.frequency,
		Action: order.selectedAction,
		GroupToken: order.group,
	};
}

/**
 * Whether a drawing failed or was canceled. The numbers of its status are not documented, so the description decides.
 */
function hasFailed({ Status, StatusDescription }: Json): boolean {
	return /fail|cancel/i.test(`${asText(Status)} ${asText(StatusDescription)}`);
}
