import type { IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../operation/operation';
import { HeadingMatches } from '../input/headings';
import type { Breaks } from './breaks';
import { headingMatcher, itemChecker, type CheckedItem } from './check-item';

/** What the hints need to know about the items. */
export interface ItemsForHints {
	/** Columns of any item that Map Automatically left out. */
	unused: ReadonlySet<string>;
	/** How many items a reading operation had, if all had the same parameters; else 0. */
	repeats: number;
	/** The operation, if any of its items is a dry run. */
	dryRunOf?: Operation;
}

/** The items of a run, or why they cannot be sent. */
export class CheckedItems {
	readonly all: Array<CheckedItem | Error> = [];
	/** The number of items for each sweepstakes. */
	private readonly counts = new Map<string, number>();

	addItem(item: CheckedItem): void {
		this.all.push(item);
		this.counts.set(toPlace(item), this.countAlike(item) + 1);
	}

	addError(error: Error): void {
		this.all.push(error);
	}

	/** Leaves out the items after the first `count`. */
	keepFirst(count: number): void {
		for (const item of this.all.splice(count))
			if (!(item instanceof Error)) this.counts.set(toPlace(item), this.countAlike(item) - 1);
	}

	/** The number of items for the same sweepstakes. */
	countAlike(item: CheckedItem): number {
		return this.counts.get(toPlace(item)) ?? 0;
	}

	/** Whether a run in the editor takes only the first items. */
	get isForTest(): boolean {
		return this.listGood().some((item) => item.isForTest);
	}

	describe(operation: Operation): ItemsForHints {
		const unused = new Set<string>();
		for (const item of this.listGood()) for (const column of item.unused) unused.add(column);
		const repeats = operation.reads && this.areAlike() ? this.all.length : 0;
		const isDry = this.listGood().some((item) => item.isDry);
		return { unused, repeats, dryRunOf: isDry ? operation : undefined };
	}

	/** Whether all items have the same parameters, and keep nothing of the input that tells them apart. */
	private areAlike(): boolean {
		const items = this.listGood();
		if (items.length < this.all.length || items.some(({ kept }) => kept)) return false;
		// Items without expressions share one object, so that few have to be compared.
		const parameters = new Set(items.map((item) => item.parameters));
		return new Set([...parameters].map((one) => JSON.stringify(one))).size === 1;
	}

	private listGood(): CheckedItem[] {
		return this.all.flatMap((item) => (item instanceof Error ? [] : [item]));
	}
}

/** Reads and checks all items of a run, before the first is sent. */
export async function checkItems(
	context: IExecuteFunctions,
	operation: Operation,
	restrictsAgents: boolean,
	breaks: Breaks,
): Promise<CheckedItems> {
	const matches = new HeadingMatches();
	const check = itemChecker(context, operation, restrictsAgents, matches);
	const matchAhead = headingMatcher(context, operation, matches);
	const checked = new CheckedItems();
	for (const itemIndex of context.getInputData().keys()) {
		const steps = matchAhead(itemIndex);
		if (steps) await breaks.between(steps);
		try {
			checked.addItem(check(itemIndex));
		} catch (error) {
			checked.addError(error as Error);
		}
		await breaks.due();
	}
	return checked;
}

/** The sweepstakes of an item: its ID, or its handler while the ID is not known. */
function toPlace({ parameters }: CheckedItem): string {
	return JSON.stringify(parameters.sweepstakes) ?? '';
}
