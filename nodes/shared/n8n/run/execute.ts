import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeOutputConfiguration,
	INodeType,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { throwIfCancelled } from '../../client/cancellation';
import type { Client } from '../../client/client';
import { RunHistory } from '../../history/run-history';
import {
	getRefusal,
	isAmbiguous,
	readErrorName,
	undefinedIfServiceFails,
	withoutItem,
} from '../../client/failures';
import { connect, refuseSeveralAccounts } from '../connection/connect';
import { withBadItems, withDoneItems } from '../errors/other-items';
import { endsRun, InputError, toNodeError, withoutTags } from '../errors/node-errors';
import { shown } from '../errors/sentences';
import { recordWithoutToken, withoutToken } from '../errors/without-token';
import { withIds } from '../input/picked-ids';
import { isTool } from '../operation/as-tool';
import { isReading, type ItemOperation, type Operation } from '../operation/operation';
import { arranging } from '../output/arrange';
import { ItemWithFile, toBinary } from '../output/file';
import { forModel, NOTHING_FOUND } from '../output/for-model';
import { Batches } from './batches';
import { Breaks } from './breaks';
import { headingMatcher, itemChecker, type CheckedItem } from './check-item';
import { quotaWarning, toHints } from './hints';
import { RunProgress } from './run-progress';
import { getTried, type FinishedItem } from './tries';

/**
 * The `execute` of a node. Runs the selected operation for every item, after checking all of them. With
 * Continue On Fail, it returns a failed item with its error. If the failure affects the whole account, it
 * also returns the unsent items. Without it, it throws the error of the first failed item.
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
		if (operation) return await new Run(this, operation, readFirst).start();
		const names = operations.map(({ name }) => name).join(', ');
		const error = new InputError('Operation', `must be one of ${names}, but is ${shown(selected)}`);
		throw toNodeError(this.getNode(), error, { itemIndex: 0, itemCount: 1, secret: '' });
	};
}

/** Which output an item belongs to. It outlives the run, as the items do that n8n's next try repeats. */
const outputIndexes = new WeakMap<INodeExecutionData, number>();

/** One run of a node: the loop over its items. */
class Run {
	private readonly items: INodeExecutionData[];
	private readonly output: INodeExecutionData[] = [];
	private readonly tried: ReturnType<typeof getTried>;
	private readonly history: RunHistory;
	private readonly progress: RunProgress;
	private readonly breaks = new Breaks();
	private readonly arrange: ReturnType<typeof arranging>;
	private batches?: Batches;
	/** The number of items for each sweepstakes. */
	private counts = new Map<string, number>();
	private secret = '';
	private restrictsAgents = false;
	private isWarned = false;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		readFirst: readonly string[],
	) {
		this.items = context.getInputData();
		this.tried = getTried(context);
		this.history = new RunHistory(context.getWorkflow().id, isTool(context), this.tried?.done);
		this.progress = new RunProgress(context, this.items.length);
		this.arrange = arranging(readFirst);
	}

	async start(): Promise<INodeExecutionData[][]> {
		// Comes first, because errors about parameters must not show the token either.
		const client = await this.connect();
		const checked = await this.checkItems();
		const { operation } = this;
		if (operation.batch)
			this.batches = new Batches(operation, checked, this.tried?.finishedItems, (...of) =>
				this.toOutput(...of),
			);
		await this.runItems(client, checked);
		if (!(client instanceof Error)) {
			const repeats = isReading(operation) && areAlike(checked) ? checked.length : 0;
			const ofItems = { unused: listUnused(checked), repeats };
			this.context.addExecutionHints(...toHints(client, ofItems, this.context.getNode()));
		}
		if (isTool(this.context)) return [this.output.length > 0 ? this.output : [NOTHING_FOUND]];
		return this.operation.outputOf ? this.toOutputs() : [this.output];
	}

	/** The items of each output that n8n shows. */
	private toOutputs(): INodeExecutionData[][] {
		const isForResults = ({ category }: INodeOutputConfiguration) => category !== 'error';
		const outputs = this.context
			.getNodeOutputs()
			.filter(isForResults)
			.map((): INodeExecutionData[] => []);
		for (const item of this.output)
			outputs[Math.min(outputIndexes.get(item) ?? 0, outputs.length - 1)]!.push(item);
		return outputs;
	}

	private async runItems(client: Client | Error, checked: Array<CheckedItem | Error>): Promise<void> {
		for (const [itemIndex, item] of checked.entries()) {
			try {
				if (item instanceof Error) throw item;
				if (client instanceof Error) throw client;
				this.warnOfQuota(client, itemIndex);
				await this.runItem(client, item);
			} catch (error) {
				// Otherwise Continue On Fail would hide the cancellation.
				throwIfCancelled(this.context.getExecutionCancelSignal());
				await this.fail(error, itemIndex);
				if (endsRun(error)) return await this.failUnsentAfter(itemIndex, error);
			}
			this.progress.itemDone();
			await this.breaks.due();
		}
		if (client instanceof Error) return;
		for (const look of client.run.atEnd) await look().catch(undefinedIfServiceFails);
	}

	/** The service, or why no item can be sent. If this threw, n8n would pass the input on as done. */
	private async connect(): Promise<Client | Error> {
		try {
			const onWait = (ms: number) => this.progress.waits(ms);
			const { client, secret, restrictsAgents } = await connect(this.context, {
				onWait,
				run: this.history,
			});
			this.secret = secret;
			this.restrictsAgents = restrictsAgents;
			await refuseSeveralAccounts(this.context);
			return client;
		} catch (error) {
			return error as Error;
		}
	}

	/** Each item or its error. @throws an error about all bad items, without Continue On Fail. */
	private async checkItems(): Promise<Array<CheckedItem | Error>> {
		const { context, operation } = this;
		const check = itemChecker(context, operation, this.restrictsAgents);
		const matchAhead = headingMatcher(context, operation);
		const checked: Array<CheckedItem | Error> = [];
		for (const itemIndex of this.items.keys()) {
			const steps = matchAhead(itemIndex);
			if (steps) await this.breaks.between(steps);
			try {
				const item = check(itemIndex);
				this.counts.set(toPlace(item), this.countAlike(item) + 1);
				checked.push(item);
			} catch (error) {
				checked.push(error as Error);
			}
			await this.breaks.due();
		}
		const bad = [...checked.keys()].filter((itemIndex) => checked[itemIndex] instanceof Error);
		const [first] = bad;
		if (first === undefined || context.continueOnFail()) return checked;
		throw withBadItems(this.toNodeError(checked[first], first), bad, checked.length, operation);
	}

	/** Warns once, as early as possible, that the plan allows fewer calls than there are items. */
	private warnOfQuota({ account, run }: Client, itemIndex: number): void {
		const { callsLeft: left } = account;
		const items = this.items.length - itemIndex;
		if (this.isWarned || this.batches || left === undefined || left >= items) return;
		this.isWarned = true;
		const warning = quotaWarning(left, items);
		run.hints.add(warning);
		this.context.logger.warn(warning);
	}

	private async runItem(client: Client, item: CheckedItem): Promise<void> {
		const { operation, batches } = this;
		const finishedItems = this.tried?.finishedItems;
		const finished = finishedItems?.get(item.itemIndex) ?? (batches && (await batches.send(client, item)));
		if (finished) return this.repeatOutcome(finished);
		const start = this.output.length;
		const keep = (error?: unknown) =>
			finishedItems?.set(item.itemIndex, { output: this.output.slice(start), error });
		const before = client.stats.sideEffects;
		await this.sendItem(client, operation as ItemOperation, item).catch((error: unknown) => {
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
		const { request } = item;
		const parameters = request ? item.parameters : await withIds(item.parameters, operation.fields, client);
		const itemCount = this.countAlike(item);
		for await (const results of operation.run({ client, parameters, request, itemCount })) {
			for (const result of Array.isArray(results) ? (results as object[]) : [results]) {
				const output = this.toOutput(result, item);
				if (result instanceof ItemWithFile) output.binary = await toBinary(this.context, result.file);
				outputIndexes.set(output, operation.outputOf?.(result) ?? 0);
				this.output.push(output);
				await this.breaks.due();
			}
		}
	}

	private countAlike(item: CheckedItem): number {
		return this.counts.get(toPlace(item)) ?? 0;
	}

	private toOutput(result: object, { kept, itemIndex }: CheckedItem): INodeExecutionData {
		const record = result instanceof ItemWithFile ? result.json : result;
		const json = this.arrange(kept ? { ...kept, ...record } : record);
		return {
			json: (isTool(this.context) ? forModel(json, this.operation.wholeTexts) : json) as IDataObject,
			pairedItem: { item: itemIndex },
		};
	}

	/** @throws the error, without Continue On Fail. */
	private async fail(
		error: unknown,
		itemIndex: number,
		nodeError = this.toNodeError(error, itemIndex),
	): Promise<void> {
		if (!this.context.continueOnFail()) {
			const { output } = this;
			const later = this.batches?.listDoneAfter(itemIndex) ?? [];
			const progress = { failed: itemIndex, itemCount: this.items.length, output, later };
			throw await withDoneItems(nodeError, progress, async (json) => {
				await this.breaks.due();
				return recordWithoutToken(json, this.secret);
			});
		}
		this.output.push({ ...this.toFailedItem(nodeError, itemIndex, error), pairedItem: { item: itemIndex } });
	}

	/**
	 * With Retry On Fail, n8n runs all items again if the first output item has a `json.error`. An `error`
	 * beside `json` avoids that, but n8n then drops the row. On the error branch, n8n adds the row only if
	 * `json` has nothing but the error. So a refusal's name gets its own field only on other branches.
	 */
	private toFailedItem(
		nodeError: NodeApiError | NodeOperationError,
		itemIndex: number,
		error: unknown,
	): INodeExecutionData {
		const { retryOnFail, onError } = this.context.getNode();
		if (retryOnFail) return { json: {}, error: nodeError };
		const message = this.toWholeMessage(nodeError, error);
		if (onError === 'continueErrorOutput') return { json: { error: message } };
		const errorName = readErrorName(getRefusal(error));
		return {
			json: {
				...this.items[itemIndex]!.json,
				error: message,
				...(errorName && { errorName: withoutToken(errorName, this.secret) }),
			},
		};
	}

	/** An item has no place for a description, so what the service expects becomes part of the message. */
	private toWholeMessage({ message }: Error, error: unknown): string {
		const { expects } = getRefusal(error);
		return expects ? `${message}. ${withoutTags(withoutToken(expects, this.secret))}` : message;
	}

	private async failUnsentAfter(failed: number, error: unknown): Promise<void> {
		// One error for all of them, because it names no item: n8n takes 0.1 ms to make one.
		const nodeError = this.toNodeError(withoutItem(error), failed, true);
		for (let itemIndex = failed + 1; itemIndex < this.items.length; itemIndex++) {
			const outcome = this.batches?.outcomes.get(itemIndex);
			if (outcome && !outcome.error) this.repeatOutcome(outcome);
			else await this.fail(error, itemIndex, nodeError);
			await this.breaks.due();
		}
	}

	private toNodeError(error: unknown, itemIndex: number, notSent = false) {
		const { context, batches, secret } = this;
		const others = context.continueOnFail() ? 0 : batches?.countOthersWith(error, itemIndex);
		const { fields } = this.operation;
		const isForModel = isTool(context);
		const placement = {
			itemIndex,
			itemCount: this.items.length,
			others,
			secret,
			notSent,
			isForModel,
			fields,
			valueOf: (field: string) => context.getNodeParameter(field, itemIndex, undefined),
		};
		return toNodeError(context.getNode(), error, placement);
	}
}

/** Whether all items have the same parameters, and keep nothing of the input that tells them apart. */
function areAlike(checked: ReadonlyArray<CheckedItem | Error>): boolean {
	const items = checked.flatMap((item) => (item instanceof Error ? [] : [item]));
	if (items.length < checked.length || items.some(({ kept }) => kept)) return false;
	// Items without expressions share the object.
	const parameters = new Set(items.map((item) => item.parameters));
	return new Set([...parameters].map((one) => JSON.stringify(one))).size === 1;
}

/** The sweepstakes of an item: its ID, or its handler while the ID is not known. */
function toPlace({ parameters }: CheckedItem): string {
	return JSON.stringify(parameters.sweepstakes) ?? '';
}

/** The columns of any item that Map Automatically left out. */
function listUnused(checked: ReadonlyArray<CheckedItem | Error>): ReadonlySet<string> {
	const unused = new Set<string>();
	for (const item of checked) {
		if (!(item instanceof Error)) for (const column of item.unused) unused.add(column);
	}
	return unused;
}
