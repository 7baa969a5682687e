import { createHash } from 'crypto';

import type { Client } from '../shared/client/client';
import type { Json } from '../shared/json';

/** A record that the trigger found. It has the same key in every poll. */
export interface FoundRecord {
	key: string;
	record: Json;
}

interface Poll {
	/** The new records, oldest first. */
	found: readonly FoundRecord[];
	/** The cursor for the next poll. n8n stores it with the workflow, so it must be small. */
	cursor: object;
}

/** What the trigger watches, and how. */
export interface WatchTarget {
	client: Client;
	/** The ID of the sweepstakes or survey, or '' for the account. */
	token: string;
	/** The values of `Collection` to watch (contract, Participant). */
	collections: readonly string[];
	simplify: boolean;
}

/** An event that the trigger finds by polling. */
export interface PollSource {
	/**
	 * @param cursor the cursor of the previous poll. If it is missing or cannot be read, the poll only marks what exists
	 * now as known.
	 * @returns undefined if there is nothing new and the next poll can use the same cursor
	 */
	poll(watched: WatchTarget, cursor: unknown): Promise<Poll | undefined>;

	/**
	 * Lists the latest records, to show a sample in the editor.
	 *
	 * @param limit how many are needed, so that one call suffices
	 */
	list(watched: WatchTarget, limit: number): AsyncIterable<Json>;
}

/**
 * Returns 8 characters (48 bits). With 10,000 known records, one new record in 28 billion would be mistaken for a known
 * one.
 */
export function toFingerprint(key: string): string {
	return createHash('sha256').update(key).digest('base64url').slice(0, 8);
}

export function findUnknown(records: ReadonlyMap<string, Json>, known: ReadonlySet<string>): FoundRecord[] {
	return [...records].filter(([key]) => !known.has(key)).map(([key, record]) => ({ key, record }));
}
