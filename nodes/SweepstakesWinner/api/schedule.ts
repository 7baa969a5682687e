import type { Client, Confirm } from '../../shared/client/client';
import { ServiceError, undefinedIfServiceFails } from '../../shared/client/failures';
import {
	cut,
	dropUndefined,
	isSameId,
	asObject,
	asText,
	isBlank,
	type Json,
	toNumber,
	toText,
} from '../../shared/json';
import { pluralize } from '../../shared/pluralize';
import { z } from '../../shared/zod';
import { confirmCreation } from '../../shared/api/confirm';
import { endpoint, unsafe } from '../../shared/api/endpoint';
import { date, time, uuid } from '../../shared/api/formats';
import { acknowledgement } from '../../shared/api/replies';
import type { ExistingRecord } from '../../shared/api/named';
import { toTitleKey } from '../../shared/api/titles';
import { undefinedIfEmpty } from '../../Sweepstakes/api';
import { parseTimeOfDay } from '../../shared/time/time-of-day';
import { parseDayAndTime } from '../../shared/time/parse';
import { MINUTE_MS } from '../../shared/time/units';
import { findDrawings, isPending, readDrawingToken, toDrawingName } from './scheduled-drawings';
import { winnerQuantity } from './winners';

/** The frequency of a weekly drawing, which has a day of the week. */
export const WEEKLY = 3;
/** The frequency of a monthly drawing, which has a day of the week and a week of the month. */
export const MONTHLY = 4;

/** The value of `selectedAction` to draw the winners and notify them. */
export const DRAW_AND_NOTIFY = 2;

/** A `TimezoneId` from the service's list of time zones (/tools/timezones). */
const timezoneId = z
	.string()
	.regex(/^-?\d{1,9}$/, {
		message: 'must be a time zone from the list, or its ID, such as 12',
	})
	.transform(Number);

const drawingToSchedule = z
	.object({
		sweepstakesToken: uuid,
		// Any text is allowed, because the values of this key are documented only for winners/draw.
		group: z.string(),
		selectedAction: z.number(),
		scheduleMode: z.enum(['schedule', 'settime']),
		howManyWinnersToPick: winnerQuantity,
		endDate: z.string().optional().pipe(date),
		endTime: z.string().optional().pipe(time),
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

/**
 * Confirms that a drawing was scheduled if exactly one drawing in the list is new and may be the requested one. There
 * is no confirmation if the earlier drawings are unknown.
 */
const confirmDrawing: Confirm<DrawingToSchedule> = (client, order, earlier) =>
	earlier.before &&
	confirmCreation(client, {
		thing: 'scheduled drawing',
		earlier,
		list: async () => await findDrawings(client, order),
		idOf: identifyDrawing,
		matches: (one) => mayBeRequested(one, order),
		toReply: () => ({}),
	});

/**
 * The drawings of a sweepstakes that a run has read. The list that is read after one drawing was scheduled also serves
 * as the list before the next one.
 */
interface KnownDrawings {
	/** The drawings before the run scheduled one. */
	atFirst?: readonly Json[];
	listed?: Json[];
	/** When the list was complete, in ms of the monotonic clock. */
	completeAt: number;
}

function getKnownDrawings(client: Client, { sweepstakesToken }: DrawingToSchedule): KnownDrawings {
	return client.memory.getOrCreate(`drawings ${sweepstakesToken}`, () => ({ completeAt: -Infinity }));
}

/** Returns the name of the lock for `Client.runExclusively` while a drawing is scheduled. */
export const toScheduleKey = ({ sweepstakesToken }: DrawingToSchedule) => `schedule ${sweepstakesToken}`;

/**
 * Lists the drawings that exist before one is scheduled. The caller must hold the lock `toScheduleKey`.
 *
 * @throws {ServiceError} if the service cannot list its drawings
 */
export async function findEarlierDrawings(
	client: Client,
	order: DrawingToSchedule,
): Promise<ExistingRecord<Json>> {
	const known = getKnownDrawings(client, order);
	const isOld = client.account.history.mayBeWrittenSince([toScheduleKey(order)], known.completeAt);
	if (isOld) known.listed = undefined;
	if (!known.listed) {
		known.completeAt = performance.now();
		known.listed = await findDrawings(client, order);
	}
	const note = () => void (known.completeAt = performance.now());
	return { records: known.listed, note };
}

/**
 * Finds the drawing that a request created. The reply does not contain the drawing's ID (reference, winners/schedule).
 * Failures of the service are ignored, because the drawing has already been scheduled.
 *
 * @returns undefined if no drawing or several drawings match, or if the drawings cannot be listed
 */
export async function findNewDrawing(
	client: Client,
	order: DrawingToSchedule,
	before: readonly Json[],
): Promise<Json | undefined> {
	const known = getKnownDrawings(client, order);
	known.listed = undefined;
	const earlier = new Set(before.map(identifyDrawing));
	const isThis = (one: Json) =>
		!earlier.has(identifyDrawing(one)) && mayBeRequested(one, order) && mayShow(one, order, ['Message']);
	const after = await findDrawings(client, order).catch(undefinedIfServiceFails);
	const [drawing, ...others] = (after ?? []).filter(isThis);
	if (!drawing || others.length > 0) return undefined;
	known.listed = after;
	return drawing;
}

export const scheduleDrawing = endpoint({
	call: 'POST /winners/schedule',
	request: drawingToSchedule,
	creates: 'ScheduleToken',
	reply: acknowledgement,
	expects:
		'The drawing must be in the future in its time zone. The first of repeated drawings must be before the end date. The group must belong to this sweepstakes. A drawing cannot have more winners than eligible participants.',
	// A retry would schedule a second drawing, with a second set of winners.
	retry: unsafe(
		'Before you schedule it again, use Winner › Get Scheduled Drawings to check whether the drawing is there.',
	),
	confirm: confirmDrawing,
});

const identifyDrawing = (drawing: Json) => readDrawingToken(drawing) ?? JSON.stringify(drawing);

/**
 * Whether a listed drawing may have the requested values under these keys, which are keys of the drawing or of its
 * options. A value may be the requested one if the list does not show it, or if the request leaves it to the service.
 */
function mayShow(drawing: Json, order: DrawingToSchedule, keys: readonly string[]): boolean {
	const [listed, requested] = [withOptions(drawing), withOptions(toDrawing(order))];
	return keys.every((key) => mayEqual(listed[key], requested[key]));
}

const withOptions = (drawing: Json): Json => ({ ...drawing, ...asObject(drawing.Options) });

function mayEqual(listed: unknown, requested: unknown): boolean {
	if (isBlank(listed) || requested === undefined) return true;
	if (typeof requested === 'boolean') return typeof listed !== 'boolean' || listed === requested;
	const [time, requestedTime] = [parseTimeOfDay(listed), parseTimeOfDay(requested)];
	if (time && requestedTime) return time.ms === requestedTime.ms;
	return isSameId(toTitleKey(toText(listed)), toTitleKey(toText(requested)));
}

/** The keys that tell one drawing from another, besides its time and frequency. */
const IDENTIFYING = [
	'HowManyWinnersToPick',
	'GroupToken',
	'Action',
	'DayOfTheWeek',
	'WeekOfTheMonth',
	'IncludeOptedOutParticipants',
	'DoNotIncludeSpamParticipants',
];

/**
 * The keys about how the winners are announced, and the time of day of repeated drawings. Changing them must not lead to a
 * second drawing.
 */
const CHANGEABLE = ['DeliveryTime', 'Message', 'PublishToWinnersPage', 'SendCopyToMe'];

/** Whether a listed drawing may be the requested one (reference, winners/fetchscheduled). */
function mayBeRequested(drawing: Json, order: DrawingToSchedule): boolean {
	return mayTakePlace(drawing, order) && mayShow(drawing, order, IDENTIFYING);
}

/**
 * Finds the existing drawing, pending or past, that equals the requested one in everything but `CHANGEABLE`.
 *
 * @throws {ServiceError} if the service cannot list its drawings, or if the list does not show their times or days
 */
export async function findScheduled(client: Client, order: DrawingToSchedule): Promise<ExistingRecord<Json>> {
	const find = async () => await findEarlierDrawings(client, order);
	const { records = [], note } = (await undefinedIfEmpty(client, order.sweepstakesToken, find)) ?? {};
	const existing = records.find((drawing) => isRequested(drawing, order));
	const differences = CHANGEABLE.filter((key) => existing && !mayShow(existing, order, [key]));
	const known = getKnownDrawings(client, order);
	known.atFirst ??= records;
	if (!existing) hintAtOthers(client, known.atFirst, order);
	return { existing, differences, records, note };
}

/** The maximum number of drawings that a hint names. */
const MAX_NAMED = 3;

/**
 * Adds a hint that names the other pending drawings from the same participants, because the new drawing may be meant to
 * replace one of them.
 */
function hintAtOthers({ hints }: Client, drawings: readonly Json[], order: DrawingToSchedule): void {
	const others = drawings.filter(
		(one) => isPending(one) && !hasFailed(one) && mayShow(one, order, ['GroupToken']),
	);
	if (others.length === 0) return;
	const named = others.slice(0, MAX_NAMED).map(describeDrawing).filter(Boolean);
	const more = others.length - named.length;
	const list = [...named, ...(more > 0 ? [pluralize(more, 'more drawing')] : [])].join('; ');
	hints.add(
		`Also scheduled from the same participants, and not changed: ${list}. If the new drawing replaces one of these, cancel that one with Winner › Cancel Scheduled Drawing.`,
	);
}

/** Returns a text such as "2027-06-01 09:30 (UTC+00:00) Coordinated Universal Time, 3 winners". */
function describeDrawing(drawing: Json): string {
	return toDrawingName(drawing, cut(asText(drawing.TimezoneDescription)));
}

/**
 * Returns a date and time of a drawing as a number of ms that is comparable only within the same time zone. Returns
 * undefined if the time is unknown or contains a time zone.
 */
function readWallClock(date: unknown, timeOfDay: unknown): number | undefined {
	const at = parseDayAndTime(date, timeOfDay);
	return at && !at.hasZone && at.to - at.from <= MINUTE_MS ? at.from : undefined;
}

/**
 * Whether a drawing may take place at the requested time, or in a period that ends at that time. This is also true if
 * its times are unknown. The requested time may be either, because the contract and the reference disagree about what
 * the modes mean.
 */
function mayTakePlace(drawing: Json, order: DrawingToSchedule): boolean {
	const { DrawingDate, DrawingTime, DrawingEndDate, DrawingEndTime } = drawing;
	const times = [readWallClock(DrawingDate, DrawingTime), readWallClock(DrawingEndDate, DrawingEndTime)];
	const isUndated = times.every((time) => time === undefined);
	return isUndated || times.includes(readWallClock(order.endDate, order.endTime));
}

/**
 * Whether a listed drawing is the requested one.
 *
 * @throws {ServiceError} if the drawing does not show when it takes place
 */
function isRequested(drawing: Json, order: DrawingToSchedule): boolean {
	const { DrawingDate, DrawingTime, Timezone } = drawing;
	if (readWallClock(DrawingDate, DrawingTime) === undefined)
		throw new ServiceError({ code: 'unexpectedReply', missing: 'when the scheduled drawings take place' });
	// The service may send the name of a time zone, so only a different ID proves a different time zone.
	const { data: zone = order.timezone } = timezoneId.safeParse(toText(Timezone));
	if (
		!hasFrequency(drawing, order) ||
		zone !== order.timezone ||
		!mayBeRequested(drawing, order) ||
		hasFailed(drawing)
	)
		return false;
	const requested = toDrawing(order);
	if (['DayOfTheWeek', 'WeekOfTheMonth'].some((key) => key in requested && isBlank(drawing[key])))
		throw new ServiceError({ code: 'unexpectedReply', missing: 'on which days the drawings are repeated' });
	return true;
}

function hasFrequency({ Frequency }: Json, order: DrawingToSchedule): boolean {
	return toNumber(Frequency ?? 0) === order.frequency;
}

/** Rewrites a request with the keys of a listed drawing (reference, winners/fetchscheduled). */
export function toDrawing({ scheduleMode, endDate, endTime, ...order }: DrawingToSchedule): Json {
	return dropUndefined({
		HowManyWinnersToPick: order.howManyWinnersToPick,
		...(scheduleMode === 'settime'
			? { DrawingEndDate: endDate, DrawingEndTime: endTime }
			: { DrawingDate: endDate, DrawingTime: endTime }),
		Timezone: order.timezone,
		DeliveryTime: order.deliveryTime,
		Frequency: order.frequency,
		DayOfTheWeek: order.dayOfTheWeek,
		WeekOfTheMonth: order.weekOfTheMonth,
		Action: order.selectedAction,
		GroupToken: order.group,
		Message: order.message,
		Options: {
			IncludeOptedOutParticipants: order.includeOptedOutParticipants ?? false,
			DoNotIncludeSpamParticipants: order.doNotIncludeSpamParticipants ?? false,
			PublishToWinnersPage: order.publishToWinnersPage ?? false,
			SendCopyToMe: order.sendCopyToMe ?? false,
		},
	});
}

/**
 * Whether a drawing failed or was canceled. The meaning of the status numbers is not documented, so words in the status
 * or its description decide.
 */
function hasFailed({ Status, StatusDescription }: Json): boolean {
	return /fail|cancel/i.test(`${asText(Status)} ${asText(StatusDescription)}`);
}
