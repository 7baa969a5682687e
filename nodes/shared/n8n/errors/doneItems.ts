import type { IDataObject, INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { plural } from '../../plural';
import { BELOW } from './failureTexts';

interface Progress {
	/** The index of the failed item; all items before it were done. */
	failed: number;
	itemCount: number;
	/** The output so far, perhaps with some of the failed item. */
	output: readonly INodeExecutionData[];
	/** The output of later items that were done in the call of an earlier one. */
	later: ReadonlyArray<readonly INodeExecutionData[]>;
}

/** n8n drops the output of a failed node, so the error carries the results. */
export function withDoneItems(nodeError: NodeApiError | NodeOperationError, progress: Progress): Error {
	const done = [...progress.output, ...progress.later.flat()];
	if (done.length === 0) return nodeError;
	nodeError.description = [nodeError.description, describeProgress(progress)].filter(Boolean).join(' ');
	const data = nodeError.context.data as IDataObject | undefined;
	nodeError.context.data = { ...data, done: done.map(({ json }) => json) };
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
