import type { Caller, Confirmation, IsNew, Unsafe } from '../client/endpoint';
import { ServiceError, undefinedIfNotFound } from '../client/failures';
import { textOf, type Json } from '../json';
import { z } from '../zod';
import { anyReply, dataReply, endpoint, lookup, records, safe, safeDelete, unsafe } from './endpoint';
import { PageCounter } from './endlessList';
import { date, dateTime, email, uuid } from './formats';

/** The page size of the service (specification, POST /participants/fetch). */
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
export type ParticipantFilter = z.output<typeof participantFilter>;

export const fetchParticipants = endpoint({
	call: 'POST /participants/fetch',
	request: participantFilter.and(z.object({ page: z.number().optional() })),
	reply: z.object({
		Participants: records(),
		Pagination: z.object({ Total: z.number(), TotalPages: z.number() }).partial().optional(),
	}),
	tells: 'which participants there are',
	retry: safe,
});

/** One page of a list of participants. */
export interface ParticipantsPage {
	/** Newest first. */
	participants: Json[];
	/** How many match on all pages together. */
	total: number;
	/** Entries were deleted since the previous page: some may have moved to pages that are read again after this one. */
	shifted: boolean;
}

/**
 * The pages of all participants that match.
 *
 * Entries deleted meanwhile move later ones to earlier pages, so as many pages are read again. `Pagination` says where the
 * list ends, never an empty page alone.
 *
 * @throws {ServiceError} also for a page without `Pagination`, because the list would end without anybody noticing, and for
 * a list that does not end.
 */
export async function* participantPages(
	service: Caller,
	filter: ParticipantFilter,
): AsyncGenerator<ParticipantsPage> {
	const counter = new PageCounter('participants');
	let before: number | undefined;
	for (let page = 1, pages = 1; page <= pages; page++) {
		counter.throwIfEndless();
		const { Participants, Pagination } = await service.call(fetchParticipants, { ...filter, page });
		const { Total: total, TotalPages } = Pagination ?? {};
		if (total === undefined || TotalPages === undefined) throw incompleteList();
		counter.count(Participants.length, TotalPages);
		const deleted = (before ?? total) - total;
		yield { participants: Participants, total, shifted: deleted > 0 };
		if (deleted > 0) page = Math.max(0, page - Math.ceil(deleted / PARTICIPANTS_PER_PAGE) - 1);
		before = total;
		pages = TotalPages;
	}
}

function incompleteList(): ServiceError {
	return new ServiceError({
		code: 'unexpectedReply',
		missing: 'how many participants there are, so this node cannot know whether the list is complete',
	});
}

/**
 * All participants that match, newest first, each once. Pages are read as they are needed.
 *
 * Entries added meanwhile move others to later pages, where they appear again: those are dropped.
 */
export const participants = lookup({
	request: participantFilter,
	async *read(service, filter) {
		const seen = new Set<string>();
		for await (const page of participantPages(service, filter)) {
			for (const participant of page.participants) {
				const key = entryKey(participant);
				if (seen.has(key)) continue;
				seen.add(key);
				yield participant;
			}
		}
	},
});

/** One participant may be in several collections of a sweepstakes (specification, Participant). */
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
						Participants: z.number(),
						AmoeParticipants: z.number(),
						OptOuts: z.number(),
						Total: z.number(),
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
	return [KeyEmail.trim().toLowerCase(), phoneDigits(KeyPhoneNumber)].filter(Boolean);
}

/** A number of the US or Canada is stored without its country code 1 (reference, "Serve both": participants/single). */
function phoneDigits(phoneNumber: string): string {
	const digits = phoneNumber.replace(/\D/g, '');
	return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** Whether an entry of the service has the email address, or else the phone number, that was asked for. */
export function hasKey(entry: Json, { KeyEmail, KeyPhoneNumber }: PersonKeys): boolean {
	const own = { KeyEmail: keyIn(entry.KeyEmail), KeyPhoneNumber: keyIn(entry.KeyPhoneNumber) };
	const wanted = KeyEmail ? { KeyEmail } : { KeyPhoneNumber };
	return normalizedKeys(own).some((key) => normalizedKeys(wanted).includes(key));
}

/** A phone number may come as a number. */
function keyIn(value: unknown): string {
	return typeof value === 'number' ? String(value) : textOf(value);
}

export const fetchParticipant = endpoint({
	call: 'POST /participants/single',
	request: z.object({
		SweepstakesToken: uuid,
		ParticipantToken: uuid.optional(),
		KeyEmail: email.optional(),
		KeyPhoneNumber: z.string().optional(),
	}),
	reply: z.object({ Data: z.object({ Entries: records('ParticipantToken') }).passthrough() }),
	tells: 'whether there is such a participant',
	retry: safe,
});

type ParticipantQuery = z.output<typeof fetchParticipant.request>;

/** All entries of one person in a sweepstakes. */
export type FoundParticipant = z.output<typeof fetchParticipant.reply>['Data'];

/** @throws {ServiceError} with status 404 if there is no such participant. */
export async function getParticipant(service: Caller, query: ParticipantQuery): Promise<FoundParticipant> {
	const { Data } = await service.call(fetchParticipant, query);
	if (Data.Entries.length === 0) throw new ServiceError({ code: 'notFound', status: 404 });
	return Data;
}

/** @returns undefined if there is no such participant. */
export async function findParticipant(
	service: Caller,
	query: ParticipantQuery,
): Promise<FoundParticipant | undefined> {
	return await undefinedIfNotFound(getParticipant(service, query));
}

const participantToAdd = z.object({
	lang: z.string(),
	source: z.string(),
	sweepstakesToken: uuid,
	entryPageFields: z.object({
		KeyEmail: email.optional(),
		KeyPhoneNumber: z.string().optional(),
		BonusEntries: z.number().int().min(0).optional(),
		Fields: z.record(z.unknown()).optional(),
	}),
});

type ParticipantToAdd = z.output<typeof participantToAdd>;

/** The entries that this execution made under one key: a lookup finds them beside the one in question. */
interface OwnEntries {
	/** When the first was sent, or a little earlier, in ms since 1970 by our clock. */
	since: number;
	sent: number;
	/** How many of them are certain. */
	processed: number;
}

const createOwnEntries = () => new Map<string, OwnEntries>();

function ownEntriesOf(
	service: Caller,
	{ sweepstakesToken, entryPageFields }: ParticipantToAdd,
): OwnEntries[] {
	const byKey = service.state.get(createOwnEntries);
	return normalizedKeys(entryPageFields).map((key) => {
		const id = `${sweepstakesToken} ${key}`;
		let own = byKey.get(id);
		if (!own) byKey.set(id, (own = { since: Date.now(), sent: 0, processed: 0 }));
		return own;
	});
}

/** Looks the person up by email, or else by phone number. A person without either cannot be looked up. */
const participantAdded: Unsafe<ParticipantToAdd>['confirm'] = (service, addition) => {
	const own = ownEntriesOf(service, addition);
	const [first] = own;
	if (!first) return undefined;
	const before = { ...first };
	for (const entries of own) entries.sent++;
	return {
		lookUp: async (isNew) =>
			(await isEntered(service, addition, before, isNew)) ? { Response: true } : undefined,
		onProcessed() {
			for (const entries of own) entries.processed++;
		},
	} satisfies Confirmation;
};

/** @throws {ServiceError} if the new entry may be that of an earlier item. */
async function isEntered(
	service: Caller,
	{ sweepstakesToken, entryPageFields: { KeyEmail, KeyPhoneNumber } }: ParticipantToAdd,
	before: OwnEntries,
	isNew: IsNew,
): Promise<boolean> {
	const key = KeyEmail ? { KeyEmail } : { KeyPhoneNumber };
	const found = await findParticipant(service, { SweepstakesToken: sweepstakesToken, ...key });
	const entries = found?.Entries ?? [];
	if (!entries.some(({ CreationDate }) => isNew(CreationDate))) return false;
	const sinceFirst = entries.filter(({ CreationDate }) => service.isSince(before.since, CreationDate)).length;
	if (sinceFirst > before.sent) return true;
	if (sinceFirst <= before.processed) return false;
	throw new ServiceError({ code: 'inconclusive' });
}

export const addParticipant = endpoint({
	call: 'POST /participants/add',
	request: participantToAdd,
	reply: anyReply,
	// A second entry would raise the person's chance to be drawn.
	retry: unsafe({
		check: 'Before you add this person again, check with Participant › Get whether they already entered.',
		confirm: participantAdded,
	}),
});

export const deleteParticipant = endpoint({
	call: 'DELETE /participants/delete',
	request: z.object({ SweepstakesToken: uuid, ParticipantToken: uuid }),
	reply: dataReply,
	retry: safeDelete,
});
