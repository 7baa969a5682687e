import { readEntryDate, participants } from '../SweepstakesParticipant/api/participants';
import { ServiceError } from '../shared/client/failures';
import { throwGap } from '../shared/api/pages';
import { parseInstant } from '../shared/time/parse';
import { asText, isBlank, type Json } from '../shared/json';
import {
	createNextCursor,
	entryCursor,
	findNewEntries,
	toKey,
	sortOldestFirst,
	getRememberedSince,
	FIRST_CURSOR,
	type ListedEntry,
	type EntryCursor,
	type Reading,
} from './entry-cursor';
import type { PollSource, WatchTarget } from './poll-source';

/** The values of `Collection` to watch by default: all types of entries except opt-outs. */
export const NEW_ENTRIES: readonly string[] = ['Participants', 'ParticipantsAmoe'];

/** Watches for new entries, and returns each of them once. */
export const newParticipant: PollSource = {
	async poll(watched, cursor) {
		const before = entryCursor.safeParse(cursor).data;
		const reading = await (before ? readNewEntries(watched, before) : readFirstEntries(watched));
		if (reading.hasShrunk) return undefined;
		if (!before) return { found: [], cursor: createFirstCursor(reading) };
		return {
			found: pickWatched(sortOldestFirst(findNewEntries(reading.entries, before)), watched),
			cursor: createNextCursor(before, reading),
		};
	},

	async *list(watched) {
		const { entries } = await read(watched, () => true);
		yield* pickWatched(entries, watched).map(({ record }) => record);
	},
};

/**
 * Returns the entries of the watched types, without duplicates. An entry without a type is included, so that nobody is
 * missed.
 */
function pickWatched(entries: readonly ListedEntry[], { collections }: WatchTarget): ListedEntry[] {
	const isWatched = ({ record: { Collection } }: ListedEntry) =>
		isBlank(Collection) || collections.includes(String(Collection));
	return removeDuplicates(entries.filter(isWatched));
}

/** The maximum number of entries that the first poll reads. */
const MAX_AT_FIRST = 500;

/** Reads the entries of the last hour. */
async function readFirstEntries(watched: WatchTarget): Promise<ListReading> {
	return await read(
		watched,
		({ entries }, last) =>
			last.createdAt <= getRememberedSince(entries[0]!.createdAt) || entries.length >= MAX_AT_FIRST,
	);
}

/** Creates the first cursor. Entries that were not read count as known because of their dates. */
function createFirstCursor(reading: ListReading): EntryCursor {
	const until = reading.isWhole ? '' : reading.entries.at(-1)!.createdAt;
	return createNextCursor({ ...FIRST_CURSOR, until }, reading);
}

/**
 * Reads pages until one has no new entries, and the number of new entries read so far equals the growth of the list. If
 * other entries were deleted, the list has grown by less. Then pages are read until an entry's date shows that it is
 * old.
 */
async function readNewEntries(watched: WatchTarget, cursor: EntryCursor): Promise<ListReading> {
	return await read(watched, ({ entries, total }, last, page) => {
		if (last.createdAt <= cursor.until) return true;
		if (findNewEntries(page, cursor).length > 0) return false;
		return total === cursor.total + removeDuplicates(findNewEntries(entries, cursor)).length;
	});
}

interface ListReading extends Reading {
	/** Whether the list was read to its end. */
	isWhole: boolean;
	/**
	 * Whether entries were deleted while the list was read. Others then moved to pages that had been read, so the next
	 * poll has to read the list again.
	 */
	hasShrunk: boolean;
}

/**
 * Reads the list of participants, newest first, until `isEnough` returns true.
 *
 * @param isEnough called after each page with three arguments: everything that was read so far, the last entry, and all
 *   entries of the page
 * @throws {ServiceError} if all records lack a date or token, unless all of them are opt-outs, or if none of the counted
 *   records are listed
 */
async function read(
	{ client, token: sweepstakesToken }: WatchTarget,
	isEnough: (reading: Reading, last: ListedEntry, page: readonly ListedEntry[]) => boolean,
): Promise<ListReading> {
	const reading: Reading = { entries: [], total: 0 };
	let count = 0;
	let hasEntrants = false;
	let hasShrunk = false;
	let before = 0;
	for await (const { records, total } of participants.pages(client, { sweepstakesToken })) {
		if (count === 0) reading.total = total;
		count += records.length;
		hasShrunk ||= total < before;
		before = total;
		hasEntrants ||= records.some(({ Collection }) => Collection !== 'OptOuts');
		const page = records.map(toEntry).filter((entry) => entry !== undefined);
		for (const entry of page) reading.entries.push(entry);
		const last = page.at(-1);
		if (last && isEnough(reading, last, page)) break;
	}
	if (hasEntrants && reading.entries.length === 0)
		throw new ServiceError({
			code: 'inOwnWords',
			message:
				'The service sent participants without an ID or without a creation date, so this node cannot tell who is new',
			description: 'Contact your provider’s support team.',
		});
	const isWhole = count >= reading.total;
	if (!isWhole && reading.entries.length === 0)
		throwGap({ name: 'participants', total: reading.total, listed: count });
	return { ...reading, isWhole, hasShrunk };
}

function removeDuplicates(entries: readonly ListedEntry[]): ListedEntry[] {
	return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}

/**
 * Returns a record as an entry, or undefined if its date or token is missing, because then nothing shows whether the
 * entry is new. Opt-outs may lack both.
 */
export function toEntry(record: Json): ListedEntry | undefined {
	const createdAt = parseInstant(readEntryDate(record))?.toISOString();
	const token = asText(record.ParticipantToken);
	return createdAt && token ? { createdAt, key: toKey(createdAt, token), record } : undefined;
}
