import type { Client } from '../../shared/client/client';
import { getRefusal, hasStatus, ServiceError } from '../../shared/client/failures';
import { asText, isAbsent, withoutEnvelope, type Json } from '../../shared/json';
import { readCount } from '../../shared/numeral';
import { pluralize } from '../../shared/pluralize';
import { z } from '../../shared/zod';
import { endpoint, listing, reads, safeDelete } from '../../shared/api/endpoint';
import { throwIfShort } from '../../shared/api/pages';
import { acknowledgement, anyReply, findRecordLists } from '../../shared/api/replies';
import { optionalCount, uuid } from '../../shared/api/formats';
import { undefinedIfEmpty } from '../../Sweepstakes/api';

const ofSweepstakes = z.object({ sweepstakesToken: uuid });

const fetchScheduledDrawings = endpoint({
	call: 'GET /winners/fetchscheduled',
	request: ofSweepstakes,
	reply: anyReply,
	retry: reads('which drawings are scheduled'),
});

/** The reference's form of the call: POST, and the key `SweepstakesToken` instead of `sweepstakesToken`. */
const fetchScheduledDrawingsByPost = endpoint({
	call: 'POST /winners/fetchscheduled',
	request: z.object({ SweepstakesToken: uuid }),
	reply: anyReply,
	retry: reads('which drawings are scheduled'),
});

/**
 * Lists all drawings of a sweepstakes, pending or not, in the service's order. If the reply contains no list, but
 * something else, the whole reply is returned as one record.
 */
export const scheduledDrawings = listing({
	request: ofSweepstakes,
	async *read(client, request) {
		const fetch = async () => await fetchScheduled(client, request);
		const reply = await undefinedIfEmpty(client, request.sweepstakesToken, fetch);
		if (!reply) return;
		const rest = withoutEnvelope(reply);
		yield readDrawings(reply) ?? (saysNothing(rest) ? [] : [rest]);
	},
});

/** Whether a reply contains nothing but counts, a message and empty values. */
function saysNothing({ Message: _, ...rest }: Json): boolean {
	return Object.values(rest).every((value) => isAbsent(value) || typeof value === 'number');
}

/** Finds the drawings that have not taken place yet, like {@link findDrawings}. */
export async function findPendingDrawings(
	client: Client,
	request: z.output<typeof ofSweepstakes>,
): Promise<Json[]> {
	return (await findDrawings(client, request)).filter(isPending);
}

/**
 * Lists all drawings of a sweepstakes, pending or not.
 *
 * @throws {ServiceError} if the call fails, if the reply has no list of drawings, or if that list is shorter than the
 *   count in the reply
 */
export async function findDrawings(client: Client, request: z.output<typeof ofSweepstakes>): Promise<Json[]> {
	const reply = await fetchScheduled(client, request);
	const total = optionalCount.parse(reply.Total);
	const drawings = readDrawings(reply) ?? (total === 0 ? [] : undefined);
	if (!drawings) throw new ServiceError({ code: 'unexpectedReply', missing: 'which drawings are scheduled' });
	throwIfShort('drawings', total, drawings);
	return drawings;
}

/**
 * Fetches the drawings of a sweepstakes with GET (contract) or, if the service does not seem to offer that, with POST
 * (reference, POST /winners/fetchscheduled). The method is remembered.
 *
 * @guess Scheduled drawings are asked for by
 */
async function fetchScheduled(
	client: Client,
	{ sweepstakesToken }: z.output<typeof ofSweepstakes>,
): Promise<Json> {
	const fetchByPost = async () =>
		await client.call(fetchScheduledDrawingsByPost, { SweepstakesToken: sweepstakesToken });
	const { learned } = client.account;
	if (learned.get(ONLY_BY_POST)) return await fetchByPost();
	const byGet = client.call(fetchScheduledDrawings, { sweepstakesToken });
	return await byGet.catch(async (refusal: unknown) => {
		if (!mayLackMethod(refusal)) throw refusal;
		const reply = await fetchByPost().catch((other: unknown) => {
			// If the service seems to offer neither method, a 404 for GET probably means that the sweepstakes does not exist.
			throw mayLackMethod(other) && hasStatus(refusal, 404) ? refusal : other;
		});
		learned.set(ONLY_BY_POST, true);
		return reply;
	});
}

const ONLY_BY_POST = 'scheduled drawings are fetched with POST';

/**
 * Whether a refusal may mean that the service does not offer this method. A 403 without a message comes from a gateway.
 */
function mayLackMethod(error: unknown): boolean {
	const { status, serviceMessage } = getRefusal(error);
	return status === 404 || status === 405 || (status === 403 && serviceMessage === undefined);
}

/**
 * Whether a drawing has not taken place yet. A positive status means that it is over (reference, POST
 * /winners/fetchscheduled).
 */
export function isPending({ Status }: Json): boolean {
	return (readCount(Status) ?? 0) <= 0;
}

/**
 * Finds the drawings in a reply, whose format the contract does not show. A list counts as drawings if its key, or a key
 * of one of its records, mentions drawings or schedules.
 *
 * @returns undefined if there is no such list
 */
function readDrawings(reply: Json): Json[] | undefined {
	const mentionsDrawings = (key: string) => /schedul|drawing/i.test(key);
	const lists = findRecordLists(reply).filter(
		({ key, records }) =>
			mentionsDrawings(key) || records.some((record) => Object.keys(record).some(mentionsDrawings)),
	);
	return lists.length > 0 ? lists.flatMap(({ records }) => records) : undefined;
}

/**
 * Returns the token of a drawing: `scheduledToken` (contract) or `ScheduleToken` (reference).
 *
 * @guess The token of a scheduled drawing is called
 */
export function readDrawingToken(drawing: Json): string | undefined {
	const named = Object.entries(drawing).filter(([key]) => /^scheduled?token$/i.test(key));
	return named.map(([, token]) => uuid.safeParse(token).data).find(Boolean);
}

/** Returns a name such as "2027-06-01 09:30, 3 winners". The time zone, if given, follows the time. */
export function toDrawingName(drawing: Json, zone = ''): string {
	const { DrawingDate, DrawingTime, HowManyWinnersToPick } = drawing;
	const [day] = asText(DrawingDate).split('T');
	const count = readCount(HowManyWinnersToPick);
	const at = [day, asText(DrawingTime), zone].filter(Boolean).join(' ');
	return [at, count && pluralize(count, 'winner')].filter(Boolean).join(', ');
}

export const deleteScheduledDrawing = endpoint({
	call: 'DELETE /winners/deletescheduled',
	/** The contract and the reference use different keys for the token, so both keys are sent. */
	request: ofSweepstakes.extend({ scheduledToken: uuid, ScheduleToken: uuid }),
	reply: acknowledgement,
	retry: safeDelete,
});
