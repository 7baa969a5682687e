import { dateOfEntry, participantPages } from '../shared/api/participants';
import type { Caller } from '../shared/client/endpoint';
import { ServiceError } from '../shared/client/failures';
import { instantOf } from '../shared/client/serviceClock';
import { participantItem } from '../shared/fields/simplify';
import type { Json } from '../shared/json';
import { z } from '../shared/zod';
import { SAMPLE_SIZE, type Poll, type PollSource } from './pollSource';

/** How many of the newest entries the cursor remembers. Well under a page, so that a poll without news is one call. */
const RECENT = 10;

/** How many entries that share the newest date it remembers, though they are more than `RECENT`. */
const MAX_SAME_DATE = 500;

/**
 * What was there at the last poll. The list is newest first, but dates alone do not tell what is new: several entries may
 * share a date, and one may appear a little late. So the newest entries are remembered one by one, and for
 * the others the date decides.
 */
export const participantCursor = z.object({
	/** ISO 8601 in UTC: entries created at this time or before are old. */
	until: z.string(),
	/** The keys of the entries created after `until`. */
	seen: z.array(z.string()),
	/** How many entries the sweepstakes had. */
	total: z.number(),
});

export type ParticipantCursor = z.output<typeof participantCursor>;

/** The cursor before the first poll. */
export const START: ParticipantCursor = { until: '', seen: [], total: 0 };

/** An entry, with what identifies it. */
export interface Entry {
	/** ISO 8601 in UTC with milliseconds, so that the order of texts is the order of time. */
	createdAt: string;
	/** Date and participant, not the collection: an entry that moves to another collection is not new again. */
	key: string;
	record: Json;
}

/** Which participants come out, and how. */
export interface ParticipantSettings {
	/** See specification, Participant: `Collection`. */
	collections: readonly string[];
	simplify: boolean;
}

/** A person entered. Every entry that is there at a poll comes out once. */
export function newParticipant(settings: ParticipantSettings): PollSource {
	const itemsOf = (entries: readonly Entry[]) =>
		uniqueEntries(
			entries.filter(({ record }) => settings.collections.includes(String(record.Collection))),
		).map(({ record }) => participantItem(record, settings));
	return {
		async poll(service, sweepstakesToken, cursor): Promise<Poll> {
			const before = participantCursor.safeParse(cursor).data;
			if (!before) return { newItems: [], cursor: await firstCursor(service, sweepstakesToken) };
			const reading = await readNewEntries(service, sweepstakesToken, before);
			return {
				newItems: itemsOf(oldestFirst(findNewEntries(reading.entries, before))),
				cursor: cursorAfter(before, reading),
			};
		},

		async sample(service, sweepstakesToken) {
			const { entries } = await read(service, sweepstakesToken, () => true);
			return itemsOf(entries).slice(0, SAMPLE_SIZE);
		},
	};
}

/** The entries that were not there when the cursor was set. */
export function findNewEntries(entries: readonly Entry[], { until, seen }: ParticipantCursor): Entry[] {
	const known = new Set(seen);
	return entries.filter(({ createdAt, key }) => createdAt > until && !known.has(key));
}

/**
 * The cursor after `entries` have come out. It never moves back. It remembers the newest entries one by one, at least all
 * of the newest date. If those are more than `MAX_SAME_DATE`, it remembers none of them, and one that joins them later is
 * missed: the cursor has to be bounded.
 */
export function cursorAfter(
	before: ParticipantCursor,
	{ entries, total }: Reading,
	recent = RECENT,
): ParticipantCursor {
	const added = entries.filter(({ createdAt }) => createdAt > before.until).map(({ key }) => key);
	const keys = [...new Set([...added, ...before.seen])].sort().reverse();
	const sameDate = keys.filter((key) => dateOf(key) === dateOf(keys[0]!)).length;
	const newestForgotten = sameDate > MAX_SAME_DATE ? keys[0] : keys[Math.max(recent, sameDate)];
	const until = newestForgotten ? dateOf(newestForgotten) : before.until;
	return { until, seen: keys.filter((key) => dateOf(key) > until), total };
}

function dateOf(key: string): string {
	return key.slice(0, key.indexOf(' '));
}

/** What was read of the list, from the newest entry on. */
export interface Reading {
	/** Newest first. Some are there twice if the list changed meanwhile. */
	entries: Entry[];
	/** How many entries the sweepstakes had at the first page. */
	total: number;
}

/**
 * Reads the first page, and more only until the newest date is complete. Everything older is old for the cursor, so it
 * need not be read.
 */
async function firstCursor(service: Caller, sweepstakesToken: string): Promise<ParticipantCursor> {
	const reading = await read(
		service,
		sweepstakesToken,
		({ entries }, last) => last.createdAt < entries[0]!.createdAt || entries.length > MAX_SAME_DATE,
	);
	const until = reading.isWhole ? '' : reading.entries.at(-1)!.createdAt;
	return cursorAfter({ ...START, until }, reading);
}

/**
 * Reads until a page has nothing new and the list has grown by exactly what was found. With deletions it has grown by
 * less, so it is read down to the entries that are old by their date.
 */
async function readNewEntries(
	service: Caller,
	sweepstakesToken: string,
	cursor: ParticipantCursor,
): Promise<Reading> {
	return await read(service, sweepstakesToken, ({ entries, total }, last, page) => {
		if (last.createdAt <= cursor.until) return true;
		if (findNewEntries(page, cursor).length > 0) return false;
		return total === cursor.total + uniqueEntries(findNewEntries(entries, cursor)).length;
	});
}

/**
 * @param isEnough called after each page, with the last entry of that page and the page itself
 * @throws {ServiceError} if no record of a list says who entered, or when.
 */
async function read(
	service: Caller,
	sweepstakesToken: string,
	isEnough: (reading: Reading, last: Entry, page: readonly Entry[]) => boolean,
): Promise<Reading & { isWhole: boolean }> {
	const reading: Reading = { entries: [], total: 0 };
	let count = 0;
	for await (const { records, total, shifted } of participantPages(service, { sweepstakesToken })) {
		if (count === 0) reading.total = total;
		count += records.length;
		const page = records.map(entryOf).filter((entry) => entry !== undefined);
		for (const entry of page) reading.entries.push(entry);
		const last = page.at(-1);
		if (last && !shifted && isEnough(reading, last, page)) break;
	}
	if (count > 0 && reading.entries.length === 0) throw new ServiceError({ code: 'undatedEntry' });
	return { ...reading, isWhole: count >= reading.total };
}

/** Sorted, because a list that changed while it was read is not in order. */
export function oldestFirst(entries: readonly Entry[]): Entry[] {
	return entries
		.toReversed()
		.sort((a, b) => Number(a.createdAt > b.createdAt) - Number(a.createdAt < b.createdAt));
}

function uniqueEntries(entries: readonly Entry[]): Entry[] {
	return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}

/**
 * @returns undefined if the record does not say who entered, or when: an opt-out may not (reference, "Serve both":
 * participants/fetch). It cannot be new or old, so it is left out.
 */
export function entryOf(record: Json): Entry | undefined {
	const createdAt = instantOf(dateOfEntry(record));
	if (!createdAt || typeof record.ParticipantToken !== 'string') return undefined;
	return { createdAt, key: `${createdAt} ${record.ParticipantToken}`, record };
}
