import { ServiceError } from '../shared/client/errors';
import { participantPagesOf } from '../shared/client/pages';
import type { Service } from '../shared/client/send';
import type { Json } from '../shared/client/json';
import { instantOf } from '../shared/moments';
import { z } from '../shared/zod';
import { participantItem } from '../shared/lookups/participants';
import { SAMPLE_SIZE, type Event } from './event';

/** How many of the newest entries are remembered one by one. Well under a page, so that a quiet poll is one call. */
const RECENT = 10;

/** How many entries that share the newest moment are remembered, though they are more than `RECENT`. */
const CROWD = 500;

/**
 * Where the watch over the participants stands.
 *
 * The list is newest first, and the service's `CreationDate` is the only clock in use. Around the newest entry it says
 * little: several may share a moment, and one may come to light a little late. So the newest entries are remembered
 * one by one, and only for the older ones the date decides.
 */
const participantCursor = z.object({
	/** ISO 8601 in UTC: entries created then or before are old. Empty: no entry is, unless it is in `seen`. */
	until: z.string(),
	/** The keys of the entries created after `until`. */
	seen: z.array(z.string()),
	/** How many entries the sweepstakes had. */
	total: z.number(),
});

export type ParticipantCursor = z.output<typeof participantCursor>;

/** Before anything was read. */
export const UNREAD: ParticipantCursor = { until: '', seen: [], total: 0 };

/** An entry as far as the watch has to know it. */
export interface Entry {
	/** ISO 8601 in UTC with milliseconds, so that their order is the order of time. */
	createdAt: string;
	/**
	 * The participant and the moment, without the collection: an entry that was moved is not new again, and somebody who
	 * stands in two collections at once is one piece of news.
	 */
	key: string;
	record: Json;
}

/** Which participants are new, and how they come out. */
export interface ParticipantSettings {
	/** The collections that count (specification, Participant: `Collection`). */
	collections: readonly string[];
	simplify: boolean;
}

/** Somebody entered: every entry that is there at a poll comes out once, by its participant and its moment. */
export function newParticipant(settings: ParticipantSettings): Event {
	const itemsOf = (entries: readonly Entry[]) =>
		oncePerKey(entries.filter(({ record }) => settings.collections.includes(String(record.Collection)))).map(
			({ record }) => participantItem(record, settings),
		);
	return {
		async poll(service, sweepstakesToken, remembered) {
			const known = participantCursor.safeParse(remembered);
			const before = known.success ? known.data : undefined;
			const { entries, total } = before
				? await readNews(service, sweepstakesToken, before)
				: await readNewest(service, sweepstakesToken);
			return {
				news: before ? itemsOf(oldestFirst(news(entries, before))) : [],
				cursor: cursorAfter(before ?? UNREAD, entries, total),
			};
		},

		async sample(service, sweepstakesToken) {
			const { entries } = await read(service, sweepstakesToken, () => true);
			return itemsOf(entries).slice(0, SAMPLE_SIZE);
		},
	};
}

/** The entries that were not there when the cursor was set. */
export function news(entries: readonly Entry[], { until, seen }: ParticipantCursor): Entry[] {
	const known = new Set(seen);
	return entries.filter(({ createdAt, key }) => createdAt > until && !known.has(key));
}

/** The cursor once everything in `entries` has been told. It never moves back. */
export function cursorAfter(
	before: ParticipantCursor,
	entries: readonly Entry[],
	total: number,
): ParticipantCursor {
	const younger = entries.filter(({ createdAt }) => createdAt > before.until).map(({ key }) => key);
	const keys = [...new Set([...younger, ...before.seen])].sort().reverse();
	const until = horizon(keys, before.until);
	return { until, seen: keys.filter((key) => momentOf(key) > until), total };
}

/**
 * The moment up to which entries need no longer be remembered one by one: so that at most `RECENT` are, but before the
 * newest, which may not be over. A crowd that shares the newest moment is let go: who joins it after the poll is missed,
 * because the alternative is to remember without a bound.
 *
 * @param keys newest first
 */
function horizon(keys: readonly string[], before: string): string {
	const moments = keys.map(momentOf);
	const newest = moments[0];
	const dropped = moments[RECENT];
	if (newest === undefined || dropped === undefined) return before;
	if (dropped < newest) return dropped;
	if (moments[CROWD] === newest) return newest;
	return moments.find((moment) => moment < newest) ?? before;
}

function momentOf(key: string): string {
	return key.slice(0, key.indexOf(' '));
}

/** What was read of the list, page by page from the newest. */
interface Reading {
	/** Newest first; some may be there twice if the list moved meanwhile. */
	entries: Entry[];
	/** How many entries the sweepstakes had at the first page. */
	total: number;
}

/** Reads until everything after the cursor is there. */
async function readNews(
	service: Service,
	sweepstakesToken: string,
	cursor: ParticipantCursor,
): Promise<Reading> {
	const seen = new Set(cursor.seen);
	return await read(service, sweepstakesToken, ({ entries, total }, last) => {
		if (last.createdAt <= cursor.until) return true;
		// A crowd fills pages. Its other pages are left alone as long as the list has not grown and the first holds no news:
		// as many who leave as join at its far end, within its moment, wait until the list grows. Once there is news, only
		// the cursor ends the reading, because deletions make the growth less than the news.
		return seen.has(last.key) && total === cursor.total && news(entries, cursor).length === 0;
	});
}

/** Reads as much as a cursor remembers. */
async function readNewest(service: Service, sweepstakesToken: string): Promise<Reading> {
	return await read(service, sweepstakesToken, ({ entries }, last) => {
		const count = oncePerKey(entries).length;
		return count > CROWD || (count > RECENT && last.createdAt < entries[0]!.createdAt);
	});
}

/** @param isEnough asked after each page, with the last entry of that page */
async function read(
	service: Service,
	sweepstakesToken: string,
	isEnough: (reading: Reading, last: Entry) => boolean,
): Promise<Reading> {
	const reading: Reading = { entries: [], total: 0 };
	let isFirst = true;
	for await (const { participants, total, slipped } of participantPagesOf(service, { sweepstakesToken })) {
		if (isFirst) reading.total = total;
		isFirst = false;
		for (const participant of participants) reading.entries.push(entryOf(participant));
		if (participants.length === 0 || slipped) continue;
		if (isEnough(reading, reading.entries.at(-1)!)) break;
	}
	return reading;
}

/** Sorted as well, because a list that moved while it was read is not in order. */
function oldestFirst(entries: readonly Entry[]): Entry[] {
	return entries
		.toReversed()
		.sort((a, b) => Number(a.createdAt > b.createdAt) - Number(a.createdAt < b.createdAt));
}

function oncePerKey(entries: readonly Entry[]): Entry[] {
	return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}

/** @throws {ServiceError} if it cannot be told who entered, or when. */
export function entryOf(record: Json): Entry {
	// A time without a zone is taken for UTC: in the zone of n8n, its order would break when the clocks change.
	const createdAt = instantOf(record.CreationDate, 'UTC');
	if (createdAt && typeof record.ParticipantToken === 'string')
		return { createdAt, key: `${createdAt} ${record.ParticipantToken}`, record };
	throw new ServiceError({
		message:
			'The service sent a participant without a ParticipantToken or a CreationDate, so this node cannot know who is new',
		description: 'Contact the support of the service.',
	});
}
