import type { Caller, Confirmation } from '../../shared/client/endpoint';
import { explained, ServiceError, undefinedIfServiceFails } from '../../shared/client/failures';
import { isNothing, asText, withoutEnvelope, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { acknowledgement, endpoint, lookup, safe, safeDelete, unsafe } from '../../shared/api/endpoint';
import { date, optionalCount, time, uuid } from '../../shared/api/formats';
import { confirmCreation, getLedger } from '../../shared/api/ledger';
import { findRecordLists, type RecordList } from '../../shared/api/recordLists';
import { undefinedIfEmpty } from '../../Sweepstakes/api';
import { wallClock } from '../../shared/api/wallClock';
import { winnerQuantity } from './winners';

/** Drawings that the service makes by itself at a time that was set. */

/** Frequencies at which the day of the week, or also the week of the month, applies. */
export const WEEKLY = 3;
export const MONTHLY = 4;

/** The `selectedAction` that writes to the winners. */
export const DRAW_AND_NOTIFY = 2;

/** A `TimezoneId` of /tools/timezones. */
const timezoneId = z
	.string()
	.regex(/^-?\d{1,9}$/, { message: 'must be a time zone from the list or its ID, a whole number such as 12' })
	.transform(Number);

const drawingToSchedule = z.object({
	sweepstakesToken: uuid,
	// Any text: unlike that of a draw, its values are not documented.
	group: z.string(),
	selectedAction: z.number(),
	scheduleMode: z.enum(['schedule', 'settime']),
	howManyWinnersToPick: winnerQuantity,
	endDate: date,
	endTime: time,
	/** For `settime`, in the reference only. */
	deliveryTime: time.optional(),
	timezone: timezoneId,
	frequency: z.number().optional(),
	dayOfTheWeek: z.number().int().min(1).max(7).optional(),
	weekOfTheMonth: z.number().int().min(1).max(4).optional(),
	message: z.string().optional(),
	includeOptedOutParticipants: z.boolean().optional(),
	publishToWinnersPage: z.boolean().optional(),
	sendCopyToMe: z.boolean().optional(),
	doNotIncludeSpamParticipants: z.boolean().optional(),
	addDrawingToCalendar: z.boolean().optional(),
});

/** A drawing as it is ordered. */
type DrawingToSchedule = z.output<typeof drawingToSchedule>;

/**
 * Confirms an order by the only drawing that was not there before. Without a list, nothing can be confirmed.
 */
async function drawingScheduled(
	service: Caller,
	drawing: DrawingToSchedule,
): Promise<Confirmation | undefined> {
	const before = await findDrawings(service, drawing).catch(undefinedIfServiceFails);
	if (!before) return undefined;
	const known = new Set(before.map(idOfDrawing));
	const knownAt = getLedger(service).count;
	const scope = `drawings ${drawing.sweepstakesToken}`;
	return confirmCreation(service, {
		keys: [`${scope} ${identifyWinner(drawing)}`],
		scope,
		knownAt,
		listed: async () => await findDrawings(service, drawing),
		idOf: idOfDrawing,
		isLike: (one) => mayBe(one, drawing) && mayTakePlace(one, drawing),
		mayBe: () => true,
		timing: (_, one) => (known.has(idOfDrawing(one)) ? 'before' : 'since'),
		idsIn: () => [],
		isUsuallyUnnamed: true,
		replyWith: (found) => {
			if (found.length > 1) throw new ServiceError({ code: 'inconclusive' });
			return { Response: true };
		},
	});
}

export const scheduleDrawing = endpoint({
	call: 'POST /winners/schedule',
	request: drawingToSchedule,
	reply: acknowledgement,
	expects:
		'The drawing must be in the future in its time zone, with no more winners than there are participants who can win, from a group of this sweepstakes.',
	// A second drawing would pick a second set of winners.
	retry: unsafe({
		check:
			'Before you schedule it again, check with Winner › Get Scheduled Drawings whether the drawing is there.',
		confirm: drawingScheduled,
	}),
});

const ofSweepstakes = z.object({ sweepstakesToken: uuid });

const anyObject = z.record(z.unknown());

export const fetchScheduledDrawings = endpoint({
	call: 'GET /winners/fetchscheduled',
	request: ofSweepstakes,
	reply: anyObject,
	retry: safe,
});

/** The same in the reference. */
const fetchScheduledDrawingsByPost = endpoint({
	call: 'POST /winners/fetchscheduled',
	request: z.object({ SweepstakesToken: uuid }),
	reply: anyObject,
	retry: safe,
});

/**
 * The drawings of a sweepstakes, pending or not, in the service's order. A reply in which none can be recognized comes out as
 * one record, untouched.
 */
export const scheduledDrawings = lookup({
	request: ofSweepstakes,
	async *read(service, request) {
		const reply = await scheduledReply(service, request);
		const rest = withoutEnvelope(reply);
		yield* readDrawings(reply) ?? (saysNothing(rest) ? [] : [rest]);
	},
});

/** Whether a reply without a list only counts and describes itself. */
function saysNothing({ Message: _, ...rest }: Json): boolean {
	return Object.values(rest).every((value) => isNothing(value) || typeof value === 'number');
}

/**
 * The drawings that have not taken place yet.
 *
 * @throws {ServiceError} also for a reply in which no drawings can be recognized.
 */
export async function pendingDrawings(
	service: Caller,
	request: z.output<typeof ofSweepstakes>,
): Promise<Json[]> {
	return orThrow(readDrawings(await scheduledReply(service, request))).filter(isPending);
}

/** @throws {ServiceError} also if it is not certain which list in the reply is that of the drawings. */
async function findDrawings(service: Caller, request: z.output<typeof ofSweepstakes>): Promise<Json[]> {
	const reply = await scheduledReply(service, request);
	const isCountedEmpty = optionalCount.parse(reply.Total) === 0;
	return orThrow(findCertainDrawings(findRecordLists(reply)) ?? (isCountedEmpty ? [] : undefined));
}

function orThrow(drawings: Json[] | undefined): Json[] {
	if (!drawings) throw new ServiceError({ code: 'unexpectedReply', missing: 'which drawings are scheduled' });
	return drawings;
}

/** GET (contract), or POST if the service has no such GET (reference, POST /winners/fetchscheduled). */
async function scheduledReply(
	service: Caller,
	{ sweepstakesToken }: z.output<typeof ofSweepstakes>,
): Promise<Json> {
	return await service.call(fetchScheduledDrawings, { sweepstakesToken }).catch(async (byGet: unknown) => {
		if (!mayLackMethod(byGet)) throw byGet;
		return await service
			.call(fetchScheduledDrawingsByPost, { SweepstakesToken: sweepstakesToken })
			.catch((byPost: unknown) => {
				// If neither is there, a 404 to GET is about the sweepstakes.
				throw mayLackMethod(byPost) && readStatus(byGet) === 404 ? byGet : byPost;
			});
	});
}

/** Whether a refusal may say that there is no such operation: a 403 without the service's words is a gateway's. */
function mayLackMethod(error: unknown): boolean {
	const status = readStatus(error);
	return status === 404 || status === 405 || (status === 403 && !hasWords(error));
}

const readStatus = (error: unknown) => (error instanceof ServiceError ? error.failure.status : undefined);

const hasWords = (error: unknown) =>
	error instanceof ServiceError && error.failure.serviceMessage !== undefined;

/**
 * The drawings in a reply whose shape is not documented: all records that are drawings or, if none has the keys of one, the
 * list that can only be theirs.
 *
 * @returns undefined if there is no list.
 */
function readDrawings(reply: Json): Json[] | undefined {
	const lists = findRecordLists(reply);
	const filled = lists.find(({ records }) => records.length > 0);
	return findCertainDrawings(lists) ?? (filled ?? lists[0])?.records;
}

/** The records with keys of a drawing, or those of the list that is named after drawings. */
function findCertainDrawings(lists: RecordList[]): Json[] | undefined {
	const drawings = lists.flatMap(({ records }) => records).filter(isDrawing);
	if (drawings.length > 0) return drawings;
	return lists.find(({ key }) => /schedul|drawing/i.test(key))?.records;
}

/** A key that no other record has. */
const DRAWING_KEY = /^(schedul\w*token|drawing(token|date|time)|howmanywinnerstopick)$/i;

function isDrawing(record: Json): boolean {
	return Object.keys(record).some((key) => DRAWING_KEY.test(key));
}

/** Only a number other than 0 says that a drawing took place or failed (reference, POST /winners/fetchscheduled). */
function isPending({ Status }: Json): boolean {
	return !/^[1-9]\d*$/.test(String(Status));
}

/** Tokens of other things in the record of a drawing. */
const OTHER_TOKEN = /^(sweepstakes|user|group|participant)token$/i;

/**
 * The token of a drawing: `scheduledToken` (contract), `ScheduleToken` (reference), or the one ID that does not belong
 * to something else.
 */
export function tokenOfDrawing(drawing: Json): string | undefined {
	const ids = Object.entries(drawing).filter(
		(entry): entry is [string, string] => uuid.safeParse(entry[1]).success,
	);
	const named = ids.find(([key]) => /^schedul.*token$/i.test(key));
	const own = named ?? ids.find(([key]) => /token$|^_?id$/i.test(key) && !OTHER_TOKEN.test(key));
	return own?.[1];
}

export const deleteScheduledDrawing = endpoint({
	call: 'DELETE /winners/deletescheduled',
	/** The token under both names: the first is that of the contract, the second that of the reference. */
	request: ofSweepstakes.extend({ scheduledToken: uuid, ScheduleToken: uuid }),
	reply: acknowledgement,
	retry: safeDelete,
});

const idOfDrawing = (drawing: Json) => tokenOfDrawing(drawing) ?? JSON.stringify(drawing);

/** Whether nothing in the record of a drawing says that it was ordered otherwise (reference, POST /winners/fetchscheduled). */
function mayBe({ HowManyWinnersToPick, GroupToken, Action }: Json, order: DrawingToSchedule): boolean {
	const ordered = [order.howManyWinnersToPick, order.group, order.selectedAction];
	return [HowManyWinnersToPick, GroupToken, Action].every(
		(value, index) => value === undefined || String(value) === String(ordered[index]),
	);
}

const NOTHING_DONE =
	'No drawing was scheduled for this item, because the scheduled drawings could not be read.';

/**
 * The drawing that takes or took place as ordered: on that day and time in that zone, with as many winners of that group.
 *
 * @throws {ServiceError} if the service cannot be asked, or does not say when its drawings take place.
 */
export async function scheduledDrawing(service: Caller, order: DrawingToSchedule): Promise<Json | undefined> {
	const found = async () => {
		const drawings = await undefinedIfEmpty(service, order.sweepstakesToken, findDrawings(service, order));
		return drawings?.find((drawing) => isAsOrdered(drawing, order));
	};
	return await explained(NOTHING_DONE, found());
}

const identifyWinner = ({
	endDate,
	endTime,
	timezone,
	frequency,
	group,
	howManyWinnersToPick,
	selectedAction,
}: DrawingToSchedule) =>
	[endDate, endTime, timezone, frequency, group, howManyWinnersToPick, selectedAction].join(' ');

/** Whether a drawing that says when it takes place does so as ordered, or until then. */
function mayTakePlace(drawing: Json, order: DrawingToSchedule): boolean {
	const { DrawingDate, DrawingTime, DrawingEndDate, DrawingEndTime } = drawing;
	const times = [wallClock(DrawingDate, DrawingTime), wallClock(DrawingEndDate, DrawingEndTime)];
	const saysNothing = times.every((time) => time === undefined);
	return saysNothing || times.includes(wallClock(order.endDate, order.endTime));
}

/** The texts differ on which mode means a fixed time and which a period, so the time may be the drawing's or its end. */
function isAsOrdered(drawing: Json, order: DrawingToSchedule): boolean {
	const { DrawingDate, DrawingTime, DrawingEndDate, DrawingEndTime, Frequency } = drawing;
	const end = wallClock(order.endDate, order.endTime);
	const takesPlace = wallClock(DrawingDate, DrawingTime);
	if (takesPlace === undefined)
		throw new ServiceError({ code: 'unexpectedReply', missing: 'when the scheduled drawings take place' });
	const isThen = takesPlace === end || wallClock(DrawingEndDate, DrawingEndTime) === end;
	const isSame = String(Frequency ?? 0) === String(order.frequency ?? 0) && mayBe(drawing, order);
	return isThen && isSame && isInZone(drawing, order.timezone) && !hasFailed(drawing);
}

/** Only an ID tells another zone: the service may write a name instead. */
function isInZone({ Timezone }: Json, id: number): boolean {
	const listed = timezoneId.safeParse(String(Timezone)).data;
	return listed === undefined || listed === id;
}

/** A drawing that failed or was cancelled draws nobody. The numbers of these states are not documented, so the words decide. */
function hasFailed({ Status, StatusDescription }: Json): boolean {
	return /fail|cancel/i.test(`${asText(Status)} ${asText(StatusDescription)}`);
}
