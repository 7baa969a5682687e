import type { IExecuteData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ServiceError } from './client/errors';

/** An item that must not be sent again. */
export interface Settled {
	output: INodeExecutionData[];
	/** Why it failed, if it did: it may have been processed, or was in part. */
	error?: unknown;
}

/** What the items of a run share, in one try or in several. */
export interface WholeRun {
	readonly itemCount: number;
	/** Items for which nothing was to be done, counted by the reason; the output panel tells. */
	readonly skipped: Map<string, number>;
	/** What was done already, for operations that do the same only once in a run. */
	readonly done: Set<string>;
	/** By item index; only where n8n may try again. */
	readonly settled?: Map<number, Settled>;
}

/** n8n hands the same object to each try of a node's run. */
const runs = new WeakMap<IExecuteData, WholeRun>();

/**
 * With Retry On Fail, n8n runs a node that failed again for all items, those that were done included. So what a try did
 * is kept for the next. Not with Continue On Fail, where a node does not fail, nor for an agent's tool, which may be
 * called many times in one run.
 */
export function wholeRunOf(context: IExecuteFunctions, itemCount: number): WholeRun {
	const begun: WholeRun = { itemCount, skipped: new Map(), done: new Set() };
	const { retryOnFail, type } = context.getNode();
	if (!retryOnFail || context.continueOnFail() || type.endsWith('Tool')) return begun;
	const run = context.getExecuteData();
	let wholeRun = runs.get(run);
	if (!wholeRun) runs.set(run, (wholeRun = { ...begun, settled: new Map() }));
	return wholeRun;
}

/** Counts an item for which nothing is to be done. `reason` ends the sentence "Skipped 3 items: …". */
export function skip({ skipped }: WholeRun, reason: string): void {
	skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
}

/** Marks work as done in this run: also if it failed, unless n8n may try again and it failed for certain. */
export async function onceInRun<T>({ done, settled }: WholeRun, what: string, work: Promise<T>): Promise<T> {
	done.add(what);
	return await work.catch((error: unknown) => {
		if (settled && !mayBeProcessed(error)) done.delete(what);
		throw error;
	});
}

/** Whether a call's fate is unknown: it is never sent again without somebody having looked. */
export function mayBeProcessed(error: unknown): boolean {
	return error instanceof ServiceError && error.problem.maybeProcessed === true;
}
