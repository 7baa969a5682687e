import type { Client } from '../client/client';
import type { Json } from '../json';

/** A list that a run has read. */
interface ReadList {
	/** The records that the service listed. */
	readonly listed: readonly Json[];
	/** The same records, and the items that the run has written since. */
	readonly records: readonly Json[];
	/** Adds an item that was written to `records`. */
	note(item: Json): void;
	/** When the list was read, in ms of the monotonic clock. */
	readonly readAt: number;
}

/**
 * Returns a list that a run reads once for all items. It is read again only if somebody may have written under one of
 * the `keys` since then. The caller must hold the lock for these keys.
 *
 * @param name identifies the list, such as `groups <SweepstakesToken>`
 */
export async function readOnce(
	client: Client,
	name: string,
	keys: readonly string[],
	read: () => Promise<Json[]>,
): Promise<ReadList> {
	const lists = client.memory.getOrCreate('lists', () => new Map<string, ReadList>());
	const known = lists.get(name);
	if (known && !client.account.history.mayBeWrittenSince(keys, known.readAt)) return known;
	const readAt = performance.now();
	const listed = await read();
	const records = [...listed];
	const note = (item: Json) => void records.push(item);
	const list = { listed, records, note, readAt };
	lists.set(name, list);
	return list;
}
