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

/** The sweepstakes, survey or account that the trigger watches, with the settings of the node. */
export interface WatchTarget {
	client: Client;
	/** The ID of the sweepstakes or survey, or '' for the account. */
	token: string;
	/** The values of `Collection` to watch (contract, Participant). */
	collections: readonly string[];
	/** How many winners, sorted by draw time, count. By default, all do. */
	onlyTheFirst?: number;
	simplify: boolean;
}

/** An event that the trigger finds by polling. */
export interface PollSource {
	/**
	 * @param cursor the cursor of the previous poll. If it is missing or invalid, the poll finds nothing and returns a
	 *   cursor in which all existing records count as known.
	 * @returns undefined if there is nothing new and the next poll can use the same cursor
	 */
	poll(watched: WatchTarget, cursor: unknown): Promise<Poll | undefined>;

	/**
	 * Lists the latest records, for a sample in the editor.
	 *
	 * @param limit how many records are needed. One call must be enough.
	 */
	list(watched: WatchTarget, limit: number): AsyncIterable<Json>;
}

/**
 * Returns a hash of 8 characters (48 bits). With 10,000 known records, 1 of 28 billion new records would be mistaken
 * for a known one.
 */
export function toFingerprint(key: string): string {
	return createHash('sha256').update(key).digest('base64url').slice(0, 8);
}
