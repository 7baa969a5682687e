import { hasKey, listLookupKeys, listPhoneSearches, type PersonKeys } from './person';
import type { Client } from '../../shared/client/client';
import { hasStatus, ServiceError, undefinedIfNotFound } from '../../shared/client/failures';
import { pickFirstFilled, isBlank, type Json, toText } from '../../shared/json';
import { readCount } from '../../shared/numeral';
import { mapWithBreaks } from '../../shared/sleep';
import { z } from '../../shared/zod';
import { endpoint, reads, safeDelete } from '../../shared/api/endpoint';
import { acknowledgement, certainRecords } from '../../shared/api/replies';
import { count, date, dateTime, email, uuid } from '../../shared/api/formats';
import { phoneNumber } from '../../shared/api/phone-number';
import { isEqual } from '../../shared/api/filters';
import { inOrder } from '../../shared/api/dates';
import { throwIfShort } from '../../shared/api/pages';
import { pagedList } from '../../shared/api/paged-list';
import { undefinedIfEmpty } from '../../Sweepstakes/api';

/** The participants of a sweepstakes, newest first. The nodes filter them by collection, because the service cannot. */
export const participants = pagedList({
	call: 'POST /participants/fetch',
	name: 'participants',
	key: 'Participants',
	id: identifyEntry,
	page: 'page',
	// The service's page size (contract, participants/fetch).
	largestPage: 20,
	total: 'Total',
	shows: 'which participants there are',
	filter: z
		.object({
			sweepstakesToken: uuid,
			search: z.string().optional(),
			optInDate: date.optional(),
			startDate: date.optional(),
			endDate: date.optional(),
			collection: z.enum(['Participants', 'ParticipantsAmoe', 'OptOuts']).optional(),
		})
		.refine(...inOrder('startDate', 'endDate')),
	toRequest({ collection: _, ...filter }) {
		const { startDate, endDate } = filter;
		if (!startDate && !endDate) return filter;
		// The service requires both dates or neither.
		return { ...filter, startDate: startDate ?? '1970-01-01', endDate: endDate ?? '2999-12-31' };
	},
	findTest: ({ collection }) => collection && (({ Collection }) => [isEqual(Collection, collection)]),
	readFirst: async (read, client, { sweepstakesToken }) =>
		await undefinedIfEmpty(client, sweepstakesToken, read),
});

/**
 * Returns the key of an entry. It includes the collection, because a participant may be in several collections of a
 * sweepstakes.
 */
function identifyEntry(entry: Json): string {
	const { ParticipantToken, Collection, CreationDate } = entry;
	if (typeof ParticipantToken !== 'string') return JSON.stringify(entry);
	return `${ParticipantToken} ${toText(Collection)} ${toText(CreationDate)}`;
}

/**
 * Returns the date on which a person entered or opted out. An opt-out may lack a CreationDate (reference,
 * participants).
 *
 * @guess An opt-out has its date under
 */
export function readEntryDate({ CreationDate, OptOutDate }: Json): unknown {
	return pickFirstFilled(CreationDate, OptOutDate);
}

export const countParticipants = endpoint({
	call: 'POST /participants/count',
	request: z
		.object({
			SweepstakesToken: uuid,
			FilterType: z.enum(['all', 'participants', 'amoe', 'optouts']).optional(),
			StartDate: dateTime.optional(),
			EndDate: dateTime.optional(),
		})
		.refine(...inOrder('StartDate', 'EndDate')),
	reply: z.object({
		Data: z
			.object({
				Counts: z
					.object({
						Participants: count,
						AmoeParticipants: count,
						OptOuts: count,
						Total: count,
					})
					.passthrough(),
			})
			.passthrough(),
	}),
	retry: reads('how many participants there are'),
});

export const fetchParticipant = endpoint({
	call: 'POST /participants/single',
	request: z.object({
		SweepstakesToken: uuid,
		ParticipantToken: uuid.optional(),
		KeyEmail: email.optional(),
		KeyPhoneNumber: phoneNumber.optional(),
	}),
	// The service returns a 404 for an unknown participant, so a reply without entries is an error.
	reply: z.object({
		Data: z.object({ TotalEntries: z.unknown(), Entries: certainRecords('ParticipantToken') }).passthrough(),
	}),
	retry: reads('whether this participant exists'),
});

export type ParticipantQuery = z.output<typeof fetchParticipant.request>;

type ParticipantKey = Omit<ParticipantQuery, 'SweepstakesToken'>;

export type FoundParticipant = z.output<typeof fetchParticipant.reply>['Data'];

/**
 * Returns the entries of a participant. The participant is looked up by token, or by each key until one matches.
 * Entries of other people, which the service may return as well, are left out.
 *
 * @throws {ServiceError} with status 404 if there is no such participant
 */
export async function getParticipant(client: Client, query: ParticipantQuery): Promise<FoundParticipant> {
	const { found, key } = await findEntriesByAnyKey(client, query);
	const others = await mapWithBreaks(found.Entries, (entry) => isSomebodyElse(entry, key));
	const Entries = found.Entries.filter((_entry, index) => !others[index]);
	return Entries.length === found.Entries.length ? found : withEntries(found, Entries);
}

function withEntries(found: Json, Entries: FoundParticipant['Entries']): FoundParticipant {
	const Collections = [...new Set(Entries.map(({ Collection }) => Collection))];
	return { ...found, TotalEntries: Entries.length, Collections, Entries };
}

/** The failure if the service returned only people with a different email address or phone number. */
export const FOUND_OTHERS = {
	code: 'inOwnWords',
	message: 'No entry has exactly this email or phone number, so nothing was done',
	description: 'Choose the participant from the list or by ID.',
} as const;

/**
 * Finds entries by the first key that matches at least one entry, or else by a search for the phone number. The result
 * may include entries of other people.
 */
async function findEntriesByAnyKey(client: Client, { SweepstakesToken, ...wanted }: ParticipantQuery) {
	const failures: ServiceError[] = [];
	for (const key of wanted.ParticipantToken ? [wanted] : listLookupKeys(wanted)) {
		const found = await getByKey(client, SweepstakesToken, key).catch((error: unknown) => {
			if (!hasStatus(error, 404)) throw error;
			failures.push(error);
		});
		if (found) return { found, key };
	}
	const { KeyPhoneNumber } = wanted;
	const Entries = KeyPhoneNumber ? await searchByPhone(client, SweepstakesToken, KeyPhoneNumber) : [];
	if (Entries.length > 0)
		return { found: withEntries({ SweepstakesToken }, Entries), key: { KeyPhoneNumber } };
	throw explainNotFound(
		wanted,
		failures.find(({ failure }) => failure.code === FOUND_OTHERS.code) ?? failures.at(-1)!,
	);
}

/** Adds to the error for an unknown participant how the phone number was looked up, and what to try. */
function explainNotFound({ KeyPhoneNumber }: PersonKeys, error: ServiceError): ServiceError {
	const [key] = listLookupKeys({ KeyPhoneNumber });
	const [end] = listPhoneSearches(KeyPhoneNumber ?? '');
	if (!key || !end || error.failure.code === FOUND_OTHERS.code) return error;
	return new ServiceError({
		...error.failure,
		done: `The phone number was looked up as “${key.KeyPhoneNumber}”, and in every format that ends in ${end}. If this person has entered, try the international format, such as +12025550123, or the email address.`,
	});
}

/**
 * Finds the entries with a phone number, regardless of the format in which the service stores it. It looks at no more
 * than one page of a search.
 */
async function searchByPhone(
	client: Client,
	sweepstakesToken: string,
	KeyPhoneNumber: string,
): Promise<FoundParticipant['Entries']> {
	let found: Json[] = [];
	for (const search of listPhoneSearches(KeyPhoneNumber)) {
		const searching = client.call(participants.fetch, { sweepstakesToken, search, page: 1 });
		const { records = [], totalPages = 1 } = (await searching.catch(undefinedIfNotFound)) ?? {};
		found = records.filter((entry) => hasKey(entry, { KeyPhoneNumber }));
		if (totalPages <= 1) break;
	}
	const Entries = fetchParticipant.reply.shape.Data.shape.Entries.safeParse(found);
	if (Entries.success) return Entries.data;
	throw new ServiceError({ code: 'unexpectedReply', missing: 'the IDs of these participants' });
}

/**
 * Finds the entries for one key.
 *
 * @throws {ServiceError} with status 404 if nobody has the key, or without a status if the reply has fewer entries than
 *   its `TotalEntries`
 */
async function getByKey(
	client: Client,
	SweepstakesToken: string,
	key: ParticipantKey,
): Promise<FoundParticipant> {
	const { Data } = await client.call(fetchParticipant, { SweepstakesToken, ...key });
	if (Data.Entries.some((entry) => !isSomebodyElse(entry, key))) return Data;
	throwIfShort('entries', readCount(Data.TotalEntries), Data.Entries);
	throw new ServiceError(
		Data.Entries.length > 0
			? { ...FOUND_OTHERS, status: 404 }
			: { code: 'notFound', record: 'participant', status: 404 },
	);
}

/** Whether an entry's email address or, if the key is a phone number, its phone number differs from the key. */
function isSomebodyElse(entry: Json, key: PersonKeys): boolean {
	const own = key.KeyEmail ? entry.KeyEmail : key.KeyPhoneNumber ? entry.KeyPhoneNumber : undefined;
	return !isBlank(own) && !hasKey(entry, key);
}

/** Like `getParticipant`, but returns undefined if there is no such participant. */
export async function findParticipant(
	client: Client,
	query: ParticipantQuery,
): Promise<FoundParticipant | undefined> {
	return await getParticipant(client, query).catch(undefinedIfNotFound);
}

/**
 * Finds all participants whom the service finds by an email address or phone number.
 *
 * @returns `matching`: the entries of these participants; `others`: the tokens of people whom the service returned
 *   although they have a different address or number
 * @throws {ServiceError} if nobody has the email address or phone number
 */
export async function findParticipantsWithKey(client: Client, query: ParticipantQuery) {
	const { SweepstakesToken, ...wanted } = query;
	const found: FoundParticipant['Entries'] = [];
	let missing: ServiceError | undefined;
	for (const key of listLookupKeys(wanted)) {
		const lookup = client.call(fetchParticipant, { SweepstakesToken, ...key });
		const reply = await lookup.catch((error: unknown) => {
			if (!hasStatus(error, 404)) throw error;
			missing = error;
		});
		found.push(...(reply?.Data.Entries ?? []));
	}
	if (wanted.KeyPhoneNumber)
		found.push(...(await searchByPhone(client, SweepstakesToken, wanted.KeyPhoneNumber)));
	const matching = found.filter((entry) => hasKey(entry, wanted));
	const tokens = new Set(matching.map(({ ParticipantToken }) => ParticipantToken));
	const all = new Set(found.map(({ ParticipantToken }) => ParticipantToken));
	const others = [...all].filter((one) => !tokens.has(one));
	if (matching.length > 0) return { matching, others };
	throw others.length === 0 && missing ? explainNotFound(wanted, missing) : new ServiceError(FOUND_OTHERS);
}

export const deleteParticipant = endpoint({
	call: 'DELETE /participants/delete',
	request: z.object({ SweepstakesToken: uuid, ParticipantToken: uuid }),
	reply: acknowledgement,
	retry: safeDelete,
});
