import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { throwIfCancelled } from '../../client/cancellation';
import type { Client, Stats } from '../../client/client';
import { isAmbiguous, undefinedIfServiceFails, withoutItem } from '../../client/failures';
import { RunHistory } from '../../history/run-history';
import { connectRun } from '../connection/connect';
import { ItemErrors } from '../errors/item-errors';
import { endsRun, InputError, toNodeError } from '../errors/node-errors';
import { shown } from '../errors/sentences';
import { withIds } from '../input/picked-ids';
import { isTool } from '../operation/as-tool';
import type { ItemOperation, Operation } from '../operation/operation';
import { ItemWithFile, toBinary } from '../output/file';
import { outputMaker, toOutputs, type ToOutput } from '../output/output-item';
import { Batches } from './batches';
import { Breaks } from './breaks';
import type { CheckedItem } from './check-item';
import { checkItems, type CheckedItems } from './checked-items';
import { toHints } from './hints';
import { RunProgress } from './run-progress';
import { TestRun } from './test-run';
import { getTried, type FinishedItem } from './tries';

/**
 * The `execute` of a node. Runs the selected operation for every item, after checking all of them. With
 * Continue On Fail, it returns a failed item with its error and, if the failure affects the whole account,
 * also the unsent items. Without Continue On Fail, it throws the error of the first failed item.
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
		if (operation) return await run(this, operation, readFirst);
		const names = operations.map(({ name }) => name).join(', ');
		const error = new InputError('Operation', `must be one of ${names}, but is ${shown(selected)}`);
		throw toNodeError(this.getNode(), error, { itemIndex: 0, itemCount: 1 });
	};
}

async function run(
	context: IExecuteFunctions,
	operation: Operation,
	readFirst: readonly string[],
): Promise<INodeExecutionData[][]> {
	const { finishedItems, done } = getTried(context) ?? {};
	const history = new RunHistory(context.getWorkflow().id, isTool(context), done);
	const progress = new RunProgress(context, context.getInputData().length);
	// The connection comes first, because it provides `redact`: errors about parameters must not show the token
	// either.
	const { client, redact, restrictsAgents } = await connectRun(context, history, (ms) => progress.waits(ms));
	const errors = new ItemErrors(context, operation, redact);
	const breaks = new Breaks();
	const checked = await checkItems(context, operation, restrictsAgents, breaks);
	if (!context.continueOnFail()) errors.throwIfBad(checked.all);
	const test = TestRun.of(context, checked);
	progress.itemCount = checked.all.length;
	const toOutput = outputMaker(context, operation, readFirst);
	const batches = operation.batch && new Batches(operation, checked.all, finishedItems, toOutput);
	const loop = new Loop(context, operation, {
		checked,
		batches,
		finishedItems,
		toOutput,
		errors,
		progress,
		test,
		breaks,
	});
	await loop.run(client).catch((error: unknown) => {
		if (context.getExecutionCancelSignal()?.aborted) progress.stopped();
		throw error;
	});
	if (!(client instanceof Error)) {
		const work = { run: client.run, stats: loop.stats ?? client.stats };
		if (test) client.run.hints.add(test.toHint(work.stats, client.options));
		context.addExecutionHints(...toHints(work, checked.describe(operation), context.getNode()));
	}
	return toOutputs(context, operation, loop.output);
}

interface Parts {
	checked: CheckedItems;
	/** For an operation that takes many items in one call. */
	batches?: Batches;
	/** By item index; absent if n8n does not run the node again. */
	finishedItems?: Map<number, FinishedItem>;
	toOutput: ToOutput;
	errors: ItemErrors;
	progress: RunProgress;
	/** Absent if the run handles all items. */
	test?: TestRun;
	breaks: Breaks;
}

class Loop {
	readonly output: INodeExecutionData[] = [];
	/** The counts before the lookups that serve only a hint. */
	stats?: Stats;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly parts: Parts,
	) {}

	/** @param client the client, or why no item can be sent */
	async run(client: Client | Error): Promise<void> {
		const { checked, batches, progress, test, breaks } = this.parts;
		for (const [itemIndex, item] of checked.all.entries()) {
			try {
				if (item instanceof Error) throw item;
				if (client instanceof Error) throw client;
				if (!batches) progress.warnOfQuota(client);
				await this.runItem(client, item);
			} catch (error) {
				// Otherwise Continue On Fail would hide the cancellation.
				throwIfCancelled(this.context.getExecutionCancelSignal());
				await this.fail(error, itemIndex);
				if (endsRun(error)) return await this.failUnsentAfter(itemIndex, error);
			}
			progress.itemDone();
			if (!(client instanceof Error)) test?.itemDone(client.stats);
			await breaks.due();
		}
		if (client instanceof Error) return;
		this.stats = { ...client.stats };
		for (const look of client.run.atEnd) await look().catch(undefinedIfServiceFails);
	}

	private async runItem(client: Client, item: CheckedItem): Promise<void> {
		const { finishedItems, batches } = this.parts;
		const finished = finishedItems?.get(item.itemIndex) ?? (await batches?.send(client, item));
		if (finished) return this.repeatOutcome(finished);
		const start = this.output.length;
		const keep = (error?: unknown) =>
			finishedItems?.set(item.itemIndex, { output: this.output.slice(start), error });
		const before = client.stats.sideEffects;
		await this.sendItem(client, this.operation as ItemOperation, item).catch((error: unknown) => {
			if (isAmbiguous(error) || client.stats.sideEffects > before) keep(error);
			throw error;
		});
		keep();
	}

	private repeatOutcome({ output, error }: FinishedItem): void {
		for (const item of output) this.output.push(item);
		if (error) throw error;
	}

	private async sendItem(client: Client, operation: ItemOperation, item: CheckedItem): Promise<void> {
		const { checked, toOutput, breaks } = this.parts;
		const { request } = item;
		const caller = item.isDry ? client.forDryRun() : client;
		const parameters = request ? item.parameters : await withIds(item.parameters, operation.fields, caller);
		const itemCount = checked.countAlike(item);
		for await (const results of operation.run({ client: caller, parameters, request, itemCount })) {
			for (const result of Array.isArray(results) ? (results as object[]) : [results]) {
				const output = toOutput(result, item);
				if (result instanceof ItemWithFile) output.binary = await toBinary(this.context, result.file);
				this.output.push(output);
				await breaks.due();
			}
		}
	}

	/** @throws the error, without Continue On Fail. */
	private async fail(error: unknown, itemIndex: number): Promise<void> {
		const { batches, errors, breaks } = this.parts;
		const continues = this.context.continueOnFail();
		const others = continues ? 0 : batches?.countOthersWith(error, itemIndex);
		const nodeError = errors.toNodeError(error, itemIndex, { others });
		if (!continues) {
			const later = batches?.listDoneAfter(itemIndex) ?? [];
			throw await errors.withDoneItems(nodeError, { failed: itemIndex, output: this.output, later }, breaks);
		}
		this.output.push(errors.toFailedItem(nodeError, itemIndex, error));
	}

	private async failUnsentAfter(failed: number, error: unknown): Promise<void> {
		const { checked, batches, errors, breaks } = this.parts;
		// The unsent items share one error, which names no item: n8n takes 0.1 ms to create an error.
		const nodeError = errors.toNodeError(withoutItem(error), failed, { notSent: true });
		for (let itemIndex = failed + 1; itemIndex < checked.all.length; itemIndex++) {
			const outcome = batches?.outcomes.get(itemIndex);
			if (outcome && !outcome.error) this.repeatOutcome(outcome);
			else this.output.push(errors.toFailedItem(nodeError, itemIndex, error));
			await breaks.due();
		}
	}
}
