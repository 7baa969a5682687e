import type { Client } from '../shared/client/client';

export interface Poll {
	/** The new items, oldest first. A key stays the same in every poll. */
	newItems: Array<{ key: string; item: object }>;
	/** The cursor for the next poll. n8n stores it with the workflow, so it must be small. */
	cursor: object;
}

/** An event that is found by polling. */
export interface PollSource {
	/**
	 * @param cursor from the previous poll. If it is missing or cannot be read, polling starts now.
	 * @returns undefined if there is nothing new, and the next poll can use the same cursor
	 */
	poll(client: Client, sweepstakesToken: string, cursor: unknown): Promise<Poll | undefined>;

	/** Fetches the latest few items in one call, for the editor. */
	sample(client: Client, sweepstakesToken: string): Promise<object[]>;
}

export const SAMPLE_SIZE = 3;
