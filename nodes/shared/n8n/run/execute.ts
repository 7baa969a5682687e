import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { throwIfCancelled } from '../../client/cancellation';
import type { Client } from '../../client/client';
import { takeBreakIfDue } from '../../sleep';
import { connectRun } from '../connection/connect';
import { ItemErrors } from '../errors/item-errors';
import { endsRun, InputError, toNodeError } from '../errors/node-errors';
import { toShortLiteral } from '../errors/sentences';
import { isTool } from '../as-tool';
import type { Operation } from '../operation/operation';
import { EmptyFields } from '../input/empty-parts';
import { createOutputMaker, toOutputs } from '../output/output-item';
import { checkItems, checkOnline, listGoodItems, type CheckedItem, type CheckedItems } from './checked-items';
import { toHints } from './execution-hints';
import { RunProgress } from './run-progress';
import { describeOneItemForAll } from './one-item';
import { refuseForOnePerson } from './one-person';
import { Sender, type ItemResult } from './sender';
import { runUnlessSent, type RunResult } from './first-try';

/**
 * Creates the `execute` method of a node. It checks all items, and then runs the selected operation for each of them.
 * With Continue On Fail, and in a tool, failed items are returned with their errors; after a failure that affects the
 * whole account, so are all items that have not been sent. Otherwise, the error of the first failed item is thrown.
 *
 * @param readFirst the keys that come first in the node's items, in this order
 */
export function execute(
	operations: readonly Operation[],
	readFirst: readonly string[] = [],
): INodeType['execute'] {
	return async function () {
		const selected = this.getNodeParameter('operation', 0);
		const operation = operations.find(({ value }) => value === selected);
		if (operation) return await runOperation(this, operation, readFirst);
		const names = operations.map(({ name }) => name).join(', ');
		const error = new InputError('Operation', `must be one of ${names}, but is ${toShortLiteral(selected)}`);
		throw toNodeError(this.getNode(), error);
	};
}

async function runOperation(
	context: IExecuteFunctions,
	operation: Operation,
	readFirst: readonly string[],
): Promise<INodeExecutionData[][]> {
	const progress = new RunProgress(context, context.getInputData().length);
	// The connection comes first because it provides `redact`, and even errors about parameters must not show the API
	// token.
	const connection = await connectRun(context, {
		workflowId: context.getWorkflow().id,
		verifiesIds: isTool(context),
		onWait: (ms) => progress.reportWait(ms),
	});
	const run = async () => await runItems(context, operation, readFirst, connection, progress);
	const { output, hints } = await runUnlessSent(context, connection.client, run);
	context.addExecutionHints(...hints);
	return output;
}

async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
	readFirst: readonly string[],
	{ client, redact, restrictsAgents }: Awaited<ReturnType<typeof connectRun>>,
	progress: RunProgress,
): Promise<RunResult> {
	const errors = new ItemErrors(context, operation, redact);
	const rehearses = client instanceof Error ? undefined : client.options.rehearses;
	const emptyFields = new EmptyFields();
	const items = await checkItems(context, operation, { rehearses, restrictsAgents }, emptyFields);
	if (!continuesOnFail(context)) errors.throwIfBad(items);
	const refusal = await refuseForOnePerson(context, operation, items);
	if (refusal && !continuesOnFail(context)) throw toNodeError(context.getNode(), refusal, { redact });
	for (const { itemIndex } of refusal ? listGoodItems(items) : []) items[itemIndex] = refusal!;
	if (!(client instanceof Error)) await checkOnline(client, operation, items);
	throwIfCancelled(context.getExecutionCancelSignal());
	if (!continuesOnFail(context)) errors.throwIfBad(items);
	const toOutput = createOutputMaker(context, operation, readFirst, redact);
	const sender = await Sender.create(context, operation, items, toOutput);
	const loop = new Loop(context, client, sender, errors, progress);
	await loop.run(items).catch((error: unknown) => {
		if (context.getExecutionCancelSignal()?.aborted) progress.reportStop();
		throw error;
	});
	const output = toOutputs(context, operation, loop.output);
	if (client instanceof Error) return { output, hints: [] };
	if (listGoodItems(items).length > 0)
		for (const sentence of emptyFields.listAlwaysEmpty(items.length)) client.hints.add(sentence);
	const oneForAll = describeOneItemForAll(context, operation, items);
	if (oneForAll) client.hints.add(oneForAll);
	return { output, hints: toHints(client, operation, items, redact) };
}

/**
 * Whether failed items are returned with their errors. A tool always returns them, because not every agent tells its
 * model why a tool has failed, and some agents end the workflow.
 */
function continuesOnFail(context: IExecuteFunctions): boolean {
	return isTool(context) || context.continueOnFail();
}

/** Sends the items of a run one after another, and collects their output. */
class Loop {
	readonly output: INodeExecutionData[] = [];
	/** The error that ended the run, because every other item would fail in the same way. */
	private endedBy: unknown;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: Client | Error,
		private readonly sender: Sender,
		private readonly errors: ItemErrors,
		private readonly progress: RunProgress,
	) {}

	/** Whether an error ended the run, so that the items after it were not sent. */
	get isEnded(): boolean {
		return this.endedBy !== undefined;
	}

	async run(items: CheckedItems): Promise<void> {
		const { context, errors, sender } = this;
		for (const [itemIndex, item] of items.entries()) {
			const { output, error, isUnsent } = await this.settle(item, itemIndex);
			for (const one of output) this.output.push(one);
			if (error !== undefined) {
				// A cancellation must not be treated as the error of an item, which Continue On Fail would ignore.
				throwIfCancelled(context.getExecutionCancelSignal());
				if (!continuesOnFail(context))
					throw await errors.toFinalError(error, itemIndex, this.output, sender.results);
				this.output.push(errors.toFailedItem(error, itemIndex, isUnsent));
				if (endsRun(error)) this.endedBy ??= error;
			}
			if (!this.isEnded) this.progress.countItem();
			await takeBreakIfDue();
		}
	}

	private async settle(item: CheckedItem | Error, itemIndex: number): Promise<ItemResult> {
		const { client, sender } = this;
		if (item instanceof Error) return { output: [], error: item };
		const known = sender.results.get(itemIndex);
		if (known) return known;
		if (this.isEnded) return { output: [], error: this.endedBy, isUnsent: true };
		return client instanceof Error ? { output: [], error: client } : await sender.send(client, item);
	}
}
