import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { dropItemSentences, getRefusal, ServiceError } from '../../client/failures';
import { cut, findExcess, takeExcerpt, type MaxSize, toText } from '../../json';
import { pluralize } from '../../pluralize';
import { takeBreakIfDue } from '../../sleep';
import { isTool } from '../as-tool';
import { MAX_ITEM_LENGTH } from '../for-model';
import type { Operation } from '../operation/operation';
import type { ItemResult } from '../run/sender';
import { selectFilled } from './labels';
import { describeOthers, endsRun, toNodeError, escapeTags, MAX_ERROR_LENGTH } from './node-errors';
import { redactRecord, type Redact } from './redactor';
import { IN_ERROR_DETAILS } from './sentences';

const NOT_SENT = 'Not sent, because an earlier item failed: ';

/** Creates the errors of a run's items as n8n shows them. */
export class ItemErrors {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly redact: Redact = (text) => text,
	) {}

	/**
	 * Creates the error of an item. If there are several items, the message begins with the item's number, unless the
	 * failure affects the whole account.
	 *
	 * @param others the number of other items with the same error
	 */
	toItemError(error: unknown, itemIndex: number, others = 0): NodeApiError | NodeOperationError {
		const more = others > 0 ? ` and ${pluralize(others, 'other')}` : '';
		const isNumbered = this.context.getInputData().length > 1 && !endsRun(error);
		return this.toNodeError(error, itemIndex, isNumbered ? `Item ${itemIndex + 1}${more}: ` : '');
	}

	private toNodeError(error: unknown, itemIndex: number, prefix: string): NodeApiError | NodeOperationError {
		const { context, operation, redact } = this;
		// The fallback must not be undefined, because n8n would then throw an error about a hidden field.
		const valueOf = (field: string) => context.getNodeParameter(field, itemIndex, '');
		return toNodeError(context.getNode(), error, {
			prefix,
			redact,
			isForModel: isTool(context),
			fields: selectFilled(operation.fields, valueOf),
			valueOf,
		});
	}

	/** Throws a single error about all items with values that cannot be sent, if there are any. */
	throwIfBad(checked: readonly unknown[]): void {
		const isBad = (itemIndex: number) =>
			checked[itemIndex] instanceof Error && !(checked[itemIndex] instanceof ServiceError);
		const [first, ...others] = [...checked.keys()].filter(isBad);
		if (first === undefined) return;
		const nodeError = this.toItemError(checked[first], first);
		if (checked.length > 1) addSentences(nodeError, describeBad(others));
		throw nodeError;
	}

	/**
	 * Creates the error that ends the run. It contains the results of the completed items, because n8n drops the output
	 * of a failed node. Items of a dry run are left out, because nothing was done for them.
	 *
	 * @param output the output so far, which may contain some results of the failed item
	 * @param sent the results of all items that were sent. Later items may be among them, because one call sent them
	 *   together with an earlier item.
	 */
	async toFinalError(
		error: unknown,
		failed: number,
		output: readonly INodeExecutionData[],
		sent: ReadonlyMap<number, ItemResult>,
	): Promise<NodeApiError | NodeOperationError> {
		const wasDone = ({ json }: INodeExecutionData) => this.operation.reads || json.dryRun !== true;
		const others = [...sent].filter(([index, other]) => index !== failed && other.error === error);
		const later = [...sent].filter(([index, other]) => index > failed && other.error === undefined);
		const doneLater = later.map(([, item]) => item.output).filter((items) => items.every(wasDone));
		const done = output.filter(wasDone);
		const nodeError = this.toItemError(error, failed, others.length);
		const shown: IDataObject[] = [];
		for (const { json } of [...done, ...doneLater.flat()]) {
			await takeBreakIfDue();
			shown.push(redactRecord(toShown(json), this.redact));
		}
		if (shown.length === 0) return nodeError;
		const itemCount = this.context.getInputData().length;
		addSentences(nodeError, describeProgress(failed, done, doneLater.length, itemCount));
		if (!this.operation.reads && this.context.getMode() === 'retry') addSentences(nodeError, RETRIED);
		const data = nodeError.context.data as IDataObject | undefined;
		nodeError.context.data = { ...data, done: shown };
		return nodeError;
	}

	/**
	 * Returns the output item for a failed item in a run that continues. It contains the fields of the input item, the
	 * error message and, if the service refused the item, its `errorName`. With an error output, n8n itself adds the
	 * fields of the input item, but only if `json` contains nothing except `error`. For an AI model, which sees nothing
	 * else, the item contains the whole error and no input.
	 */
	toFailedItem(error: unknown, itemIndex: number, isUnsent = false): INodeExecutionData {
		const nodeError = isUnsent
			? this.toNodeError(dropItemSentences(error), itemIndex, NOT_SENT)
			: this.toItemError(error, itemIndex);
		const pairedItem = { item: itemIndex };
		if (isTool(this.context))
			return { json: { error: cut(toSentences(nodeError), MAX_ITEM_LENGTH) }, pairedItem };
		const message = this.toWholeMessage(nodeError, error);
		if (this.context.getNode().onError === 'continueErrorOutput')
			return { json: { error: message }, pairedItem };
		const { errorName } = getRefusal(error);
		const { json } = this.context.getInputData()[itemIndex]!;
		const named = errorName && { errorName: this.redact(errorName) };
		return { json: { ...json, error: message, ...named }, pairedItem };
	}

	/**
	 * Returns the message for an output item. Because the item has no description, the message also says what the service
	 * expects or what else is wrong with the item.
	 */
	private toWholeMessage({ message }: Error, error: unknown): string {
		const more = getRefusal(error).expects ?? describeOthers(error);
		return more ? `${message}. ${escapeTags(this.redact(cut(more, MAX_ERROR_LENGTH)))}` : message;
	}
}

const RETRIED = 'This is a retry: it may have done a second time what the first execution had already done.';

/** The maximum size of a record in the error that ends a run. */
const MAX_SHOWN: MaxSize = { characters: 100_000, values: 10_000, levels: 100 };

/** How much of a larger record is shown: enough to recognize it. */
const SHOWN_OF_LARGE = { text: 200, entries: 100, levels: 4 };

/** Returns a record for the error that ends a run, or an excerpt if the record is too large to be searched for the token. */
function toShown(record: IDataObject): IDataObject {
	return findExcess(record, MAX_SHOWN) ? (takeExcerpt(record, SHOWN_OF_LARGE) as IDataObject) : record;
}

function toSentences({ message, description }: NodeApiError | NodeOperationError): string {
	return [message, description].filter(Boolean).join('. ');
}

function addSentences(nodeError: NodeApiError | NodeOperationError, sentences: string): void {
	nodeError.description = [nodeError.description, sentences].filter(Boolean).join(' ');
}

function describeProgress(
	failed: number,
	output: readonly INodeExecutionData[],
	doneLater: number,
	itemCount: number,
): string {
	const items = pluralize(itemCount, 'item');
	if (doneLater > 0)
		return `${failed + doneLater} of ${items} were done. The results are ${IN_ERROR_DETAILS}. Run the workflow again only for the others.`;
	const before = `${failed} of ${items} ${failed === 1 ? 'was' : 'were'} done before this one`;
	const results = output.filter(({ pairedItem }) => isPairedTo(pairedItem, failed)).length;
	if (results === 0)
		return `${before}. The results are ${IN_ERROR_DETAILS}. Run the workflow again only from item ${failed + 1} on: n8n’s Retry would repeat all items.`;
	const here = `already had ${pluralize(results, 'result')}`;
	const whole = failed === 0 ? `This item ${here}` : `${before}, and this one ${here}`;
	return `${whole}. The results are ${IN_ERROR_DETAILS}. Run the workflow again only for what is missing.`;
}

function isPairedTo(pairedItem: INodeExecutionData['pairedItem'], itemIndex: number): boolean {
	return typeof pairedItem === 'object' && 'item' in pairedItem && pairedItem.item === itemIndex;
}

/** The maximum number of items that a sentence lists. */
const MAX_LISTED = 10;

/** Returns sentences that say which other items cannot be sent, and how to run the workflow without such items. */
function describeBad(others: readonly number[]): string {
	const sentences = [
		others.length > 0 && `${listItems(others)} cannot be sent either.`,
		'Nothing was sent.',
		'To set such items aside, choose “Continue (using error output)” under Settings › On Error.',
	];
	return sentences.filter(Boolean).join(' ');
}

/** Returns a list such as "Items 2, 7 and 12 others". */
function listItems(itemIndexes: readonly number[]): string {
	const numbers = itemIndexes.slice(0, MAX_LISTED).map((itemIndex) => toText(itemIndex + 1));
	const more = itemIndexes.length - numbers.length;
	const last = more > 0 ? pluralize(more, 'other') : numbers.pop()!;
	return numbers.length > 0 ? `Items ${numbers.join(', ')} and ${last}` : `Item ${last}`;
}
