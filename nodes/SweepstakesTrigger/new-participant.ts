import { readEntryDate, participants } from '../SweepstakesParticipant/api/participants';
import { ServiceError } from '../shared/client/failures';
import { DataBudget } from '../shared/api/data-budget';
import { isEqual } from '../shared/api/filters';
import { throwShortfall } from '../shared/api/pages';
import { mapWithBreaks, takeBreakIfDue } from '../shared/sleep';
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
	type NewestEntries,
} from './entry-cursor';
import type { PollSource, WatchTarget } from './poll-source';
import { readOn } from './read-on';

/** The values of `Collection` to watch by default: all types of entries except opt-outs. */
export const NEW_ENTRIES: readonly string[] = ['Participants', 'ParticipantsAmoe'];

/** Watches for new entries, and returns each of them once. */
export const newParticipant: PollSource = {
	async poll(watched, cursor) {
		const before = entryCursor.safeParse(cursor).data;
		if (!before) return { found: [], cursor: createFirstCursor(await readFirstEntries(watched)) };
		const reading = await readNewEntries(watched, before);
		const added = removeDuplicates(findNewEntries(reading.entries, before));
		await takeBreakIfDue();
		const found = pickWatched(sortOldestFirst(added), watched);
		await takeBreakIfDue();
		return { found, cursor: createCursorAfter(before, reading, added) };
	},

	async *list(watched) {
		const { entries } = await read(watched, 1, () => true);
		yield* pickWatched(entries, watched).map(({ record }) => record);
	},
};

/**
 * Returns the cursor after a poll. While not all new entries have been read, it only notes those that were found, and the
 * page to go on with.
 */
function createCursorAfter(
	before: EntryCursor,
	{ entries, nextPage, ...reading }: ListReading,
	added: readonly ListedEntry[],
): EntryCursor {
	// If reading the list takes several polls, the last poll has not read the entries that were added since the first poll.
	const total = before.pass ? before.total : reading.total;
	if (nextPage === undefined) return createNextCursor(before, { entries, total });
	const found = [...(before.pass?.found ?? []), ...added.map(({ key }) => key)];
	return { ...before, total, pass: { page: nextPage, found } };
}

/** Returns the entries of the watched types. An entry without a type is included, so that nobody is missed. */
function pickWatched(entries: readonly ListedEntry[], { collections }: WatchTarget): ListedEntry[] {
	return entries.filter(
		({ record: { Collection } }) =>
			isBlank(Collection) || collections.some((one) => isEqual(Collection, one)),
	);
}

/** The maximum number of entries that the first poll reads. */
const MAX_AT_FIRST = 500;

/** Reads whole pages, until one reaches an hour before the newest entry, or until `MAX_AT_FIRST` entries are read. */
async function readFirstEntries(watched: WatchTarget): Promise<ListReading> {
	return await read(
		watched,
		1,
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
 * other entries were deleted, the list has grown by less. Then, or if the last poll did not get that far, pages are read
 * until an entry's date shows that it is old.
 */
async function readNewEntries(watched: WatchTarget, cursor: EntryCursor): Promise<ListReading> {
	const { page: first, found } = cursor.pass ?? { page: 1, found: [] };
	const foundBefore = new Set(found);
	return await read(
		watched,
		first,
		({ entries, total }, last, page) => {
			if (last.createdAt <= cursor.until) return true;
			if (cursor.pass || findNewEntries(page, cursor).length > 0) return false;
			return total === cursor.total + removeDuplicates(findNewEntries(entries, cursor)).length;
		},
		({ key }) => foundBefore.has(key),
	);
}

interface ListReading extends NewestEntries {
	/** Whether the list was read to its end. */
	isWhole: boolean;
	/** The page with which the next poll has to go on; undefined if everything was read that was needed. */
	nextPage: number | undefined;
}

/**
 * Reads the list of participants, newest first, until `isEnough` returns true, or until n8n cannot hold more.
 *
 * @param first the page to begin with
 * @param isEnough called after each page with three arguments: everything that was read so far, the last entry, and all
 *   entries of the page
 * @param wasRead whether an earlier poll has read an entry since reading began
 * @throws {ServiceError} if all records lack a date or token, unless all of them are opt-outs, or if none of the counted
 *   records are listed
 */
async function read(
	{ client, token: sweepstakesToken }: WatchTarget,
	first: number,
	isEnough: (reading: NewestEntries, last: ListedEntry, page: readonly ListedEntry[]) => boolean,
	wasRead: (entry: ListedEntry) => boolean = () => false,
): Promise<ListReading> {
	const reading: NewestEntries = { entries: [], total: 0 };
	const budget = new DataBudget();
	let fullAt: number | undefined;
	let count = 0;
	let hasEntrants = false;
	const stoppedAt = await readOn({
		pages: (page) => participants.pages(client, { sweepstakesToken }, Infinity, page),
		first,
		wasRead(record) {
			const entry = toEntry(record);
			return entry !== undefined && wasRead(entry);
		},
		async take({ records, total }, number) {
			if (count === 0) reading.total = total;
			count += records.length;
			hasEntrants ||= records.some(({ Collection }) => isEqual(Collection, 'OptOuts') !== true);
			const page = (await mapWithBreaks(records, toEntry)).filter((entry) => entry !== undefined);
			for (const entry of page) reading.entries.push(entry);
			budget.holdRecords(records);
			const last = page.at(-1);
			const isDone = last !== undefined && isEnough(reading, last, page);
			if (budget.isExceeded && !isDone) fullAt = number;
			return isDone || budget.isExceeded;
		},
	});
	const nextPage = stoppedAt ?? fullAt;
	if (hasEntrants && reading.entries.length === 0)
		throw new ServiceError({
			code: 'inOwnWords',
			message:
				'The service sent participants without an ID or without a creation date, so this node cannot tell who is new',
			description: 'Contact your provider’s support team.',
		});
	if (count < reading.total && reading.entries.length === 0)
		throwShortfall({ name: 'participants', total: reading.total, listed: count });
	return { ...reading, isWhole: nextPage === undefined && count >= reading.total, nextPage };
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
