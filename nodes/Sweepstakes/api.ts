import type { Client } from '../shared/client/client';
import { hasStatus, isRehearsed, ServiceError, undefinedIfNotFound } from '../shared/client/failures';
import { isSameId, cut, asText, type Json, toText } from '../shared/json';
import { z } from '../shared/zod';
import { endpoint, listing, noRequest, reads, safe, safeDelete, unsafe } from '../shared/api/endpoint';
import { acknowledgement, dataListReply, dataReply } from '../shared/api/replies';
import { date, dateFromToday, handler, time, uuid } from '../shared/api/formats';
import { filterWhole, isEqual } from '../shared/api/filters';
import { inOrder, inOrderOnOneDay } from '../shared/api/dates';
import { hintIfShort, throwIfShort } from '../shared/api/pages';
import { named } from '../shared/api/named';

export type Sweepstakes = Json & { SweepstakesToken: string };

/**
 * Returns the handler of a sweepstakes as text, or '' if there is none. The service may send a handler that consists of
 * digits as a number.
 */
export function readHandler({ Handler }: Json): string {
	return typeof Handler === 'number' ? toText(Handler) : asText(Handler);
}

const fetchSweepstakes = endpoint({
	call: 'POST /sweepstakes/fetch',
	request: noRequest,
	reply: dataListReply('SweepstakesToken'),
	retry: reads('which sweepstakes there are'),
});

/** Lists all sweepstakes. A hint says if the service counts more than it lists. */
export async function listAllSweepstakes(client: Client): Promise<Sweepstakes[]> {
	const { Data, Count } = await client.call(fetchSweepstakes, undefined);
	hintIfShort(client, 'sweepstakes', Count, Data);
	return Data;
}

/**
 * Lists the sweepstakes that match a filter. The nodes do the filtering, because the service returns all sweepstakes.
 */
export const sweepstakesMatching = listing({
	request: z.object({
		/** The text to find in the name or handler, ignoring case. */
		search: z.string().default(''),
		Archived: z.boolean().optional(),
		Status: z.boolean().optional(),
		SweepstakesType: z.number().optional(),
	}),
	async *read(client, { search, Archived, Status, SweepstakesType }, _limit, onTotal) {
		const all = await listAllSweepstakes(client);
		yield* filterWhole(client, 'sweepstakes', all, onTotal, (one) => [
			`${asText(one.SweepstakesName)}\n${readHandler(one)}`.toLowerCase().includes(search.toLowerCase()),
			isEqual(one.Archived, Archived),
			isEqual(one.Status, Status),
			isEqual(one.SweepstakesType, SweepstakesType),
		]);
	},
});

const MAX_SUGGESTIONS = 5;

/** The maximum length of a suggestion. All of them together have at most 200 characters, as an AI model may get. */
const MAX_SUGGESTION_LENGTH = 40;

/** Returns all sweepstakes of the account. An execution requests the list only once. */
async function getSweepstakesList(client: Client): Promise<Sweepstakes[]> {
	return await client.memory.getOrCreate('sweepstakes', async () => await listAllSweepstakes(client));
}

/**
 * Returns the tokens of all sweepstakes with this handler, ignoring case. Handlers are unique, so there should be only
 * one.
 */
export async function findTokensByHandler(client: Client, wanted: string): Promise<string[]> {
	const found = (await getSweepstakesList(client)).filter(
		(one) => readHandler(one).toUpperCase() === wanted.toUpperCase(),
	);
	return [...new Set(found.map(({ SweepstakesToken }) => SweepstakesToken))];
}

/**
 * Suggests handlers, such as "SPRING (Spring Giveaway)", for a handler that does not exist. Sweepstakes whose names
 * contain the wanted text come first.
 */
export async function suggestHandlers(client: Client, wanted: string): Promise<string[]> {
	const list = (await getSweepstakesList(client)).filter((one) => readHandler(one) !== '');
	const isMeant = ({ SweepstakesName }: Json) =>
		asText(SweepstakesName).toLowerCase().includes(wanted.toLowerCase());
	return [...list.filter(isMeant), ...list.filter((one) => !isMeant(one))]
		.slice(0, MAX_SUGGESTIONS)
		.map((one) => cut(`${readHandler(one)} (${asText(one.SweepstakesName)})`, MAX_SUGGESTION_LENGTH));
}

/**
 * Finds a sweepstakes in the list of all sweepstakes, because the service cannot fetch a single one.
 *
 * @throws {ServiceError} with status 404 if the sweepstakes exists only in a rehearsal
 */
export async function findSweepstakesByToken(
	client: Client,
	wanted: string,
): Promise<Sweepstakes | undefined> {
	client.throwIfRehearsed(wanted);
	const list = await getSweepstakesList(client);
	return list.find(({ SweepstakesToken }) => isSameId(SweepstakesToken, wanted));
}

/** @throws {ServiceError} with status 404 if the account has no such sweepstakes */
export async function getSweepstakes(client: Client, token: string): Promise<Sweepstakes> {
	const found = await findSweepstakesByToken(client, token);
	if (found) return found;
	throw new ServiceError({ code: 'notFound', record: 'sweepstakes', status: 404 });
}

/**
 * Reads a list that belongs to a sweepstakes, such as its winners. The service may return a 404 for an empty list, but
 * also a sporadic 404 for one that is not empty. So if the sweepstakes exists, the list is read again.
 *
 * @returns undefined if both attempts get a 404 although the sweepstakes exists, or if it exists only in a rehearsal
 */
export async function undefinedIfEmpty<List>(
	client: Client,
	sweepstakesToken: string,
	read: () => Promise<List>,
): Promise<List | undefined> {
	return await read().catch(async (error: unknown) => {
		if (isRehearsed(error)) return undefined;
		if (hasStatus(error, 404) && (await findSweepstakesByToken(client, sweepstakesToken)))
			return await read().catch(undefinedIfNotFound);
		throw error;
	});
}

const DAYS = ['StartDate', 'EndDate'] as const;
const DAYS_IN_ORDER = inOrder(...DAYS);
const TIMES_IN_ORDER = inOrderOnOneDay(DAYS, ['StartTime', 'EndTime']);

const sweepstakesToCreate = z
	.object({
		SweepstakesName: z.string(),
		SweepstakesType: z.number().int().min(1).max(3),
		Handler: handler,
		StartDate: dateFromToday,
		EndDate: date,
		StartTime: time,
		EndTime: time,
		CreateInCalendar: z.boolean().optional(),
		SyncWithWinners: z.boolean().optional(),
		DeleteIfDeleted: z.boolean().optional(),
		DeleteIfAcctDeleted: z.boolean().optional(),
	})
	.refine(...DAYS_IN_ORDER)
	.refine(...TIMES_IN_ORDER);

const NEW_SWEEPSTAKES = {
	thing: 'sweepstakes',
	isUnique: true,
	id: 'SweepstakesToken',
	nameIn: (one: Json) => readHandler(one).toUpperCase() || undefined,
	async list(client: Client) {
		const { Data, Count } = await client.call(fetchSweepstakes, undefined);
		throwIfShort('sweepstakes', Count, Data);
		return Data;
	},
};

export const createSweepstakes = endpoint({
	call: 'POST /sweepstakes/create',
	request: sweepstakesToCreate,
	creates: 'SweepstakesToken',
	reply: dataReply,
	// The handler is unique: the service would refuse a retry and so hide that the first attempt succeeded.
	retry: unsafe(
		'Before you create it again, use Sweepstakes › Get Many to check whether a sweepstakes has this handler.',
	),
	confirm: named<z.output<typeof sweepstakesToCreate>>({
		...NEW_SWEEPSTAKES,
		nameOf: ({ Handler }) => Handler,
	}).confirm,
});

const sweepstakesToClone = z
	.object({
		Handler: z.string(),
		HandlerNew: handler,
		SweepstakesName: z.string().max(80),
		StartDate: date,
		EndDate: date,
		StartTime: time,
		EndTime: time,
	})
	.refine(...DAYS_IN_ORDER)
	.refine(...TIMES_IN_ORDER);

export const cloneSweepstakes = endpoint({
	call: 'POST /sweepstakes/clone',
	request: sweepstakesToClone,
	creates: 'SweepstakesToken',
	reply: acknowledgement,
	// The new handler is unique: the service would refuse a retry (409) and so hide that the first attempt succeeded.
	retry: unsafe(
		'Before you clone again, use Sweepstakes › Get Many to check whether a sweepstakes has the new handler.',
	),
	confirm: named<z.output<typeof sweepstakesToClone>>({
		...NEW_SWEEPSTAKES,
		nameOf: ({ HandlerNew }) => HandlerNew,
		toReply({ SweepstakesToken, SweepstakesType, Handler }, { Handler: _, HandlerNew, ...copy }) {
			return { SweepstakesToken, SweepstakesType, Handler, ...copy, Status: 'active' };
		},
	}).confirm,
});

const oneSweepstakes = z.object({ SweepstakesToken: uuid });

/**
 * The service requires at least one of the optional fields, and dates must be today or later (reference, Sweepstakes:
 * update).
 */
export const updateSweepstakes = endpoint({
	call: 'POST /sweepstakes/update',
	request: oneSweepstakes
		.extend({
			SweepstakesName: z.string().max(200).optional(),
			StartDate: dateFromToday.optional(),
			EndDate: dateFromToday.optional(),
			StartTime: time.optional(),
			EndTime: time.optional(),
		})
		.refine(...DAYS_IN_ORDER)
		.refine(...TIMES_IN_ORDER),
	reply: dataReply,
	retry: safe,
});

export const pauseSweepstakes = endpoint({
	call: 'POST /sweepstakes/pause',
	request: oneSweepstakes,
	reply: acknowledgement,
	// Pausing a paused sweepstakes succeeds and changes nothing.
	retry: safe,
});

export const unpauseSweepstakes = endpoint({
	call: 'POST /sweepstakes/unpause',
	request: oneSweepstakes,
	reply: acknowledgement,
	// Unpausing an active sweepstakes succeeds and changes nothing.
	retry: safe,
});

export const deleteSweepstakes = endpoint({
	call: 'POST /sweepstakes/delete',
	request: oneSweepstakes,
	reply: acknowledgement,
	retry: safeDelete,
});
