import type { Client } from '../shared/client/client';

export interface Poll {
	/** The new items, oldest first. An item has the same key in every poll. */
	newItems: Array<{ key: string; item: object }>;
	/** The cursor for the next poll. n8n stores it with the workflow, so it must be small. */
	cursor: object;
}

/** An event that the trigger finds by polling. */
export interface PollSource {
	/**
	 * @param cursor the cursor of the previous poll. If it is missing or cannot be read, the poll only marks what exists
	 * now as known.
	 * @returns undefined if there is nothing new and the next poll can use the same cursor
	 */
	poll(client: Client, sweepstakesToken: string, cursor: unknown): Promise<Poll | undefined>;

	/** Fetches the latest few items in one call, to show a sample in the editor. */
	sample(client: Client, sweepstakesToken: string): Promise<object[]>;
}

export const SAMPLE_SIZE = 3;
