import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { DataBudget } from '../../api/data-budget';
import type { Client } from '../../client/client';
import { asObject } from '../../json';
import { takeBreakIfDue } from '../../sleep';
import type { BatchOperation, ItemOperation, Operation } from '../operation/operation';
import { ItemWithFile, toBinary } from '../output/file';
import type { ToOutput } from '../output/output-item';
import { completeItem, listGoodItems, type CheckedItem, type CheckedItems } from './checked-items';

const TO_CHANGE_THIS = '. To change this, use “Options › When Several Items Come In”';

const NO_INPUT_FIELDS = '“Include Input Fields” had no effect, because the results belong to several items';

/**
 * The maximum number of items that a shared result is paired with. n8n compares all of them for each expression that
 * refers to the item of an earlier node.
 */
const MAX_PAIRED = 100;

export interface ItemResult {
	output: readonly INodeExecutionData[];
	error?: unknown;
	/** Whether the item was not sent, because the error of an earlier item ended the run. */
	isUnsent?: boolean;
	/** The request as JSON, if all items with the same request share the result of the first one. */
	sharedRequest?: string;
}

/** Sends the items of a run, alone or together with items that share a call, and creates their output. */
export class Sender {
	/** Maps the index of each item that was sent to its result. */
	readonly results = new Map<number, ItemResult>();
	/** Maps the key of a shared call to the items that have not been sent yet. */
	private readonly waiting = new Map<string, CheckedItem[]>();
	/** Maps a sweepstakes (see `identifySweepstakes`) to the number of its items. */
	private readonly counts = new Map<string, number>();
	/** Maps a `sharedRequest` to the result of the first item with this request. */
	private readonly shared = new Map<string, ItemResult>();
	/** Maps the settings of items that share their results (see `toSharedSettings`) to the number of these items. */
	private readonly sharers = new Map<string, number>();

	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly toOutput: ToOutput,
	) {}

	static async create(
		context: IExecuteFunctions,
		operation: Operation,
		items: CheckedItems,
		toOutput: ToOutput,
	): Promise<Sender> {
		const sender = new Sender(context, operation, toOutput);
		for (const item of listGoodItems(items)) {
			sender.count(item);
			await takeBreakIfDue();
		}
		return sender;
	}

	private count(item: CheckedItem): void {
		const sweepstakes = identifySweepstakes(item);
		this.counts.set(sweepstakes, (this.counts.get(sweepstakes) ?? 0) + 1);
		if (this.operation.batch) this.getWaitingWith(item).push(item);
		const settings = this.toSharedSettings(item);
		if (settings !== undefined) this.sharers.set(settings, (this.sharers.get(settings) ?? 0) + 1);
	}

	/** Sends an item, together with the next items that share its call. */
	async send(client: Client, item: CheckedItem): Promise<ItemResult> {
		const { operation } = this;
		const caller = item.isDry ? client.toDryRunClient() : client;
		const items = operation.batch ? this.getWaitingWith(item).splice(0, operation.batch.max) : [item];
		const sent = operation.batch
			? await this.sendTogether(caller, operation, items)
			: [await this.sendAlone(caller, operation, item)];
		for (const [index, result] of sent.entries()) {
			this.results.set(items[index]!.itemIndex, result);
			if (result.sharedRequest !== undefined) this.shared.set(result.sharedRequest, result);
		}
		return sent[0]!;
	}

	/** A sentence that names the option for items that share a call, if the operation has one. */
	private get advice(): string {
		const options = this.operation.fields.flatMap((field) => field.options ?? []);
		return options.some(({ name }) => name === 'severalItems') ? TO_CHANGE_THIS : '';
	}

	private getWaitingWith({ parameters, isDry }: CheckedItem): CheckedItem[] {
		const key = JSON.stringify([isDry, { ...parameters, [this.operation.batch!.field]: undefined }]);
		const items = this.waiting.get(key) ?? [];
		this.waiting.set(key, items);
		return items;
	}

	/** Returns the settings of an item if items with the same settings share their results. */
	private toSharedSettings({ parameters, isDry }: CheckedItem): string | undefined {
		const isShared =
			!this.operation.batch && this.operation.onceFor && asObject(parameters.options).severalItems !== 'each';
		return isShared ? JSON.stringify([isDry, parameters]) : undefined;
	}

	/**
	 * Removes an item's input fields if its results also belong to other items. If they stayed, each winner of a draw
	 * would get the fields of the first participant.
	 */
	private withoutOthersFields(client: Client, item: CheckedItem, settings: string | undefined): CheckedItem {
		const isForSeveral = settings !== undefined && this.sharers.get(settings)! > 1;
		if (!isForSeveral || !item.inputFields) return item;
		client.hints.add(`${NO_INPUT_FIELDS}${this.advice}.`);
		return { ...item, inputFields: undefined };
	}

	private async sendAlone(client: Client, operation: ItemOperation, item: CheckedItem): Promise<ItemResult> {
		const output: INodeExecutionData[] = [];
		let sharedRequest: string | undefined;
		try {
			const complete = await completeItem(client, this.operation, item);
			const settings = this.toSharedSettings(item);
			if (settings !== undefined) sharedRequest = JSON.stringify([item.isDry, complete.request]);
			const first = sharedRequest && this.shared.get(sharedRequest);
			if (first) {
				if (first.error !== undefined) throw first.error;
				pairWith(first.output, item);
				client.hints.skip(`an earlier item asked for the same ${operation.onceFor}${this.advice}`);
				return { output };
			}
			const source = this.withoutOthersFields(client, item, settings);
			const itemCount = this.counts.get(identifySweepstakes(item))!;
			const input = this.context.getInputData()[item.itemIndex]!.json;
			const held = client.memory.getOrCreate('held data', () => new DataBudget());
			for await (const results of operation.run({ client, ...complete, itemCount, input })) {
				for (const result of Array.isArray(results) ? (results as object[]) : [results]) {
					// Only reads count toward the memory limit, because the result of a write must never be replaced by an error.
					if (source.inputFields && operation.reads) held.holdCopy(source.inputFields);
					const one = this.toOutput(result, source);
					if (result instanceof ItemWithFile) one.binary = await toBinary(this.context, result.file);
					output.push(one);
					await takeBreakIfDue();
				}
			}
			return { output, sharedRequest };
		} catch (error) {
			return { output, error, sharedRequest };
		}
	}

	private async sendTogether(
		client: Client,
		operation: BatchOperation,
		items: readonly CheckedItem[],
	): Promise<ItemResult[]> {
		try {
			const requests: unknown[] = [];
			for (const item of items) requests.push((await completeItem(client, this.operation, item)).request);
			const results = await operation.runBatch(client, requests as [unknown, ...unknown[]]);
			return results.map((result, index) =>
				result instanceof Error
					? { output: [], error: result }
					: { output: [this.toOutput(result, items[index]!)] },
			);
		} catch (error) {
			return items.map(() => ({ output: [], error }));
		}
	}
}

/** Returns a key for the sweepstakes of an item: the ID or, if the ID has not been looked up yet, the handler. */
function identifySweepstakes({ parameters }: CheckedItem): string {
	return JSON.stringify(parameters.sweepstakes) ?? '';
}

/**
 * Pairs the results of an earlier item with one more item, so that n8n does not take the fields of the first item for
 * the fields of each result. All results share one list, because there may be thousands of results and items.
 */
function pairWith([first, ...others]: readonly INodeExecutionData[], { itemIndex }: CheckedItem): void {
	if (!first) return;
	const paired = Array.isArray(first.pairedItem) ? first.pairedItem : [first.pairedItem as IPairedItemData];
	if (paired.length >= MAX_PAIRED) return;
	paired.push({ item: itemIndex });
	if (first.pairedItem === paired) return;
	for (const one of [first, ...others]) one.pairedItem = paired;
}
