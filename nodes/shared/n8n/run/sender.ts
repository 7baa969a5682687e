import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Client } from '../../client/client';
import { isAmbiguous } from '../../client/failures';
import { withIds } from '../input/picked-ids';
import type { Parameters } from '../input/parameters';
import type { BatchOperation, ItemOperation, Operation } from '../operation/operation';
import { ItemWithFile, toBinary } from '../output/file';
import type { ToOutput } from '../output/output-item';
import type { Breaks } from './breaks';
import type { CheckedItem } from './check-item';
import type { CheckedItems } from './checked-items';
import type { Outcome } from './tries';

type Sent = Omit<Outcome, 'isFinal'>;

/** Sends the items of a run, one by one or as many as share a call, and makes their output. */
export class Sender {
	/** The items that were not sent, by batch key. */
	private readonly waiting = new Map<string, CheckedItem[]>();

	/** @param outcomes by item index, perhaps of earlier tries; absent if each item is sent alone and only once. */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly checked: CheckedItems,
		private readonly toOutput: ToOutput,
		private readonly breaks: Breaks,
		readonly outcomes: Map<number, Outcome> | undefined,
	) {
		for (const item of operation.batch ? checked.all : [])
			if (!(item instanceof Error) && !outcomes?.has(item.itemIndex)) this.waitingLike(item).push(item);
	}

	/** The outcome of an item. An unsent one is sent together with the next items that share its call. */
	async settle(client: Client, item: CheckedItem): Promise<Outcome> {
		const known = this.outcomes?.get(item.itemIndex);
		if (known) return known;
		const { operation } = this;
		const before = client.stats.sideEffects;
		const caller = item.isDry ? client.forDryRun() : client;
		const items = operation.batch ? this.waitingLike(item).splice(0, operation.batch.max) : [item];
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

	private waitingLike({ parameters, isDry }: CheckedItem): CheckedItem[] {
		const key = `${isDry} ${this.operation.batch!.keyOf(parameters)}`;
		const items = this.waiting.get(key) ?? [];
		this.waiting.set(key, items);
		return items;
	}

	private async sendAlone(client: Client, operation: ItemOperation, item: CheckedItem): Promise<Sent> {
		const { request } = item;
		const output: INodeExecutionData[] = [];
		try {
			const parameters = request ? item.parameters : await withIds(item.parameters, operation.fields, client);
			const itemCount = this.checked.countAlike(item);
			for await (const results of operation.run({ client, parameters, request, itemCount })) {
				for (const result of Array.isArray(results) ? (results as object[]) : [results]) {
					const one = this.toOutput(result, item);
					if (result instanceof ItemWithFile) one.binary = await toBinary(this.context, result.file);
					output.push(one);
					await this.breaks.due();
				}
			}
			return { output };
		} catch (error) {
			return { output, error };
		}
	}

	private async sendTogether(
		client: Client,
		{ batch, fields }: BatchOperation,
		items: readonly CheckedItem[],
	): Promise<Sent[]> {
		try {
			const parameters: Parameters[] = [];
			for (const item of items) parameters.push(await withIds(item.parameters, fields, client));
			const results = await batch.run(client, parameters);
			return items.map((item, index) => {
				const result = results[index]!;
				return result instanceof Error
					? { output: [], error: result }
					: { output: [this.toOutput(result, item)] };
			});
		} catch (error) {
			return items.map(() => ({ output: [], error }));
		}
	}
}
