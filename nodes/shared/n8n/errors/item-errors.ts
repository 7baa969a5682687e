import type { IExecuteFunctions, INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { getRefusal, readErrorName } from '../../client/failures';
import { isTool } from '../operation/as-tool';
import type { Operation } from '../operation/operation';
import type { Breaks } from '../run/breaks';
import { describeOthers, toNodeError, withoutTags } from './node-errors';
import { withBadItems, withDoneItems, type Progress } from './other-items';
import { redactRecord, type Redact } from './redactor';

/** The errors of a run's items, as n8n shows them. */
export class ItemErrors {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly redact: Redact = (text) => text,
	) {}

	/**
	 * @param more `others` is the number of other items with the same error. `notSent` means that the item was
	 *   not sent because an earlier item had this error.
	 */
	toNodeError(
		error: unknown,
		itemIndex: number,
		more: { others?: number; notSent?: boolean } = {},
	): NodeApiError | NodeOperationError {
		const { context, operation, redact } = this;
		return toNodeError(context.getNode(), error, {
			...more,
			itemIndex,
			itemCount: context.getInputData().length,
			redact,
			isForModel: isTool(context),
			fields: operation.fields,
			valueOf: (field) => context.getNodeParameter(field, itemIndex, undefined),
		});
	}

	/** @throws an error about all items that cannot be sent, if there are any */
	throwIfBad(checked: readonly unknown[]): void {
		const bad = [...checked.keys()].filter((itemIndex) => checked[itemIndex] instanceof Error);
		const [first] = bad;
		if (first === undefined) return;
		throw withBadItems(this.toNodeError(checked[first], first), bad, checked.length);
	}

	/**
	 * The error that ends the run, with the results of the items that were done. Items of a dry run do not
	 * count as done.
	 */
	async withDoneItems(
		nodeError: NodeApiError | NodeOperationError,
		done: Omit<Progress, 'itemCount'>,
		breaks: Breaks,
	): Promise<Error> {
		const itemCount = this.context.getInputData().length;
		const wasDone = ({ json }: INodeExecutionData) => !this.operation.preview || json.dryRun !== true;
		const output = done.output.filter(wasDone);
		const later = done.later.filter((items) => items.every(wasDone));
		return await withDoneItems(nodeError, { ...done, output, later, itemCount }, async (json) => {
			await breaks.due();
			return redactRecord(json, this.redact);
		});
	}

	/**
	 * A failed item of a run that continues. With Retry On Fail, n8n runs all items again if the first output
	 * item has a `json.error`. An `error` beside `json` avoids that, but n8n then drops the fields of the input
	 * item. On the error branch, n8n adds these fields only if `json` has nothing but the error. So the name of
	 * a refusal becomes a field only on other branches.
	 */
	toFailedItem(
		nodeError: NodeApiError | NodeOperationError,
		itemIndex: number,
		error: unknown,
	): INodeExecutionData {
		const { retryOnFail, onError } = this.context.getNode();
		const pairedItem = { item: itemIndex };
		if (retryOnFail) return { json: {}, error: nodeError, pairedItem };
		const message = this.toWholeMessage(nodeError, error);
		if (onError === 'continueErrorOutput') return { json: { error: message }, pairedItem };
		const errorName = readErrorName(getRefusal(error));
		const { json } = this.context.getInputData()[itemIndex]!;
		const named = errorName && { errorName: this.redact(errorName) };
		return { json: { ...json, error: message, ...named }, pairedItem };
	}

	/**
	 * The message of an item. An item has no place for a description, so the message includes what the service
	 * expects, or what else is wrong with the item.
	 */
	private toWholeMessage({ message }: Error, error: unknown): string {
		const more = getRefusal(error).expects ?? describeOthers(error);
		return more ? `${message}. ${withoutTags(this.redact(more))}` : message;
	}
}
