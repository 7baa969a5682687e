import type { IDataObject, INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { plural } from '../../plural';
import { BELOW } from './sentences';

export interface Progress {
	/** The index of the failed item; all items before it were done. */
	failed: number;
	itemCount: number;
	/** The output so far, perhaps with some results of the failed item. */
	output: readonly INodeExecutionData[];
	/** The output of later items that were done in the same call as an earlier item. */
	later: ReadonlyArray<readonly INodeExecutionData[]>;
}

/**
 * Adds the results to the error, because n8n drops the output of a failed node.
 *
 * @param toShown returns a result without the API token
 */
export async function withDoneItems(
	nodeError: NodeApiError | NodeOperationError,
	progress: Progress,
	toShown: (json: IDataObject) => Promise<IDataObject>,
): Promise<Error> {
	const results = [...progress.output, ...progress.later.flat()];
	if (results.length === 0) return nodeError;
	const done: IDataObject[] = [];
	for (const { json } of results) done.push(await toShown(json));
	nodeError.description = [nodeError.description, describeProgress(progress)].filter(Boolean).join(' ');
	const data = nodeError.context.data as IDataObject | undefined;
	nodeError.context.data = { ...data, done };
	return nodeError;
}

function describeProgress({ failed, itemCount, output, later }: Progress): string {
	const items = plural(itemCount, 'item');
	if (later.length > 0)
		return `${failed + later.length} of ${items} were done. The results are ${BELOW}. Run the workflow again only for the others.`;
	const before = `${failed} of ${items} ${failed === 1 ? 'was' : 'were'} done before this one`;
	const results = output.filter(({ pairedItem }) => isPairedTo(pairedItem, failed)).length;
	if (results === 0)
		return `${before}. The results are ${BELOW}. Run the workflow again only from item ${failed + 1} on.`;
	const here = `already had ${plural(results, 'result')}`;
	const whole = failed === 0 ? `This item ${here}` : `${before}, and this one ${here}`;
	return `${whole}. The results are ${BELOW}. Run the workflow again only for what is missing.`;
}

function isPairedTo(pairedItem: INodeExecutionData['pairedItem'], itemIndex: number): boolean {
	return typeof pairedItem === 'object' && 'item' in pairedItem && pairedItem.item === itemIndex;
}

/** The most items that a sentence lists. */
const MOST_LISTED = 10;

/** Adds the other items that cannot be sent, and how to run the workflow without them. */
export function withBadItems(
	nodeError: NodeApiError | NodeOperationError,
	[, ...others]: readonly number[],
	itemCount: number,
): Error {
	if (itemCount === 1) return nodeError;
	const sentences = [
		nodeError.description,
		others.length > 0 && `${listItems(others)} cannot be sent either.`,
		'Nothing was sent.',
		'To set such items aside, choose “Continue (using error output)” under Settings › On Error.',
	];
	nodeError.description = sentences.filter(Boolean).join(' ');
	return nodeError;
}

/** "Items 2, 7 and 12 others" */
function listItems(itemIndexes: readonly number[]): string {
	const numbers = itemIndexes.slice(0, MOST_LISTED).map((itemIndex) => String(itemIndex + 1));
	const more = itemIndexes.length - numbers.length;
	const last = more > 0 ? plural(more, 'other') : numbers.pop()!;
	return numbers.length > 0 ? `Items ${numbers.join(', ')} and ${last}` : `Item ${last}`;
}
