import type { IExecuteData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ExecutionState } from '../../client/executionState';
import { isAmbiguous } from '../../client/failures';
import { isTool } from '../operation/asTool';

/** An item that must not be sent again. */
export interface FinishedItem {
	output: INodeExecutionData[];
	/** Why it failed, if it did: it may have been processed, or was processed in part. */
	error?: unknown;
}

/** What survives when n8n runs the node again after a failure (Retry On Fail). */
interface Kept {
	readonly doneKeys: Set<string>;
	/** By item index. */
	readonly finishedItems: Map<number, FinishedItem>;
}

/** n8n passes the same object to each try of a node's run, and nothing else links the tries. */
const keptByRun = new WeakMap<IExecuteData, Kept>();

/** What the items of one run of a node share. */
export class RunState extends ExecutionState {
	/** How many items there was nothing to do for, by reason. */
	readonly skipped = new Map<string, number>();

	constructor(
		readonly itemCount = 1,
		/** What is done only once in a run, such as a draw for several items. */
		private readonly doneKeys = new Set<string>(),
		/** Absent if n8n does not run the node again. */
		readonly finishedItems?: Map<number, FinishedItem>,
		/** The same in every run of the workflow; an empty string if it was never saved. */
		readonly workflowId = '',
	) {
		super();
	}

	/**
	 * The state of a run. With Retry On Fail, n8n runs a failed node again for all items, so what was done is kept. Not
	 * with Continue On Fail, where a node does not fail, and not for an agent's tool, which may run many times.
	 */
	static of(context: IExecuteFunctions): RunState {
		const itemCount = context.getInputData().length;
		const { retryOnFail } = context.getNode();
		const { id } = context.getWorkflow();
		if (!retryOnFail || context.continueOnFail() || isTool(context)) {
			const state = new RunState(itemCount, undefined, undefined, id);
			state.verifiesIds = isTool(context);
			return state;
		}
		const run = context.getExecuteData();
		let kept = keptByRun.get(run);
		if (!kept) keptByRun.set(run, (kept = { doneKeys: new Set(), finishedItems: new Map() }));
		return new RunState(itemCount, kept.doneKeys, kept.finishedItems, id);
	}

	/** Counts an item that there was nothing to do for. `reason` ends the sentence "Skipped 3 items: …". */
	skip(reason: string): void {
		this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1);
	}

	/**
	 * Does work that must be done only once in a run.
	 *
	 * @returns undefined if it was done before. Work that failed counts as done, unless n8n may try again and it failed for
	 * certain.
	 */
	async dedupe<T>(key: string, work: () => Promise<T>): Promise<T | undefined> {
		if (this.doneKeys.has(key)) return undefined;
		this.doneKeys.add(key);
		return await work().catch((error: unknown) => {
			if (this.finishedItems && !isAmbiguous(error)) this.doneKeys.delete(key);
			throw error;
		});
	}
}
