import type { IExecuteData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { RecentMap } from '../../history/recent';
import { RunHistory } from '../../history/run-history';
import { isTool, readNode } from '../as-tool';

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
 * attempt, and nothing else connects the attempts. All calls of an agent's tool may share the object, too, so the
 * attempts are separate for each call (see `identifyCall`).
 */
const triedByRun = new WeakMap<IExecuteData, RecentMap<string, EarlierAttempts>>();

/** The maximum number of calls of a tool to remember. An agent is unlikely to make as many calls at the same time. */
const MAX_CALLS = 100;

/**
 * Returns what the earlier attempts of this run did. Items that may be sent again are left out. With Retry On Fail, n8n
 * runs a failed node again with all items. Even with Continue On Fail, it treats a node as failed if the first output
 * item has a field `error`, which may be a field of the input item.
 *
 * A tool has earlier attempts only if they failed and must not be sent again, because an agent may make the same call
 * twice on purpose.
 */
export function getEarlierAttempts(context: IExecuteFunctions): EarlierAttempts {
	if (!context.getNode().retryOnFail) return createAttempts();
	const run = context.getExecuteData();
	const triedByCall = triedByRun.get(run) ?? new RecentMap<string, EarlierAttempts>(Infinity, MAX_CALLS);
	triedByRun.set(run, triedByCall);
	const call = isTool(context) ? identifyCall(context) : '';
	const known = triedByCall.get(call);
	const tried = known && (!isTool(context) || hasFinalError(known)) ? known : createAttempts();
	triedByCall.set(call, tried);
	for (const [itemIndex, { isFinal }] of tried.outcomes) if (!isFinal) tried.outcomes.delete(itemIndex);
	return tried;
}

/** Identifies a call of an agent's tool by the tool and the values of its parameters. */
function identifyCall(context: IExecuteFunctions): string {
	const { name, parameters } = readNode(context);
	try {
		const values = Object.keys(parameters).map((key) => context.getNodeParameter(key, 0));
		return JSON.stringify([name, values]);
	} catch {
		// An expression has no value, so nothing is sent.
		return name;
	}
}

function hasFinalError({ outcomes }: EarlierAttempts): boolean {
	return [...outcomes.values()].some(({ error, isFinal }) => error !== undefined && isFinal);
}
