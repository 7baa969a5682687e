import { parseInstant } from '../shared/time/parse';
import type { Json } from '../shared/json';
import { z } from '../shared/zod';
import { findUnknown, toFingerprint, type PollSource, type WatchTarget } from './poll-source';

/** A set of records, such as the overdue invoices. A poll reads either the whole set or nothing. */
interface Members extends Pick<PollSource, 'list'> {
	/**
	 * Fetches a value that changes whenever the set changes. While the value stays the same, the set is not read. If it
	 * is undefined, the set is always read.
	 */
	findState(watched: WatchTarget): Promise<string | undefined>;
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

/** Watches for records that join a set. A record that joins again counts as new. */
export function watchNewMembers({ findState, list, keyOf, dateOf }: Members): PollSource {
	const readTime = (record: Json) => parseInstant(dateOf(record))?.from ?? 0;
	return {
		async poll(watched, cursor) {
			const before = membersCursor.safeParse(cursor).data;
			// The state is read before the list. If a record joins the set between the two, this poll already finds it, and
			// the next poll only reads the list once more. In the other order, the record would be missed.
			const text = await findState(watched);
			const state = text === undefined ? undefined : toFingerprint(text);
			if (before && state !== undefined && state === before.state) return { found: [], cursor: before };
			const members = new Map<string, Json>();
			for await (const record of list(watched, Infinity)) members.set(toFingerprint(keyOf(record)), record);
			const known = new Set(before ? before.known : members.keys());
			const found = findUnknown(members, known);
			found.sort((one, other) => readTime(one.record) - readTime(other.record));
			// The service's list may lag behind the state. If the state has changed but the list shows nothing new, the next
			// poll reads the list once more.
			const isSettled = !before || before.state === undefined || found.length > 0;
			return { found, cursor: { state: isSettled ? state : undefined, known: [...members.keys()] } };
		},

		list,
	};
}
