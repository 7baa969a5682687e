import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeOutputConfiguration,
} from 'n8n-workflow';

import { isTool } from '../as-tool';
import { redactRecord, type Redact } from '../errors/redactor';
import type { Operation } from '../operation/operation';
import { createArranger } from './arrange';
import { ItemWithFile } from './file';
import { shortenForModel, NOTHING_FOUND } from '../for-model';
import { omitKeys } from './keys';

/** The input item that a result comes from, with the item's settings. */
interface Source {
	itemIndex: number;
	/** The fields of the input item to include in the result. */
	inputFields?: IDataObject;
	/** Whether the result comes from a dry run. */
	isDry?: boolean;
}

export type ToOutput = (result: object, source: Source) => INodeExecutionData;

/**
 * Returns a function that creates the output item for a result. It does not add the result's file.
 *
 * @param readFirst the keys that come first, in this order
 * @param redact removes the API token from what a dry run returns, because that is what would have been sent
 */
export function createOutputMaker(
	context: IExecuteFunctions,
	{ wholeTexts, reads }: Operation,
	readFirst: readonly string[],
	redact: Redact = (text) => text,
): ToOutput {
	const arrange = createArranger(readFirst);
	return (result, { itemIndex, inputFields, isDry }) => {
		const item = result instanceof ItemWithFile ? result.json : result;
		const record = isDry ? { ...redactRecord(item, redact), dryRun: true } : item;
		// The input item may come from another node's dry run, so its `dryRun` is dropped.
		const fields = inputFields && !reads ? omitKeys(inputFields, ['dryRun']) : inputFields;
		const json = arrange(fields ? { ...fields, ...record } : record);
		return {
			json: (isTool(context) ? shortenForModel(json, wholeTexts) : json) as IDataObject,
			pairedItem: { item: itemIndex },
		};
	};
}

/** Distributes items to the outputs of the node. An AI agent that gets no item gets `NOTHING_FOUND` instead. */
export function toOutputs(
	context: IExecuteFunctions,
	{ outputOf }: Operation,
	items: INodeExecutionData[],
): INodeExecutionData[][] {
	if (isTool(context)) return [items.length > 0 ? items : [NOTHING_FOUND]];
	if (!outputOf) return [items];
	const isForResults = ({ category }: INodeOutputConfiguration) => category !== 'error';
	const outputs = context
		.getNodeOutputs()
		.filter(isForResults)
		.map((): INodeExecutionData[] => []);
	for (const item of items) outputs[Math.min(outputOf(item.json), outputs.length - 1)]!.push(item);
	return outputs;
}
