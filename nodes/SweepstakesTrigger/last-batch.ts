import { randomUUID } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';

/**
 * The items that the trigger output last. n8n stores them with the cursor, and only then creates the execution. If n8n
 * is killed in between, the next process finds the batch, but no execution.
 */
export interface Batch {
	id: string;
	/** When the batch was output, in ms since 1970. */
	at: number;
	/** The cursor before the batch, from which a poll finds its items again. */
	cursor: object;
}

/** The IDs of the last batches that this process output, by node. */
const handedOver = new Map<string, string>();

/** In ms. Older batches are not repeated, because n8n was not killed right after them. */
const LOST_WITHIN_MS = 60 * 60_000;

/** Activation modes when n8n starts or takes over from another process. */
const AT_START = ['init', 'leadershipChange'];

/**
 * @param cursor the cursor before the items
 * @param lost the repeated batch among the items, if any. The batch keeps its age, so that a batch that crashes n8n is
 * not repeated forever.
 */
export function handOver(context: IPollFunctions, cursor: object, lost?: Batch): Batch {
	const batch = { id: randomUUID(), at: lost?.at ?? Date.now(), cursor: lost?.cursor ?? cursor };
	handedOver.set(toNodeKey(context), batch.id);
	return batch;
}

/**
 * Whether the batch may be lost: n8n has just started, and another process output the batch within the last hour. Later
 * polls without new items do not matter, because n8n does not store them.
 */
export function mayBeLost(context: IPollFunctions, { id, at }: Batch): boolean {
	const isStart = AT_START.includes(context.getActivationMode());
	return isStart && handedOver.get(toNodeKey(context)) !== id && Date.now() - at < LOST_WITHIN_MS;
}

function toNodeKey(context: IPollFunctions): string {
	return `${context.getWorkflow().id} ${context.getNode().id}`;
}
