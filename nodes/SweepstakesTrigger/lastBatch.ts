import { randomUUID } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';

/**
 * The items that the last poll with news has handed to n8n. n8n stores this together with the cursor and creates the execution
 * afterwards. If n8n is killed in between, the next process finds this, but no execution.
 */
export interface Batch {
	id: string;
	/** When it was handed over, in ms since 1970. */
	at: number;
	/** The cursor before it, about as large as the one after it. A poll from there finds its items again. */
	cursor: object;
}

/** The last batch of each trigger node that this process has handed to n8n. */
const handedOver = new Map<string, string>();

/** A batch that is older is not repeated: the restart has another cause than a kill right after it. */
const LOST_WITHIN_MS = 60 * 60_000;

/** How n8n activates workflows when it starts, or takes over from another process. */
const AT_START = ['init', 'leadershipChange'];

/**
 * Remembers that this process hands items to n8n now.
 *
 * @param cursor the one before them
 * @param lost the batch among them that comes again. It stays as old as it is, so that a batch which crashes n8n is not repeated
 *   for ever.
 */
export function handOver(context: IPollFunctions, cursor: object, lost?: Batch): Batch {
	const batch = { id: randomUUID(), at: lost?.at ?? Date.now(), cursor: lost?.cursor ?? cursor };
	handedOver.set(toNodeKey(context), batch.id);
	return batch;
}

/**
 * Whether n8n may have been killed before it created the execution for a batch: another process has handed it over, and n8n has
 * just started. n8n stores nothing after a poll without news, so a process that ended later leaves the same trace.
 */
export function mayBeLost(context: IPollFunctions, { id, at }: Batch): boolean {
	const isStart = AT_START.includes(context.getActivationMode());
	return isStart && handedOver.get(toNodeKey(context)) !== id && Date.now() - at < LOST_WITHIN_MS;
}

function toNodeKey(context: IPollFunctions): string {
	return `${context.getWorkflow().id} ${context.getNode().id}`;
}
