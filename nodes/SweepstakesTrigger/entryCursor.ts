import type { Json } from '../shared/json';
import { z } from '../shared/zod';

/** How many of the newest entries the cursor remembers. Well under a page, so that a poll without news is one call. */
const RECENT = 10;

/** How many entries that share the newest date it remembers, though they are more than `RECENT`. */
export const MAX_SAME_DATE = 500;

/**
 * What was there at the last poll. The list is newest first, but dates alone do not tell what is new: several entries may
 * share a date, and one may appear a little late. So the newest entries are remembered one by one, and for
 * the others the date decides.
 */
export const entryCursor = z.object({
	/** ISO 8601 in UTC: entries created at this time or before are old. */
	until: z.string(),
	/** The keys of the entries created after `until`. */
	seen: z.array(z.string()),
	/** How many entries the list had. */
	total: z.number(),
});

export type EntryCursor = z.output<typeof entryCursor>;

/** The cursor before the first poll. */
export const START: EntryCursor = { until: '', seen: [], total: 0 };

/** An entry of a list that is sorted by date, with what identifies it. */
export interface Entry {
	/** ISO 8601 in UTC with milliseconds, so that the order of texts is the order of time. */
	createdAt: string;
	/** Date and participant, not the collection: an entry that moves to another collection is not new again. */
	key: string;
	record: Json;
}

/** The entries that were not there when the cursor was set. */
export function findNewEntries(entries: readonly Entry[], { until, seen }: EntryCursor): Entry[] {
	const known = new Set(seen);
	return entries.filter(({ createdAt, key }) => createdAt > until && !known.has(key));
}

/**
 * The cursor after `entries` have come out. It never moves back. It remembers the newest entries one by one, at least all
 * of the newest date. If those are more than `MAX_SAME_DATE`, it remembers none of them, and one that joins them later is
 * missed: the cursor has to be bounded.
 */
export function cursorAfter(before: EntryCursor, { entries, total }: Reading, recent = RECENT): EntryCursor {
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
	/** How many entries the list had at the first page. */
	total: number;
}

/** Sorted, because a list that changed while it was read is not in order. */
export function oldestFirst(entries: readonly Entry[]): Entry[] {
	return entries
		.toReversed()
		.sort((a, b) => Number(a.createdAt > b.createdAt) - Number(a.createdAt < b.createdAt));
}
