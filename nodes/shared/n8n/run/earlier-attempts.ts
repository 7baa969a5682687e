import type { IExecuteData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { RunHistory } from '../../history/run-history';
import { readNode } from '../as-tool';

/** What came of an item. */
export interface ItemResult {
	output: readonly INodeExecutionData[];
	error?: unknown;
	/** Whether the item was not sent, because the error of an earlier item ended the run. */
	isUnsent?: boolean;
	/** The request as JSON, if all items with the same request share the result of the first one. */
	sharedRequest?: string;
}

/** The result of an item that was sent. */
export interface ItemOutcome extends ItemResult {
	/** Whether the item must not be sent again, because at least one of its calls may have been processed. */
	isFinal: boolean;
}

/** What the earlier attempts of a run did. */
interface EarlierAttempts {
	/** Maps the index of an item to its outcome. */
	readonly outcomes: Map<number, ItemOutcome>;
	readonly runHistory: RunHistory;
}

const createAttempts = (): EarlierAttempts => ({ outcomes: new Map(), runHistory: new RunHistory() });

/**
 * Maps n8n's data object for a node's run to the earlier attempts of that run. n8n passes the same object to each
 * attempt, and nothing else connects the attempts.
 */
const triedByRun = new WeakMap<IExecuteData, EarlierAttempts>();

/**
 * Returns what the earlier attempts of this run did. Items that may be sent again are left out. With Retry On Fail, n8n
 * runs a failed node again with all items. Even with Continue On Fail, it treats a node as failed if the first output
 * item has a field `error`, which may be a field of the input item.
 *
 * All calls that an agent makes to its tools itself share the agent's data object. n8n does not retry them, because a
 * tool does not throw its errors, and the agent may make the same call twice on purpose.
 */
export function getEarlierAttempts(context: IExecuteFunctions): EarlierAttempts {
	const { name, retryOnFail } = readNode(context);
	const run = retryOnFail ? context.getExecuteData() : undefined;
	if (run?.node.name !== name) return createAttempts();
	const tried = triedByRun.get(run) ?? createAttempts();
	triedByRun.set(run, tried);
	for (const [itemIndex, { isFinal }] of tried.outcomes) if (!isFinal) tried.outcomes.delete(itemIndex);
	return tried;
}
