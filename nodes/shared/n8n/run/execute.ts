import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { throwIfCancelled } from '../../client/cancellation';
import type { Client } from '../../client/client';
import { undefinedIfServiceFails, dropItemSentences } from '../../client/failures';
import { RunHistory } from '../../history/run-history';
import { connectRun } from '../connection/connect';
import { ItemErrors } from '../errors/item-errors';
import { endsRun, InputError, toNodeError } from '../errors/node-errors';
import { toShortLiteral } from '../errors/sentences';
import { isTool } from '../as-tool';
import type { Operation } from '../operation/operation';
import { createOutputMaker, toOutputs } from '../output/output-item';
import { Breaks } from './breaks';
import { checkItems, type CheckedItem, type CheckedItems } from './checked-items';
import { toHints } from './execution-hints';
import { RunProgress } from './run-progress';
import { Sender } from './sender';
import { TestRun } from './test-run';
import { getEarlierAttempts, type ItemOutcome } from './earlier-attempts';

/**
 * Creates the `execute` method of a node. It checks all items, and then runs the selected operation for each of them.
 * With Continue On Fail, failed items are returned with their errors; after a failure that affects the whole account,
 * so are all items that have not been sent. Without Continue On Fail, the error of the first failed item is thrown.
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
		throw toNodeError(this.getNode(), error, { itemIndex: 0, itemCount: 1 });
	};
}

async function runOperation(
	context: IExecuteFunctions,
	operation: Operation,
	readFirst: readonly string[],
): Promise<INodeExecutionData[][]> {
	const tried = getEarlierAttempts(context);
	const history = new RunHistory(tried?.history);
	const progress = new RunProgress(context, context.getInputData().length);
	// The connection comes before the checks, because it provides `redact`, and even errors about parameters must not
	// show the API token.
	const { client, redact, restrictsAgents } = await connectRun(context, {
		runHistory: history,
		workflowId: context.getWorkflow().id,
		verifiesIds: isTool(context),
		onWait: (ms) => progress.reportWait(ms),
	});
	const errors = new ItemErrors(context, operation, redact);
	const breaks = new Breaks();
	const checked = await checkItems(context, operation, restrictsAgents, breaks);
	if (!context.continueOnFail()) errors.throwIfBad(checked.all);
	const test = TestRun.limitToFirst(context, checked);
	progress.itemCount = checked.all.length;
	const outcomes = tried?.outcomes ?? (operation.batch && new Map<number, ItemOutcome>());
	const toOutput = createOutputMaker(context, operation, readFirst);
	const sender = new Sender(context, operation, checked, toOutput, breaks, outcomes);
	const loop = new Loop(context, operation, { client, checked, sender, errors, progress, test, breaks });
	const sendAll = async () => {
		const isWhole = await loop.run();
		if (client instanceof Error) return;
		// Copied before the final lookups: calls that are made only for hints do not count in the statistics.
		const stats = { ...client.stats };
		for (const look of isWhole ? history.atEnd : []) await look().catch(undefinedIfServiceFails);
		if (test) history.hints.add(test.toHint(stats, client.options));
		const items = checked.describe(operation);
		context.addExecutionHints(...toHints(stats, history.hints, items, context.getNode()));
	};
	await sendAll().catch((error: unknown) => {
		if (context.getExecutionCancelSignal()?.aborted) progress.reportStop();
		throw error;
	});
	return toOutputs(context, operation, loop.output);
}

interface Parts {
	/** The client, or the error if no item can be sent. */
	client: Client | Error;
	checked: CheckedItems;
	sender: Sender;
	errors: ItemErrors;
	progress: RunProgress;
	/** The test run; undefined if the run processes all items. */
	test?: TestRun;
	breaks: Breaks;
}

class Loop {
	readonly output: INodeExecutionData[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly parts: Parts,
	) {}

	/** @returns whether all items were sent; false if an error ended the run */
	async run(): Promise<boolean> {
		const { checked, progress, breaks } = this.parts;
		for (const [itemIndex, item] of checked.all.entries()) {
			try {
				if (item instanceof Error) throw item;
				this.take(await this.send(item));
			} catch (error) {
				// A cancellation must not be treated as the error of an item, which Continue On Fail would ignore.
				throwIfCancelled(this.context.getExecutionCancelSignal());
				await this.fail(error, itemIndex);
				if (endsRun(error)) {
					await this.failUnsentAfter(itemIndex, error);
					return false;
				}
			}
			progress.countItem();
			await breaks.takeIfDue();
		}
		return true;
	}

	private async send(item: CheckedItem): Promise<ItemOutcome> {
		const { client, sender, progress, test } = this.parts;
		if (client instanceof Error) throw client;
		if (!this.operation.batch) progress.warnOfQuota(client);
		const outcome = await sender.settle(client, item);
		test?.noteCalls(client.stats);
		return outcome;
	}

	private take({ output, error }: ItemOutcome): void {
		for (const item of output) this.output.push(item);
		if (error) throw error;
	}

	/** @throws the error unless Continue On Fail is on */
	private async fail(error: unknown, itemIndex: number): Promise<void> {
		const { sender, errors, breaks } = this.parts;
		if (this.context.continueOnFail()) {
			this.output.push(errors.toFailedItem(errors.toNodeError(error, itemIndex), itemIndex, error));
			return;
		}
		const outcomes = [...(sender.outcomes ?? [])].filter(([index]) => index !== itemIndex);
		const others = outcomes.filter(([, outcome]) => outcome.error === error).length;
		const later = outcomes.filter(([index, outcome]) => index > itemIndex && !outcome.error);
		const nodeError = errors.toNodeError(error, itemIndex, { others });
		const progress = { failed: itemIndex, output: this.output, later: later.map(([, { output }]) => output) };
		await errors.addDoneItems(nodeError, progress, breaks);
		throw nodeError;
	}

	private async failUnsentAfter(failed: number, error: unknown): Promise<void> {
		const { checked, sender, errors, breaks } = this.parts;
		// All unsent items share one error, which does not name an item, because creating an error takes n8n 0.1 ms.
		const nodeError = errors.toNodeError(dropItemSentences(error), failed, { notSent: true });
		for (let itemIndex = failed + 1; itemIndex < checked.all.length; itemIndex++) {
			const item = checked.all[itemIndex];
			const outcome = sender.outcomes?.get(itemIndex);
			if (item instanceof Error) await this.fail(item, itemIndex);
			else if (!outcome) this.output.push(errors.toFailedItem(nodeError, itemIndex, error));
			else if (outcome.error) await this.fail(outcome.error, itemIndex);
			else this.take(outcome);
			await breaks.takeIfDue();
		}
	}
}
