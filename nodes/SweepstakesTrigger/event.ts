import type { Service } from '../shared/client/send';

/** What a poll found. */
export interface Found {
	/** Oldest first. */
	news: object[];
	/** What the next poll is to be given. Of a bounded size, for n8n stores it with the workflow. */
	cursor: object;
}

/** Something that happens in a sweepstakes, found out by asking again and again. */
export interface Event {
	/**
	 * Looks for what is new.
	 *
	 * @param remembered the cursor of the poll before. Without one, or with one that cannot be understood, nothing is
	 *   new, and the watch starts from now.
	 * @returns undefined if it has to be asked again later: nothing is new, and the cursor stays.
	 */
	poll(service: Service, sweepstakesToken: string, remembered: unknown): Promise<Found | undefined>;

	/** The latest few, with one call, for a person who builds a workflow. */
	sample(service: Service, sweepstakesToken: string): Promise<object[]>;
}

/** How many items a sample has at most. */
export const SAMPLE_SIZE = 3;
