import type { Client } from '../shared/client/client';
import { parseInstant } from '../shared/time/parse';
import type { Json } from '../shared/json';
import { z } from '../shared/zod';
import { toFingerprint } from './fingerprint';
import { SAMPLE_SIZE, type PollSource } from './poll-source';

/** A set of records that every poll reads as a whole, such as the overdue invoices. */
interface Members {
	/**
	 * Fetches a value that changes whenever the set changes. While the value stays the same, the set is not read. If it
	 * is undefined, the set is always read.
	 */
	findState(client: Client, sweepstakesToken: string): Promise<string | undefined>;
	/** @param limit the number of records that are needed */
	list(client: Client, sweepstakesToken: string, limit: number): AsyncIterable<Json>;
	keyOf(record: Json): string;
	dateOf(record: Json): unknown;
	toItem(record: Json): object;
}

/**
 * The fingerprints of the records that were in the set at the last poll, at 11 bytes each. Records that leave the set
 * are forgotten.
 */
const membersCursor = z.object({
	/** The fingerprint of the state, because the service can send text of any length. */
	state: z.string().optional(),
	known: z.array(z.string()),
});

/** Watches for records that join a set. A record that joins again counts as new. */
export function newMembers({ findState: stateOf, list, keyOf, dateOf, toItem }: Members): PollSource {
	const timeOf = (record: Json) => parseInstant(dateOf(record))?.from ?? 0;
	return {
		async poll(client, sweepstakesToken, cursor) {
			const before = membersCursor.safeParse(cursor).data;
			// The state is read before the list: a record that joins the set between the two reads is already listed now, and
			// the changed state only causes the next poll to read the list again.
			const found = await stateOf(client, sweepstakesToken);
			const state = found === undefined ? undefined : toFingerprint(found);
			if (before && state !== undefined && state === before.state) return { newItems: [], cursor: before };
			const members = new Map<string, Json>();
			for await (const record of list(client, sweepstakesToken, Infinity))
				members.set(toFingerprint(keyOf(record)), record);
			const known = new Set(before ? before.known : members.keys());
			const joined = [...members].filter(([print]) => !known.has(print));
			joined.sort(([, one], [, other]) => timeOf(one) - timeOf(other));
			return {
				newItems: joined.map(([key, record]) => ({ key, item: toItem(record) })),
				cursor: { state, known: [...members.keys()] },
			};
		},

		async sample(client, sweepstakesToken) {
			const items: object[] = [];
			for await (const record of list(client, sweepstakesToken, SAMPLE_SIZE)) {
				items.push(toItem(record));
				if (items.length === SAMPLE_SIZE) break;
			}
			return items;
		},
	};
}
