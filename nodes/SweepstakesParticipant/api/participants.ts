import type { Caller, Unsafe } from '../../shared/client/endpoint';
import { hasStatus, ServiceError, undefinedIfNotFound } from '../../shared/client/failures';
import { isBlank, isObject, plainKey, asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import {
	acknowledgement,
	dataReply,
	endpoint,
	lookup,
	certainRecords,
	safe,
	safeDelete,
	unsafe,
} from '../../shared/api/endpoint';
import { count, date, dateTime, email, numeral, uuid } from '../../shared/api/formats';
import { pageReply } from '../../shared/api/pagedLists';
import { readPages, uniqueRecords, type Page } from '../../shared/api/pages';
import { undefinedIfEmpty } from '../../Sweepstakes/api';

/** The page size of the service (contract, POST /participants/fetch). */
export const PARTICIPANTS_PER_PAGE = 20;

const participantFilter = z
	.object({
		sweepstakesToken: uuid,
		search: z.string().optional(),
		optInDate: date.optional(),
		startDate: date.optional(),
		endDate: date.optional(),
	})
	.refine(({ startDate, endDate }) => !startDate || endDate, {
		path: ['endDate'],
		message: 'is required together with {startDate}',
	})
	.refine(({ startDate, endDate }) => !endDate || startDate, {
		path: ['startDate'],
		message: 'is required together with {endDate}',
	})
	.refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
		path: ['endDate'],
		message: 'must not be before {startDate}',
	});

/** The filters of POST /participants/fetch, without the page. */
type ParticipantFilter = z.output<typeof participantFilter>;

const fetchParticipants = endpoint({
	call: 'POST /participants/fetch',
	request: participantFilter.and(z.object({ page: z.number().optional() })),
	reply: pageReply('Participants', 'Total'),
	tells: 'which participants there are',
	retry: safe,
});

const NOBODY = { records: [], total: 0, totalPages: 0 };

/** One page of the participants that match, newest first. */
export async function participantPage(service: Caller, filter: ParticipantFilter, page: number) {
	const reading = service.call(fetchParticipants, { ...filter, page });
	if (page > 1) return await reading;
	return (await undefinedIfEmpty(service, filter.sweepstakesToken, reading)) ?? NOBODY;
}

/** The pages of all participants that match, newest first. @throws {ServiceError} as `readPages` does. */
export function participantPages(service: Caller, filter: ParticipantFilter): AsyncGenerator<Page> {
	return readPages({
		name: 'participants',
		perPage: PARTICIPANTS_PER_PAGE,
		readPage: async (page) => await participantPage(service, filter, page),
	});
}

/** Where an entry may be (contract, Participant). */
export const COLLECTIONS = ['Participants', 'ParticipantsAmoe', 'OptOuts'] as const;

/**
 * All participants that match, newest first, each once. Pages are read as they are needed. The service cannot filter by
 * collection, so entries of other collections are read and left out.
 */
export const participants = lookup({
	request: participantFilter.and(z.object({ collection: z.enum(COLLECTIONS).optional() })),
	read: (service, { collection, ...filter }) =>
		uniqueRecords(
			service,
			participantPages(service, filter),
			entryKey,
			({ Collection }) => !collection || Collection === collection,
		),
});

/** One participant may be in several collections of a sweepstakes (contract, Participant). */
function entryKey(entry: Json): string {
	const { ParticipantToken, Collection, CreationDate } = entry;
	if (typeof ParticipantToken !== 'string') return JSON.stringify(entry);
	return `${ParticipantToken} ${String(Collection)} ${String(CreationDate)}`;
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
		.refine(({ StartDate, EndDate }) => !StartDate || !EndDate || StartDate <= EndDate, {
			path: ['EndDate'],
			message: 'must not be before {StartDate}',
		}),
	reply: z.object({
		Data: z
			.object({
				SweepstakesToken: z.unknown(),
				FilterType: z.unknown(),
				DateRange: z.unknown(),
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
	tells: 'how many participants there are',
	retry: safe,
});

/** What identifies a person to the service. */
export interface PersonKeys {
	KeyEmail?: string;
	KeyPhoneNumber?: string;
}

/** Keys of one person are equal whatever the case of letters and the format of the phone number. */
export function normalizedKeys({ KeyEmail = '', KeyPhoneNumber = '' }: PersonKeys): string[] {
	return [KeyEmail.trim().toLowerCase(), phoneKey(KeyPhoneNumber)].filter(Boolean);
}

/**
 * The digits of a phone number. One of the US or Canada is stored without its country code 1 (reference, "Serve both":
 * participants/single). Ten digits that include another country code keep their +, because they are another number.
 */
function phoneKey(phoneNumber: string): string {
	const digits = phoneNumber.replace(/\D/g, '');
	if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1);
	return digits.length === 10 && phoneNumber.trim().startsWith('+') ? `+${digits}` : digits;
}

/** Whether an entry of the service has the email address, or else the phone number, that was asked for. */
export function hasKey(entry: Json, { KeyEmail, KeyPhoneNumber }: PersonKeys): boolean {
	const own = { KeyEmail: readKey(entry.KeyEmail), KeyPhoneNumber: readKey(entry.KeyPhoneNumber) };
	const wanted = KeyEmail ? { KeyEmail } : { KeyPhoneNumber };
	return normalizedKeys(own).some((key) => normalizedKeys(wanted).includes(key));
}

/** A phone number may come as a number. */
function readKey(value: unknown): string {
	return typeof value === 'number' ? String(value) : asText(value);
}

/**
 * What to look a person up by, one after the other: whether email and phone number together mean "and" or "or" is not
 * documented. Each is looked up as it was typed, and then as the service may store it: an email address in lowercase, a phone
 * number as 10 digits or in international format (reference, "Serve both": participants/single).
 */
function lookupKeys({ KeyEmail = '', KeyPhoneNumber = '' }: PersonKeys): PersonKeys[] {
	const emails = distinct([KeyEmail, KeyEmail.toLowerCase()]);
	const phoneNumbers = distinct([KeyPhoneNumber, ...storedSpellings(phoneKey(KeyPhoneNumber))]);
	return [
		...emails.map((one) => ({ KeyEmail: one })),
		...phoneNumbers.map((one) => ({ KeyPhoneNumber: one })),
	];
}

/** Only a number of the US or Canada is stored as 10 digits. A number that begins with 0 has no country code. */
function storedSpellings(key: string): string[] {
	if (/^\d{10}$/.test(key)) return [key, `+1${key}`];
	return /^[1-9]/.test(key) ? [`+${key}`] : [key];
}

const distinct = (texts: string[]) => [...new Set(texts)].filter(Boolean);

/** When a person entered or, for an opt-out that has no such date, when they opted out (reference, "Serve both"). */
export function dateOfEntry({ CreationDate, OptOutDate }: Json): unknown {
	return CreationDate ?? OptOutDate;
}

/** An entry with the names of the person, which may be among the fields of the entry page (reference, "Serve both"). */
export function withNames<Entry extends Json>(
	entry: Entry,
): Entry & { FirstName?: unknown; LastName?: unknown } {
	const fields = isObject(entry.EntryPagesFields) ? entry.EntryPagesFields : {};
	const names = { FirstName: fieldNamed(fields, 'firstname'), LastName: fieldNamed(fields, 'lastname') };
	const missing = Object.entries(names).filter(([key, name]) => name !== undefined && isBlank(entry[key]));
	return { ...entry, ...Object.fromEntries(missing) };
}

function fieldNamed(fields: Json, wanted: string): unknown {
	return Object.entries(fields).find(([name]) => plainKey(name) === wanted)?.[1];
}

export const fetchParticipant = endpoint({
	call: 'POST /participants/single',
	request: z.object({
		SweepstakesToken: uuid,
		ParticipantToken: uuid.optional(),
		KeyEmail: email.optional(),
		KeyPhoneNumber: z.string().optional(),
	}),
	// Nobody is a 404, so a success without entries says nothing.
	reply: z.object({ Data: z.object({ Entries: certainRecords('ParticipantToken') }).passthrough() }),
	tells: 'whether there is such a participant',
	retry: safe,
});

export type ParticipantQuery = z.output<typeof fetchParticipant.request>;

/** All entries of one person in a sweepstakes. */
export type FoundParticipant = z.output<typeof fetchParticipant.reply>['Data'];

/**
 * Looks a person up by token or by each of their keys until one finds them. Entries of others that the service finds as well are
 * left out.
 *
 * @throws {ServiceError} with status 404 if there is no such participant.
 */
export async function getParticipant(service: Caller, query: ParticipantQuery): Promise<FoundParticipant> {
	const { found, key } = await lookUp(service, query);
	const Entries = found.Entries.filter((entry) => !isSomebodyElse(entry, key));
	if (Entries.length === found.Entries.length) return found;
	const Collections = [...new Set(Entries.map(({ Collection }) => Collection))];
	return { ...found, TotalEntries: Entries.length, Collections, Entries };
}

interface Found {
	/** With entries of the person, and perhaps of others. */
	found: FoundParticipant;
	/** What the person was found by. */
	key: PersonKeys;
}

async function lookUp(service: Caller, { SweepstakesToken, ...wanted }: ParticipantQuery): Promise<Found> {
	const failures: ServiceError[] = [];
	for (const key of wanted.ParticipantToken ? [wanted] : lookupKeys(wanted)) {
		const found = await getByKey(service, SweepstakesToken, key).catch((error: unknown) => {
			if (!hasStatus(error, 404)) throw error;
			failures.push(error);
		});
		if (found) return { found, key };
	}
	throw failures.find(({ failure }) => failure.code === 'foundOthers') ?? failures.at(-1)!;
}

/** @throws {ServiceError} with status 404 if there is nobody, or only somebody else. */
async function getByKey(
	service: Caller,
	SweepstakesToken: string,
	key: PersonKeys,
): Promise<FoundParticipant> {
	const { Data } = await service.call(fetchParticipant, { SweepstakesToken, ...key });
	if (Data.Entries.some((entry) => !isSomebodyElse(entry, key))) return Data;
	throw new ServiceError({ code: Data.Entries.length > 0 ? 'foundOthers' : 'notFound', status: 404 });
}

/** Whether an entry has another email address or phone number than the one it was found by. */
function isSomebodyElse(entry: Json, key: PersonKeys): boolean {
	const own = key.KeyEmail ? entry.KeyEmail : key.KeyPhoneNumber ? entry.KeyPhoneNumber : undefined;
	return !isBlank(own) && !hasKey(entry, key);
}

/** @returns undefined if there is no such participant. */
export async function findParticipant(
	service: Caller,
	query: ParticipantQuery,
): Promise<FoundParticipant | undefined> {
	return await undefinedIfNotFound(getParticipant(service, query));
}

/** The participants that a lookup by email address or phone number finds. */
interface FoundByKey {
	/** Tokens of those who have the email address or phone number. */
	matching: string[];
	/** Tokens of others that the service found as well. Nobody asked for them. */
	others: string[];
}

/** @throws {ServiceError} if nobody has the email address or phone number. */
export async function participantsWithKey(service: Caller, query: ParticipantQuery): Promise<FoundByKey> {
	const { Entries } = (await lookUp(service, query)).found;
	const listTokens = (entries: typeof Entries) =>
		new Set(entries.map(({ ParticipantToken }) => ParticipantToken));
	const matching = listTokens(Entries.filter((entry) => hasKey(entry, query)));
	if (matching.size === 0) throw new ServiceError({ code: 'foundOthers' });
	return { matching: [...matching], others: [...listTokens(Entries)].filter((one) => !matching.has(one)) };
}

export const deleteParticipant = endpoint({
	call: 'DELETE /participants/delete',
	request: z.object({ SweepstakesToken: uuid, ParticipantToken: uuid }),
	reply: acknowledgement,
	retry: safeDelete,
});

/** The limits of POST /participants/updateBonusEntries (reference, "Participants: bonus entries"). */
export const bonusEntries = z.number().int().min(0).max(1_000_000);

/** How many bonus entries a participant has. With entries in several collections, the most that one of them says. */
export function readBonusEntries(entries: readonly Json[]): number {
	const counts = entries.map(({ BonusEntries }) => numeral.pipe(bonusEntries).safeParse(BonusEntries).data);
	const known = counts.filter((count) => count !== undefined);
	if (known.length > 0) return Math.max(...known);
	throw new ServiceError({
		code: 'unexpectedReply',
		missing: 'how many bonus entries the participant has',
	});
}

const bonusToSet = z.object({ SweepstakesToken: uuid, ParticipantToken: uuid, BonusEntries: bonusEntries });

const bonusSet: Unsafe<z.output<typeof bonusToSet>>['confirm'] = (service, wanted) => ({
	lookUp: async () => {
		const { SweepstakesToken, ParticipantToken, BonusEntries } = wanted;
		const { Entries } = await getParticipant(service, { SweepstakesToken, ParticipantToken });
		return readBonusEntries(Entries) === BonusEntries ? { Response: true, Data: wanted } : undefined;
	},
});

export const setBonusEntries = endpoint({
	call: 'POST /participants/updateBonusEntries',
	request: bonusToSet,
	reply: dataReply,
	// It sets a value and could be repeated, but not an addition that has read the value before: it would add twice.
	retry: unsafe({
		check:
			'Before you run this again, check with Participant › Get how many bonus entries the participant has.',
		confirm: bonusSet,
	}),
});
