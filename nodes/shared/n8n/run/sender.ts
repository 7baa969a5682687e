import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Client } from '../../client/client';
import { isAmbiguous } from '../../client/failures';
import { withIds } from '../input/picked-ids';
import type { BatchOperation, ItemOperation, Operation } from '../operation/operation';
import { ItemWithFile, toBinary } from '../output/file';
import type { ToOutput } from '../output/output-item';
import type { Breaks } from './breaks';
import type { CheckedItem, CheckedItems } from './checked-items';
import type { ItemOutcome } from './earlier-attempts';

type SendResult = Omit<ItemOutcome, 'isFinal'>;

/** Sends the items of a run, alone or together with items that share a call, and creates their output. */
export class Sender {
	/** Maps the key of a shared call to the items that have not been sent yet. */
	private readonly waiting = new Map<string, CheckedItem[]>();

	/**
	 * @param outcomes maps the index of an item to its outcome, which may come from an earlier attempt; undefined if each
	 *   item is sent alone and only once
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly checked: CheckedItems,
		private readonly toOutput: ToOutput,
		private readonly breaks: Breaks,
		readonly outcomes: Map<number, ItemOutcome> | undefined,
	) {
		for (const item of operation.batch ? checked.all : [])
			if (!(item instanceof Error) && !outcomes?.has(item.itemIndex)) this.getWaitingWith(item).push(item);
	}

	/**
	 * Returns the outcome of an item. If the item has not been sent, it is sent together with the next items that share
	 * its call.
	 */
	async settle(client: Client, item: CheckedItem): Promise<ItemOutcome> {
		const known = this.outcomes?.get(item.itemIndex);
		if (known) return known;
		const { operation } = this;
		const before = client.stats.sideEffects;
		const caller = item.isDry ? client.toDryRunClient() : client;
		const items = operation.batch ? this.getWaitingWith(item).splice(0, operation.batch.max) : [item];
		const sent = operation.batch
			? await this.sendTogether(caller, operation, items)
			: [await this.sendAlone(caller, operation, item)];
		const isProcessed = client.stats.sideEffects > before;
		const outcomes = sent.map(({ output, error }) => ({
			output,
			error,
			isFinal: error === undefined || isProcessed || isAmbiguous(error),
		}));
		for (const [index, outcome] of outcomes.entries()) this.outcomes?.set(items[index]!.itemIndex, outcome);
		return outcomes[0]!;
	}

	private getWaitingWith({ parameters, isDry }: CheckedItem): CheckedItem[] {
		const key = JSON.stringify([isDry, { ...parameters, [this.operation.batch!.field]: undefined }]);
		const items = this.waiting.get(key) ?? [];
		this.waiting.set(key, items);
		return items;
	}

	/** Looks up missing IDs. Returns the complete parameters and their request. */
	private async complete(client: Client, { parameters: read, request }: CheckedItem) {
		if (request !== undefined) return { parameters: read, request };
		const parameters = await withIds(read, this.operation.fields, client);
		return { parameters, request: this.operation.check(parameters) };
	}

	private async sendAlone(client: Client, operation: ItemOperation, item: CheckedItem): Promise<SendResult> {
		const output: INodeExecutionData[] = [];
		try {
			const itemCount = this.checked.countForSameSweepstakes(item);
			const complete = await this.complete(client, item);
			const rawValueOf = (field: string) => this.context.getNodeParameter(field, item.itemIndex);
			for await (const results of operation.run({ client, ...complete, itemCount, rawValueOf })) {
				for (const result of Array.isArray(results) ? (results as object[]) : [results]) {
					const one = this.toOutput(result, item);
					if (result instanceof ItemWithFile) one.binary = await toBinary(this.context, result.file);
					output.push(one);
					await this.breaks.takeIfDue();
				}
			}
			return { output };
		} catch (error) {
			return { output, error };
		}
	}

	private async sendTogether(
		client: Client,
		operation: BatchOperation,
		items: readonly CheckedItem[],
	): Promise<SendResult[]> {
		try {
			const requests: unknown[] = [];
			for (const item of items) requests.push((await this.complete(client, item)).request);
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
