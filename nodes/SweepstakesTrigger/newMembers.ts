import type { Caller } from '../shared/client/endpoint';
import { parseInstant } from '../shared/client/serviceClock';
import type { Json } from '../shared/json';
import { z } from '../shared/zod';
import { toFingerprint } from './fingerprint';
import { SAMPLE_SIZE, type PollSource } from './pollSource';

/** A set of records that is read as a whole, such as the invoices that are overdue. */
interface Members {
	/**
	 * What changes when the set does, asked for with one call. While it is the same, the set is not read.
	 *
	 * @returns undefined if the service does not say.
	 */
	findState(service: Caller, sweepstakesToken: string): Promise<string | undefined>;
	/** @param limit how many are wanted */
	list(service: Caller, sweepstakesToken: string, limit: number): AsyncIterable<Json>;
	/** What identifies a member. */
	keyOf(record: Json): string;
	/** When it joined the set, to sort by. */
	dateOf(record: Json): unknown;
	toItem(record: Json): object;
}

/** Which records were members at the last poll: 11 bytes for each. Those that have left are forgotten. */
const membersCursor = z.object({
	state: z.string().optional(),
	known: z.array(z.string()),
});

/** A record joins a set. One that leaves it and joins again is new again. */
export function newMembers({ findState: stateOf, list, keyOf, dateOf, toItem }: Members): PollSource {
	const byDate = (one: Json, other: Json) =>
		(parseInstant(dateOf(one)) ?? '').localeCompare(parseInstant(dateOf(other)) ?? '');
	return {
		async poll(service, sweepstakesToken, cursor) {
			const before = membersCursor.safeParse(cursor).data;
			// Before the list: what joins in between is in the list, and changes the state for the next poll.
			const state = await stateOf(service, sweepstakesToken);
			if (before && state !== undefined && state === before.state) return { newItems: [], cursor: before };
			const members = new Map<string, Json>();
			for await (const record of list(service, sweepstakesToken, Infinity))
				members.set(toFingerprint(keyOf(record)), record);
			const known = new Set(before ? before.known : members.keys());
			const joined = [...members].filter(([print]) => !known.has(print));
			joined.sort(([, one], [, other]) => byDate(one, other));
			return {
				newItems: joined.map(([key, record]) => ({ key, item: toItem(record) })),
				cursor: { state, known: [...members.keys()] },
			};
		},

		async sample(service, sweepstakesToken) {
			const items: object[] = [];
			for await (const record of list(service, sweepstakesToken, SAMPLE_SIZE)) {
				items.push(toItem(record));
				if (items.length === SAMPLE_SIZE) break;
			}
			return items;
		},
	};
}
