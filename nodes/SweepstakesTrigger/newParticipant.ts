import { dateOfEntry, participantPages } from '../SweepstakesParticipant/api/participants';
import type { Caller } from '../shared/client/endpoint';
import { ServiceError } from '../shared/client/failures';
import { parseInstant } from '../shared/client/serviceClock';
import { participantItem } from '../SweepstakesParticipant/items';
import type { Json } from '../shared/json';
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
} from './entryCursor';
import { SAMPLE_SIZE, type Poll, type PollSource } from './pollSource';

/** Which participants come out, and how. */
export interface ParticipantSettings {
	/** See contract, Participant: `Collection`. */
	collections: readonly string[];
	simplify: boolean;
}

/** A person entered. Every entry that is there at a poll comes out once. */
export function newParticipant(settings: ParticipantSettings): PollSource {
	const toItems = (entries: readonly Entry[]) =>
		uniqueEntries(
			entries.filter(({ record }) => settings.collections.includes(String(record.Collection))),
		).map(({ key, record }) => ({ key, item: participantItem(record, settings) }));
	return {
		async poll(service, sweepstakesToken, cursor): Promise<Poll> {
			const before = entryCursor.safeParse(cursor).data;
			if (!before) return { newItems: [], cursor: await firstCursor(service, sweepstakesToken) };
			const reading = await readNewEntries(service, sweepstakesToken, before);
			return {
				newItems: toItems(oldestFirst(findNewEntries(reading.entries, before))),
				cursor: cursorAfter(before, reading),
			};
		},

		async sample(service, sweepstakesToken) {
			const { entries } = await read(service, sweepstakesToken, () => true);
			return toItems(entries)
				.slice(0, SAMPLE_SIZE)
				.map(({ item }) => item);
		},
	};
}

/** How many entries are read at most before the first poll ends. */
const MOST_AT_FIRST = 500;

/**
 * Reads the first page, and more only while it is of the last hour. Everything older is old for the cursor, so it need not be
 * read. An empty list is read again: a single 404 would make everybody new at the next poll.
 */
async function firstCursor(service: Caller, sweepstakesToken: string): Promise<EntryCursor> {
	const isEnough = ({ entries }: Reading, last: Entry) =>
		last.createdAt <= rememberedSince(entries[0]!.createdAt) || entries.length > MOST_AT_FIRST;
	const readRecent = async () => await read(service, sweepstakesToken, isEnough);
	const first = await readRecent();
	const reading = first.total === 0 ? await readRecent() : first;
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
	cursor: EntryCursor,
): Promise<Reading> {
	return await read(service, sweepstakesToken, ({ entries, total }, last, page) => {
		if (last.createdAt <= cursor.until) return true;
		if (findNewEntries(page, cursor).length > 0) return false;
		return total === cursor.total + uniqueEntries(findNewEntries(entries, cursor)).length;
	});
}

/**
 * @param isEnough called after each page, with the last entry of that page and the page itself
 * @throws {ServiceError} if no record of a list says who entered, or when. Opt-outs may lack that.
 */
async function read(
	service: Caller,
	sweepstakesToken: string,
	isEnough: (reading: Reading, last: Entry, page: readonly Entry[]) => boolean,
): Promise<Reading & { isWhole: boolean }> {
	const reading: Reading = { entries: [], total: 0 };
	let count = 0;
	let hasEntrants = false;
	for await (const { records, total, shifted } of participantPages(service, { sweepstakesToken })) {
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
 * @returns undefined if the record does not say who entered, or when: an opt-out may not (reference, "Serve both":
 * participants/fetch). It cannot be new or old, so it is left out.
 */
export function toEntry(record: Json): Entry | undefined {
	const createdAt = parseInstant(dateOfEntry(record));
	if (!createdAt || typeof record.ParticipantToken !== 'string') return undefined;
	return { createdAt, key: toKey(createdAt, record.ParticipantToken), record };
}
