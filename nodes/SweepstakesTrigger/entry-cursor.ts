import { toIso } from '../shared/time/instant';
import { parseInstant } from '../shared/time/parse';
import { MINUTE_MS } from '../shared/time/units';
import { z } from '../shared/zod';
import { toFingerprint, type FoundRecord } from './poll-source';

/**
 * How long entries are remembered individually, in ms. This covers the hour that the clock repeats when daylight saving
 * time ends, plus five minutes for entries that appear in the list late.
 */
const REMEMBERED_MS = 65 * MINUTE_MS;

/**
 * The minimum number of entries to remember. It is much smaller than a page, so that a poll without new entries needs
 * only one call.
 */
const MIN_REMEMBERED = 10;

/** The maximum number of entries to remember, at 36 bytes each. */
const MAX_REMEMBERED = 2_000;

/**
 * The cursor: which entries earlier polls have returned or skipped. Entries may share a date or appear in the list
 * late, so the entries of the last hour are remembered individually. Older entries are recognized by their dates.
 */
export const entryCursor = z.object({
	/** A time in ISO 8601 and UTC. Entries created at or before this time are old. */
	until: z.string(),
	/** The keys of entries created after `until`. */
	seen: z.array(z.string()),
	total: z.number(),
	/** Set while new entries are still being read, because they take more than one poll. */
	pass: z
		.object({
			/** The page with which the next poll goes on. */
			page: z.number(),
			/** The keys of the new entries that the polls have found so far. */
			found: z.array(z.string()),
		})
		.optional(),
});

export type EntryCursor = z.output<typeof entryCursor>;

export const FIRST_CURSOR: EntryCursor = { until: '', seen: [], total: 0 };

export interface ListedEntry extends FoundRecord {
	/** ISO 8601 in UTC with milliseconds, so that it sorts as text. */
	createdAt: string;
}

export function findNewEntries(
	entries: readonly ListedEntry[],
	{ until, seen, pass }: EntryCursor,
): ListedEntry[] {
	const known = new Set([...seen, ...(pass?.found ?? [])]);
	return entries.filter(({ createdAt, key }) => createdAt > until && !known.has(key));
}

/**
 * Returns the cursor for the next poll. Its `until` is never earlier than before. Entries with the same date are either
 * all remembered or all forgotten. If more than `MAX_REMEMBERED` entries share the newest date, they are all forgotten,
 * and later entries with that date are missed: the cursor must stay small.
 *
 * @param least the minimum number of entries to remember
 */
export function createNextCursor(
	before: EntryCursor,
	{ entries, total }: NewestEntries,
	least = MIN_REMEMBERED,
): EntryCursor {
	const added = entries.filter(({ createdAt }) => createdAt > before.until).map(({ key }) => key);
	const keys = [...new Set([...added, ...before.seen, ...(before.pass?.found ?? [])])].sort().reverse();
	const since = keys[0] ? getRememberedSince(readDateOf(keys[0])) : '';
	const recent = keys.filter((key) => readDateOf(key) > since).length;
	const newestForgotten = keys[Math.min(Math.max(least, recent), MAX_REMEMBERED)];
	const until = newestForgotten ? readDateOf(newestForgotten) : before.until;
	return { until, seen: keys.filter((key) => readDateOf(key) > until), total };
}

/**
 * Returns the time since which entries are remembered individually, given the date of the newest entry. Both are ISO
 * 8601 in UTC with milliseconds.
 */
export function getRememberedSince(newest: string): string {
	return toIso((parseInstant(newest)?.from ?? 0) - REMEMBERED_MS);
}

/**
 * Returns the key of an entry. It does not include the collection, because an entry that moves to another collection is
 * not new.
 */
export function toKey(createdAt: string, token: string): string {
	return `${createdAt} ${toFingerprint(token)}`;
}

function readDateOf(key: string): string {
	return key.slice(0, key.indexOf(' '));
}

/** The newest part of a list, as one poll read it. */
export interface NewestEntries {
	/** The entries, newest first. They may contain duplicates if the list changed while it was read. */
	entries: ListedEntry[];
	/** The length of the whole list according to its first page. */
	total: number;
}

/**
 * Sorts entries by date. Reversing the list is not enough, because a list that changed while it was read may be out of
 * order.
 */
export function sortOldestFirst(entries: readonly ListedEntry[]): ListedEntry[] {
	return entries
		.toReversed()
		.sort((a, b) => Number(a.createdAt > b.createdAt) - Number(a.createdAt < b.createdAt));
}
