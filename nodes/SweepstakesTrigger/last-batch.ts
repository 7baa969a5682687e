import { randomUUID } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';

/**
 * n8n stores the last batch with the cursor, and only then creates the execution. If n8n is killed in
 * between, the next process finds the batch, but no execution.
 */
export interface Batch {
	id: string;
	/** When it was handed over, in ms since 1970. */
	at: number;
	/** The cursor before the batch, from which a poll finds its items again. */
	cursor: object;
}

/** IDs of the last batches that this process handed over, by node. */
const handedOver = new Map<string, string>();

/** Older batches are not repeated: such a restart did not follow a kill in between. */
const LOST_WITHIN_MS = 60 * 60_000;

/** Activation modes when n8n starts or takes over from another process. */
const AT_START = ['init', 'leadershipChange'];

/**
 * @param cursor the cursor before the items
 * @param lost a repeated batch among them. It keeps its age, so that a batch that crashes n8n is not repeated
 *   forever.
 */
export function handOver(context: IPollFunctions, cursor: object, lost?: Batch): Batch {
	const batch = { id: randomUUID(), at: lost?.at ?? Date.now(), cursor: lost?.cursor ?? cursor };
	handedOver.set(toNodeKey(context), batch.id);
	return batch;
}

/**
 * True if n8n has just started, and another process handed the batch over, within the last hour. Also true if only
 * polls without news came after it, because n8n does not store those.
 */
export function mayBeLost(context: IPollFunctions, { id, at }: Batch): boolean {
	const isStart = AT_START.includes(context.getActivationMode());
	return isStart && handedOver.get(toNodeKey(context)) !== id && Date.now() - at < LOST_WITHIN_MS;
}

function toNodeKey(context: IPollFunctions): string {
	return `${context.getWorkflow().id} ${context.getNode().id}`;
}
