import {
	NodeApiError,
	NodeOperationError,
	type IExecuteData,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeExecutionHint,
} from 'n8n-workflow';

import type { Client } from '../../client/client';
import { readNode } from '../as-tool';

/** What a run returns and shows. */
export interface RunResult {
	output: INodeExecutionData[][];
	hints: NodeExecutionHint[];
}

/**
 * Maps n8n's data object for a run of a node to the outcome of the first try, if that try has sent anything that is not
 * a read. n8n passes the same object to each try, and nothing else connects the tries.
 */
const outcomes = new WeakMap<IExecuteData, Promise<RunResult>>();

const NOT_REPEATED =
	'“Retry On Fail” did not run the items again, because the first try had already sent calls that may have changed something.';

/**
 * Runs the items, unless the first try has sent anything that is not a read: then the outcome of the first try is also
 * the outcome of this one, and nothing is sent again. With Retry On Fail, n8n runs a failed node again with all items.
 * Even with Continue On Fail, it treats a node as failed if the first output item has a field `error`, which may be a
 * field of the input item.
 */
export async function runUnlessSent(
	context: IExecuteFunctions,
	client: Client | Error,
	run: () => Promise<RunResult>,
): Promise<RunResult> {
	const tried = findRun(context);
	const first = tried && outcomes.get(tried);
	if (first) return await first.catch(throwAsNotRepeated);
	const running = run();
	try {
		return await running;
	} finally {
		if (tried && !(client instanceof Error) && client.stats.writes > 0) outcomes.set(tried, running);
	}
}

/**
 * All calls that an agent makes to its tools itself share the agent's data object. n8n does not retry them, because a
 * tool does not throw its errors, and the agent may make the same call twice on purpose.
 */
function findRun(context: IExecuteFunctions): IExecuteData | undefined {
	const { name, retryOnFail } = readNode(context);
	const run = retryOnFail ? context.getExecuteData() : undefined;
	return run?.node.name === name ? run : undefined;
}

function throwAsNotRepeated(error: unknown): never {
	const isOfNode = error instanceof NodeApiError || error instanceof NodeOperationError;
	if (isOfNode && !error.description?.endsWith(NOT_REPEATED))
		error.description = [error.description, NOT_REPEATED].filter(Boolean).join(' ');
	throw error;
}
