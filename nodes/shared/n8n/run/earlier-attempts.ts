import type { IExecuteData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { SharedHistory } from '../../history/run-history';
import { isTool } from '../as-tool';

/** The outcome of an item that was sent. */
export interface ItemOutcome {
	output: INodeExecutionData[];
	error?: unknown;
	/** Whether the item must not be sent again, because at least one of its calls may have been processed. */
	isFinal: boolean;
}

/** What the earlier attempts of a run did. */
interface EarlierAttempts {
	/** Maps the index of an item to its outcome. */
	readonly outcomes: Map<number, ItemOutcome>;
	readonly history: SharedHistory;
}

/**
 * Maps n8n's data object for a node's run to the earlier attempts of that run. n8n passes the same object to each
 * attempt, and nothing else connects the attempts.
 */
const triedByRun = new WeakMap<IExecuteData, EarlierAttempts>();

/**
 * Returns what the earlier attempts of this run did. Items that may be sent again are left out. With Retry On Fail, n8n
 * runs a failed node again with all items. A node with Continue On Fail never fails, and a tool runs again only if the
 * agent calls it again, so neither of them has earlier attempts.
 *
 * @returns undefined if n8n will not run the node again after a failure
 */
export function getEarlierAttempts(context: IExecuteFunctions): EarlierAttempts | undefined {
	if (!context.getNode().retryOnFail || context.continueOnFail() || isTool(context)) return undefined;
	const run = context.getExecuteData();
	const tried = triedByRun.get(run) ?? { outcomes: new Map(), history: new SharedHistory() };
	triedByRun.set(run, tried);
	for (const [itemIndex, { isFinal }] of tried.outcomes) if (!isFinal) tried.outcomes.delete(itemIndex);
	return tried;
}
