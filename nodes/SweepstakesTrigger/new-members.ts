import { ServiceError } from '../shared/client/failures';
import { DataBudget } from '../shared/api/data-budget';
import { ignoreGap, throwGap, type Gap } from '../shared/api/pages';
import { parseInstant } from '../shared/time/parse';
import type { Json } from '../shared/json';
import { z } from '../shared/zod';
import { toFingerprint, type FoundRecord, type PollSource, type WatchTarget } from './poll-source';

/** A set of records, such as the overdue invoices. A poll reads either the whole set or nothing. */
interface Members {
	list(watched: WatchTarget, limit: number, onGap: (gap: Gap) => void): AsyncIterable<Json>;
	/**
	 * Fetches a value that changes whenever the set changes. While the value stays the same, the set is not read. If it
	 * is undefined, the set is always read. `size` is how many records the set has, if the service counts them.
	 */
	findState(watched: WatchTarget): Promise<({ size?: number } & Json) | undefined>;
	/** Completes "The response does not show …". */
	shows: string;
	keyOf(record: Json): string;
	dateOf(record: Json): unknown;
}

/** The cursor: what the last poll found in the set. Records that leave the set are forgotten. */
const membersCursor = z.object({
	/**
	 * The fingerprint of the value from `findState`, which itself may be of any length. If it is missing, the next poll
	 * reads the set.
	 */
	state: z.string().optional(),
	known: z.array(z.string()),
});

/**
 * Watches for records that join a set. A record that joins again counts as new. Only new records are held. If they are
 * too many for one poll, the next poll finds the others.
 */
export function watchNewMembers({ findState, shows, list, keyOf, dateOf }: Members): PollSource {
	const readTime = (record: Json) => parseInstant(dateOf(record))?.from ?? 0;
	return {
		async poll(watched, cursor) {
			const before = membersCursor.safeParse(cursor).data;
			// The state is read before the list. If a record joins the set between the two, this poll already finds it, and
			// the next poll only reads the list once more. In the other order, the record would be missed.
			const current = await findState(watched);
			const state = current && toFingerprint(JSON.stringify(current));
			if (before && state !== undefined && state === before.state) return { found: [], cursor: before };
			const known = new Set(before?.known);
			const members = new Set<string>();
			const added: FoundRecord[] = [];
			const budget = new DataBudget();
			let listed = 0;
			let hasGap = false;
			const noteGap = (gap: Gap) => {
				// The first poll needs the whole list, because any record that it misses would later count as new.
				if (!before) throwGap(gap);
				hasGap = true;
			};
			for await (const record of list(watched, Infinity, noteGap)) {
				listed++;
				const key = toFingerprint(keyOf(record));
				const isNew = before && !known.has(key) && !members.has(key);
				members.add(key);
				if (!isNew) continue;
				budget.holdRecords([record]);
				added.push({ key, record });
				if (budget.isExceeded) break;
			}
			const isShort = hasGap || budget.isExceeded || listed < (current?.size ?? 0);
			if (!before && isShort && listed === 0)
				throw new ServiceError({ code: 'unexpectedReply', missing: shows });
			added.sort((one, other) => readTime(one.record) - readTime(other.record));
			// The service's list may lag behind the state, or be empty by mistake. If it lacks records, or has nothing new
			// although the state has changed, the next poll reads it once more.
			const isUpToDate = !isShort && (current?.size !== undefined || added.length > 0);
			const isSettled = !before || (before.state === undefined && !budget.isExceeded) || isUpToDate;
			// Records that a short list lacks may still be in the set, so they stay known.
			const kept = isShort ? known : [];
			return {
				found: added,
				cursor: { state: isSettled ? state : undefined, known: [...new Set([...kept, ...members])] },
			};
		},

		list: (watched, limit) => list(watched, limit, ignoreGap),
	};
}
