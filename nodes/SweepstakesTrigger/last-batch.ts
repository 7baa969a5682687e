import { randomUUID } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';

/**
 * Describes the items that the trigger returned last. n8n first stores this record together with the cursor, and then
 * creates the execution. If n8n is killed in between, the next process finds the record of a batch that has no
 * execution.
 */
export interface ReturnedBatch {
	id: string;
	/** When the batch was returned, in ms since 1970. */
	at: number;
	/** The cursor from before the batch. A poll with this cursor finds the same items again. */
	cursor: object;
}

/** Maps a node (`toNodeKey`) to the ID of the last batch that this process returned for it. */
const handedOver = new Map<string, string>();

/** The maximum age of a batch to repeat, in ms. An older batch is assumed to have got its execution. */
const LOST_WITHIN_MS = 60 * 60_000;

/** The activation modes of a trigger when n8n starts, or when it takes over from another process. */
const STARTING_MODES = ['init', 'leadershipChange'];

/**
 * Creates the record of a new batch, and remembers that this process returned it.
 *
 * @param cursor the cursor from before the poll that found the items
 * @param lost the lost batch whose items are returned again, if any. The new batch keeps the time of the lost one, so
 *   that a batch that crashes n8n is not repeated forever.
 */
export function handOver(context: IPollFunctions, cursor: object, lost?: ReturnedBatch): ReturnedBatch {
	const batch = { id: randomUUID(), at: lost?.at ?? Date.now(), cursor: lost?.cursor ?? cursor };
	handedOver.set(toNodeKey(context), batch.id);
	return batch;
}

/**
 * Whether a batch may be lost: n8n has just started, and another process returned the batch within the last hour. The
 * record of the batch may be from an earlier process even if this one has polled since, because n8n stores nothing
 * after a poll without new items.
 */
export function mayBeLost(context: IPollFunctions, { id, at }: ReturnedBatch): boolean {
	const isStart = STARTING_MODES.includes(context.getActivationMode());
	return isStart && handedOver.get(toNodeKey(context)) !== id && Date.now() - at < LOST_WITHIN_MS;
}

/** Returns a key that is the same in every poll of a node. */
export function toNodeKey(context: IPollFunctions): string {
	return `${context.getWorkflow().id} ${context.getNode().id}`;
}
