import type { Caller } from '../shared/client/endpoint';

/** An item that was found, with what identifies it from poll to poll. */
export interface FoundItem {
	key: string;
	item: object;
}

/** What a poll found. */
export interface Poll {
	/** Oldest first. */
	newItems: FoundItem[];
	/** Passed to the next poll. n8n stores it with the workflow, so keep it small. */
	cursor: object;
}

/** Something that happens in a sweepstakes and is found by polling. */
export interface PollSource {
	/**
	 * Looks for new items.
	 *
	 * @param cursor that of the previous poll. Without one, or with one that cannot be read, nothing is new, and polling
	 *   starts from now.
	 * @returns undefined if the next poll has to look again: nothing is new, and the cursor stays.
	 */
	poll(service: Caller, sweepstakesToken: string, cursor: unknown): Promise<Poll | undefined>;

	/** The latest few items, with one call, for a person who builds a workflow. */
	sample(service: Caller, sweepstakesToken: string): Promise<object[]>;
}

/** The most items of a sample. */
export const SAMPLE_SIZE = 3;
