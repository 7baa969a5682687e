import { parseInstant } from '../shared/time/parse';
import type { Json } from '../shared/json';
import { z } from '../shared/zod';
import { findUnknown, toFingerprint, type PollSource, type WatchTarget } from './poll-source';

/** A set of records that every poll reads as a whole, such as the overdue invoices. */
interface Members extends Pick<PollSource, 'list'> {
	/**
	 * Fetches a value that changes whenever the set changes. While the value stays the same, the set is not read. If it
	 * is undefined, the set is always read.
	 */
	findState(watched: WatchTarget): Promise<string | undefined>;
	keyOf(record: Json): string;
	dateOf(record: Json): unknown;
}

/**
 * The fingerprints of the records that were in the set at the last poll, at 11 bytes each. Records that leave the set
 * are forgotten.
 */
const membersCursor = z.object({
	/**
	 * The fingerprint of the state, because the service can send text of any length. Without it, the next poll reads the
	 * set.
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
			// The state is read before the list: a record that joins the set between the two reads is already listed now, and
			// the changed state only causes the next poll to read the list again.
			const text = await findState(watched);
			const state = text === undefined ? undefined : toFingerprint(text);
			if (before && state !== undefined && state === before.state) return { found: [], cursor: before };
			const members = new Map<string, Json>();
			for await (const record of list(watched, Infinity)) members.set(toFingerprint(keyOf(record)), record);
			const known = new Set(before ? before.known : members.keys());
			const found = findUnknown(members, known);
			found.sort((one, other) => readTime(one.record) - readTime(other.record));
			// The list may lag behind the state. If it shows nothing new, the next poll reads it once more.
			const isSettled = !before || before.state === undefined || found.length > 0;
			return { found, cursor: { state: isSettled ? state : undefined, known: [...members.keys()] } };
		},

		list,
	};
}
