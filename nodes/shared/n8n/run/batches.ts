import type { INodeExecutionData } from 'n8n-workflow';

import { Cancelled } from '../../client/cancellation';
import type { Client } from '../../client/client';
import { isAmbiguous } from '../../client/failures';
import { withIds } from '../input/picked-ids';
import type { Parameters } from '../input/parameters';
import type { BatchOperation } from '../operation/operation';
import type { CheckedItem } from './check-item';
import type { FinishedItem } from './tries';

/** Sends the items of an operation that takes many items in one call. */
export class Batches {
	/** By item index. */
	readonly outcomes = new Map<number, FinishedItem>();
	/** By batch key. */
	private readonly waiting = new Map<string, CheckedItem[]>();

	/** @param checked all items of the run; finished and invalid ones are skipped. */
	constructor(
		private readonly operation: BatchOperation,
		checked: ReadonlyArray<CheckedItem | Error>,
		private readonly finishedItems: Map<number, FinishedItem> | undefined,
		private readonly toOutput: (result: object, item: CheckedItem) => INodeExecutionData,
	) {
		for (const item of checked) {
			if (item instanceof Error || finishedItems?.has(item.itemIndex)) continue;
			const key = this.keyOf(item);
			const waiting = this.waiting.get(key);
			if (waiting) waiting.push(item);
			else this.waiting.set(key, [item]);
		}
	}

	/** The outcome of an item. An unsent one is sent together with the next items of its batch. */
	async send(client: Client, item: CheckedItem): Promise<FinishedItem> {
		const outcome = this.outcomes.get(item.itemIndex);
		if (outcome) return outcome;
		const members = this.waiting.get(this.keyOf(item))!.splice(0, this.operation.batch.max);
		const before = client.stats.sideEffects;
		const caller = item.isDry ? client.forDryRun() : client;
		const results = await this.callFor(caller, members).catch((error: unknown) => {
			if (error instanceof Cancelled) throw error;
			return members.map(() => error as Error);
		});
		for (const [index, member] of members.entries()) {
			const result = results[index]!;
			const isFailure = result instanceof Error;
			const output = isFailure ? [] : [this.toOutput(result, member)];
			const finished = { output, error: isFailure ? result : undefined };
			this.outcomes.set(member.itemIndex, finished);
			if (!isFailure || isAmbiguous(result) || client.stats.sideEffects > before)
				this.finishedItems?.set(member.itemIndex, finished);
		}
		return this.outcomes.get(item.itemIndex)!;
	}

	countOthersWith(failure: unknown, failed: number): number {
		return [...this.outcomes].filter(([itemIndex, { error }]) => itemIndex !== failed && error === failure)
			.length;
	}

	listDoneAfter(failed: number): INodeExecutionData[][] {
		const later = [...this.outcomes].filter(([itemIndex, { error }]) => itemIndex > failed && !error);
		return later.map(([, { output }]) => output);
	}

	private keyOf({ parameters, isDry }: CheckedItem): string {
		return `${isDry} ${this.operation.batch.keyOf(parameters)}`;
	}

	private async callFor(client: Client, members: readonly CheckedItem[]) {
		const items: Parameters[] = [];
		for (const { parameters } of members)
			items.push(await withIds(parameters, this.operation.fields, client));
		return await this.operation.batch.run(client, items);
	}
}
