import type { Json } from '../shared/json';
import { z } from '../shared/zod';
import { toFingerprint } from './fingerprint';

/**
 * How long the cursor remembers entries one by one. Dates may lack a time zone, and then the hour in which daylight saving time
 * ends comes twice. The rest is for entries that appear late.
 */
const REMEMBERED_MS = 65 * 60_000;

/** How many of the newest entries it remembers at least. Well under a page, so that a poll without news is one call. */
const LEAST_REMEMBERED = 10;

/** How many it remembers at most, 36 bytes each. */
const MOST_REMEMBERED = 2_000;

/**
 * What was there at the last poll. The list is newest first, but dates alone do not tell what is new: several entries may
 * share a date, and one may appear late. So the entries of the last hour are remembered one by one, and for
 * the others the date decides.
 */
export const entryCursor = z.object({
	/** ISO 8601 in UTC: entries created at this time or before are old. */
	until: z.string(),
	/** The keys of the entries created after `until`. Older versions stored whole tokens in them. */
	seen: z.array(
		z.string().transform((key) => (key.length > KEY_LENGTH ? toKey(readDateOf(key), readTokenOf(key)) : key)),
	),
	/** How many entries the list had. */
	total: z.number(),
});

/** A date has 24 characters, a fingerprint 8. */
const KEY_LENGTH = 33;

export type EntryCursor = z.output<typeof entryCursor>;

/** The cursor before the first poll. */
export const START: EntryCursor = { until: '', seen: [], total: 0 };

/** An entry of a list that is sorted by date, with what identifies it. */
export interface Entry {
	/** ISO 8601 in UTC with milliseconds, so that the order of texts is the order of time. */
	createdAt: string;
	/** See `keyOf`. */
	key: string;
	record: Json;
}

/** The entries that were not there when the cursor was set. */
export function findNewEntries(entries: readonly Entry[], { until, seen }: EntryCursor): Entry[] {
	const known = new Set(seen);
	return entries.filter(({ createdAt, key }) => createdAt > until && !known.has(key));
}

/**
 * The cursor after `entries` have come out. It never moves back. It remembers the entries of the last hour, and all or none of
 * one date. If more than `MOST_REMEMBERED` share the newest date, it remembers none, and one that joins them later is
 * missed: the cursor has to be bounded.
 *
 * @param least how many entries it remembers at least
 */
export function cursorAfter(
	before: EntryCursor,
	{ entries, total }: Reading,
	least = LEAST_REMEMBERED,
): EntryCursor {
	const added = entries.filter(({ createdAt }) => createdAt > before.until).map(({ key }) => key);
	const keys = [...new Set([...added, ...before.seen])].sort().reverse();
	const since = keys[0] ? rememberedSince(readDateOf(keys[0])) : '';
	const recent = keys.filter((key) => readDateOf(key) > since).length;
	const newestForgotten = keys[Math.min(Math.max(least, recent), MOST_REMEMBERED)];
	const until = newestForgotten ? readDateOf(newestForgotten) : before.until;
	return { until, seen: keys.filter((key) => readDateOf(key) > until), total };
}

/** The time since which entries are remembered one by one. Both times are ISO 8601 in UTC with milliseconds. */
export function rememberedSince(newest: string): string {
	return new Date(Date.parse(newest) - REMEMBERED_MS).toISOString();
}

/**
 * What identifies an entry: its date and its participant or code. Not the collection: an entry that moves to another collection
 * is not new again.
 */
export function toKey(createdAt: string, token: string): string {
	return `${createdAt} ${toFingerprint(token)}`;
}

function readDateOf(key: string): string {
	return key.slice(0, key.indexOf(' '));
}

function readTokenOf(key: string): string {
	return key.slice(key.indexOf(' ') + 1);
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
