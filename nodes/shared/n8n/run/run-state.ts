import type { IExecuteData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { HeldData } from '../../api/data-budget';
import { isAmbiguous } from '../../client/failures';
import { isTool } from '../operation/as-tool';

/** An item that must not be sent again. */
export interface FinishedItem {
	output: INodeExecutionData[];
	/** Set if the item failed after some or all of its calls were, or may have been, processed. */
	error?: unknown;
}

/** Work that several items ask for, by its outcome. */
type SharedWork = { isDone: true } | { error: unknown };

/** State that survives when n8n runs the node again (Retry On Fail). */
interface Kept {
	readonly sharedWork: Map<string, SharedWork>;
	readonly finishedItems: Map<number, FinishedItem>;
}

/** n8n passes the same object to each try of a node's run, and nothing else links the tries. */
const keptByRun = new WeakMap<IExecuteData, Kept>();

/** State shared by the items of one run. */
export class RunState {
	/** By reason. */
	readonly skipped = new Map<string, number>();
	readonly held = new HeldData();
	/** Columns of any item that Map Automatically left out. */
	readonly unused = new Set<string>();
	/** The records returned from lists that Limit cut off, and how many there are, if that is known of all. */
	cut?: { returned: number; total?: number };
	/** How many items a reading operation had, if all had the same parameters. */
	repeats = 0;
	/** Absent if n8n does not run the node again. */
	readonly finishedItems?: Map<number, FinishedItem>;
	/** Work that is done once per run, such as a draw for several items. */
	private readonly sharedWork: Map<string, SharedWork>;

	/** @param workflowId the same in every run of the workflow; '' if it was never saved. */
	constructor(
		readonly workflowId = '',
		kept?: Kept,
	) {
		this.finishedItems = kept?.finishedItems;
		this.sharedWork = kept?.sharedWork ?? new Map();
	}

	/** Counts an item with nothing to do. `reason` ends the sentence "Skipped 3 items: …". */
	skip(reason: string): void {
		this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1);
	}

	/** Adds a list of which only the first records were returned. */
	noteCut(returned: number, total?: number): void {
		const before = this.cut ?? { returned: 0, total: 0 };
		this.cut = {
			returned: before.returned + returned,
			total: before.total === undefined || total === undefined ? undefined : before.total + total,
		};
	}

	/**
	 * Does work that must be done only once in a run. If it fails, it is tried again only when n8n runs the node
	 * again, and only if it certainly was not processed.
	 *
	 * @returns undefined if it was done before.
	 * @throws its error, also for later items.
	 */
	async dedupe<T>(key: string, work: () => Promise<T>): Promise<T | undefined> {
		const before = this.sharedWork.get(key);
		if (before && 'error' in before) throw before.error;
		if (before) return undefined;
		const result = await work().catch((error: unknown) => {
			if (!this.finishedItems || isAmbiguous(error)) this.sharedWork.set(key, { error });
			throw error;
		});
		this.sharedWork.set(key, { isDone: true });
		return result;
	}
}

/**
 * Creates the state of a run. With Retry On Fail, n8n runs a failed node again for all items, so finished
 * ones are kept. A node with Continue On Fail does not fail, and an agent's tool may run many times.
 */
export function createRunState(context: IExecuteFunctions): RunState {
	const isRepeated = context.getNode().retryOnFail && !context.continueOnFail() && !isTool(context);
	const kept = isRepeated ? getKept(context.getExecuteData()) : undefined;
	return new RunState(context.getWorkflow().id, kept);
}

function getKept(run: IExecuteData): Kept {
	let kept = keptByRun.get(run);
	if (!kept) keptByRun.set(run, (kept = { sharedWork: new Map(), finishedItems: new Map() }));
	return kept;
}
