import { dateOfEntry, participants } from '../SweepstakesParticipant/api/participants';
import type { Client } from '../shared/client/client';
import { ServiceError } from '../shared/client/failures';
import { parseInstant } from '../shared/time/parse';
import { participantItem } from '../SweepstakesParticipant/items';
import { isBlank, type Json } from '../shared/json';
import {
	cursorAfter,
	entryCursor,
	findNewEntries,
	toKey,
	oldestFirst,
	rememberedSince,
	START,
	type Entry,
	type EntryCursor,
	type Reading,
} from './entry-cursor';
import { SAMPLE_SIZE, type Poll, type PollSource } from './poll-source';

/** All types of entries except opt-outs. */
export const NEW_ENTRIES: readonly string[] = ['Participants', 'ParticipantsAmoe'];

export interface ParticipantSettings {
	/** The values of `Collection` to watch (contract, Participant). */
	collections: readonly string[];
	simplify: boolean;
}

/** Watches for new entries, and returns each of them once. */
export function newParticipant(settings: ParticipantSettings): PollSource {
	// An entry without a type is returned as well, so that none is missed.
	const isWatched = ({ record: { Collection } }: Entry) =>
		isBlank(Collection) || settings.collections.includes(String(Collection));
	const toItems = (entries: readonly Entry[]) =>
		uniqueEntries(entries.filter(isWatched)).map(({ key, record }) => ({
			key,
			item: participantItem(record, settings),
		}));
	return {
		async poll(client, sweepstakesToken, cursor): Promise<Poll> {
			const before = entryCursor.safeParse(cursor).data;
			if (!before) return { newItems: [], cursor: await firstCursor(client, sweepstakesToken) };
			const reading = await readNewEntries(client, sweepstakesToken, before);
			return {
				newItems: toItems(oldestFirst(findNewEntries(reading.entries, before))),
				cursor: cursorAfter(before, reading),
			};
		},

		async sample(client, sweepstakesToken) {
			const { entries } = await read(client, sweepstakesToken, () => true);
			return toItems(entries)
				.slice(0, SAMPLE_SIZE)
				.map(({ item }) => item);
		},
	};
}

/** The maximum number of entries that the first poll reads. */
const MOST_AT_FIRST = 500;

/**
 * Reads only the last hour, because older entries count as known anyway. Reads an empty list twice: if a sporadic 404
 * were mistaken for an empty list, the next poll would return all entries as new.
 */
async function firstCursor(client: Client, sweepstakesToken: string): Promise<EntryCursor> {
	const isEnough = ({ entries }: Reading, last: Entry) =>
		last.createdAt <= rememberedSince(entries[0]!.createdAt) || entries.length > MOST_AT_FIRST;
	const readRecent = async () => await read(client, sweepstakesToken, isEnough);
	const first = await readRecent();
	const reading = first.total === 0 ? await readRecent() : first;
	const until = reading.isWhole ? '' : reading.entries.at(-1)!.createdAt;
	return cursorAfter({ ...START, until }, reading);
}

/**
 * Reads until a page has no new entries and the list has grown by exactly the number found. After deletions, the list
 * has grown by less, so the reading continues until the entries are old by their dates.
 */
async function readNewEntries(
	client: Client,
	sweepstakesToken: string,
	cursor: EntryCursor,
): Promise<Reading> {
	return await read(client, sweepstakesToken, ({ entries, total }, last, page) => {
		if (last.createdAt <= cursor.until) return true;
		if (findNewEntries(page, cursor).length > 0) return false;
		return total === cursor.total + uniqueEntries(findNewEntries(entries, cursor)).length;
	});
}

/**
 * @param isEnough called after each page with what was read so far, the last entry and the page
 * @throws {ServiceError} if no record has both a date and a token, which only opt-outs may lack
 */
async function read(
	client: Client,
	sweepstakesToken: string,
	isEnough: (reading: Reading, last: Entry, page: readonly Entry[]) => boolean,
): Promise<Reading & { isWhole: boolean }> {
	const reading: Reading = { entries: [], total: 0 };
	let count = 0;
	let hasEntrants = false;
	for await (const { records, total, shifted } of participants.pages(client, { sweepstakesToken })) {
		if (count === 0) reading.total = total;
		count += records.length;
		hasEntrants ||= records.some(({ Collection }) => Collection !== 'OptOuts');
		const page = records.map(toEntry).filter((entry) => entry !== undefined);
		for (const entry of page) reading.entries.push(entry);
		const last = page.at(-1);
		if (last && !shifted && isEnough(reading, last, page)) break;
	}
	if (hasEntrants && reading.entries.length === 0) throw new ServiceError({ code: 'undatedEntry' });
	return { ...reading, isWhole: count >= reading.total };
}

function uniqueEntries(entries: readonly Entry[]): Entry[] {
	return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}

/**
 * @returns undefined if the date or token is missing, because nothing shows whether the entry is new. Opt-outs may lack
 * both.
 */
export function toEntry(record: Json): Entry | undefined {
	const createdAt = parseInstant(dateOfEntry(record))?.toISOString();
	if (!createdAt || typeof record.ParticipantToken !== 'string') return undefined;
	return { createdAt, key: toKey(createdAt, record.ParticipantToken), record };
}
