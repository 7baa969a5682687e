import type { Client } from '../shared/client/client';

export interface Poll {
	/** Oldest first. A key stays the same from poll to poll. */
	newItems: Array<{ key: string; item: object }>;
	/** Passed to the next poll. n8n stores it with the workflow, so keep it small. */
	cursor: object;
}

/** An event that is found by polling. */
export interface PollSource {
	/**
	 * @param cursor from the previous poll. If it is missing or unreadable, polling starts now.
	 * @returns undefined if nothing is new and the next poll must look again with the same cursor
	 */
	poll(client: Client, sweepstakesToken: string, cursor: unknown): Promise<Poll | undefined>;

	/** Fetches the latest few items in one call, for the editor. */
	sample(client: Client, sweepstakesToken: string): Promise<object[]>;
}

export const SAMPLE_SIZE = 3;
