import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isBlank } from '../../json';
import { InputError } from '../errors/node-errors';
import { EmptyFields } from '../input/empty-parts';
import { createParameterReader, readMapped, type Parameters } from '../input/parameters';
import { withKnownIds, withStandIns } from '../input/picked-ids';
import { selectFields, isChosenByOwner, isTool } from '../as-tool';
import type { Operation } from '../operation/operation';
import { splitInputOptions, withInputOptions } from '../operation/properties';
import type { Breaks } from './breaks';

/** An item that can be sent, as far as this can be found out without the service. */
export interface CheckedItem {
	itemIndex: number;
	/** The parameters. Values whose ID must be looked up have not been replaced by the ID yet. */
	parameters: Parameters;
	/** The request built from `parameters`; undefined if an ID must be looked up first. */
	request: unknown;
	/** Whether Options › Dry Run is on. */
	isDry: boolean;
	/** Whether a run that is started in the editor processes only the first items (Options › Test Runs). */
	isForTest: boolean;
	/** The fields of the input item to include in the results. */
	inputFields?: IDataObject;
	unused: readonly string[];
}

/** Facts about the items that the hints depend on. */
export interface ItemsForHints {
	/** The columns that Map Automatically did not use, of all items together. */
	unused: ReadonlySet<string>;
	/**
	 * How many times the node would read the same data: the number of items if the operation only reads and all items
	 * have the same parameters; otherwise 0.
	 */
	repeats: number;
	/** The operation, if at least one item is a dry run; otherwise undefined. */
	dryRunOf?: Operation;
}

/** The items of a run. An item that cannot be sent is replaced by its error. */
export class CheckedItems {
	readonly all: Array<CheckedItem | Error> = [];
	/** Maps a sweepstakes (see `toPlace`) to the number of its items. */
	private readonly counts = new Map<string, number>();

	addItem(item: CheckedItem): void {
		this.all.push(item);
		this.counts.set(toPlace(item), this.countForSameSweepstakes(item) + 1);
	}

	addError(error: Error): void {
		this.all.push(error);
	}

	keepFirst(count: number): void {
		for (const item of this.all.splice(count))
			if (!(item instanceof Error)) this.counts.set(toPlace(item), this.countForSameSweepstakes(item) - 1);
	}

	/** Returns the number of items for the same sweepstakes as this item. */
	countForSameSweepstakes(item: CheckedItem): number {
		return this.counts.get(toPlace(item)) ?? 0;
	}

	/** Whether a run that is started in the editor processes only the first items (Options › Test Runs). */
	get isForTest(): boolean {
		return this.listGood().some((item) => item.isForTest);
	}

	describe(operation: Operation): ItemsForHints {
		const unused = new Set<string>();
		for (const item of this.listGood()) for (const column of item.unused) unused.add(column);
		const repeats = operation.reads && this.haveSameParameters() ? this.all.length : 0;
		const isDry = this.listGood().some((item) => item.isDry);
		return { unused, repeats, dryRunOf: isDry ? operation : undefined };
	}

	/** Whether all items have the same parameters, and their results include no input fields, which could differ. */
	private haveSameParameters(): boolean {
		const items = this.listGood();
		if (items.length < this.all.length || items.some(({ inputFields }) => inputFields)) return false;
		// Items without expressions share one object, so only a few objects have to be compared.
		const parameters = new Set(items.map((item) => item.parameters));
		return new Set([...parameters].map((one) => JSON.stringify(one))).size === 1;
	}

	private listGood(): CheckedItem[] {
		return this.all.flatMap((item) => (item instanceof Error ? [] : [item]));
	}
}

/** Returns a key for the sweepstakes of an item: the ID or, if the ID has not been looked up yet, the handler. */
function toPlace({ parameters }: CheckedItem): string {
	return JSON.stringify(parameters.sweepstakes) ?? '';
}

/** Reads and checks all items of a run before the first one is sent. */
export async function checkItems(
	context: IExecuteFunctions,
	operation: Operation,
	restrictsAgents: boolean,
	breaks: Breaks,
): Promise<CheckedItems> {
	const emptyFields = new EmptyFields();
	const check = createItemChecker(context, operation, restrictsAgents, emptyFields);
	const checked = new CheckedItems();
	for (const itemIndex of context.getInputData().keys()) {
		try {
			checked.addItem(check(itemIndex));
		} catch (error) {
			checked.addError(error instanceof InputError ? emptyFields.explain(error) : (error as Error));
		}
		await breaks.takeIfDue();
	}
	return checked;
}

/** Returns a function that reads and checks an item. It throws an `InputError` if the item cannot be sent. */
function createItemChecker(
	context: IExecuteFunctions,
	operation: Operation,
	restrictsAgents: boolean,
	emptyFields: EmptyFields,
): (itemIndex: number) => CheckedItem {
	const fields = selectFields(context, withInputOptions(operation));
	const read = createParameterReader(context, fields, emptyFields);
	let latest: Parameters | undefined;
	let checked: Omit<CheckedItem, 'itemIndex' | 'inputFields'>;
	let isKept = false;
	return (itemIndex) => {
		const values = read(itemIndex);
		if (values !== latest) {
			// The options are read together with the other fields, so that n8n evaluates each expression only once.
			const { parameters: own, keepsInput, ...choices } = splitInputOptions(operation, values);
			const parameters = withKnownIds(own, operation.fields);
			const complete = withStandIns(parameters, operation.fields);
			const request = operation.check(complete);
			if (restrictsAgents && isTool(context)) throwIfRestricted(context, operation, parameters);
			const { unused = [] } = readMapped(operation.fields, parameters);
			checked = { parameters, request: complete === parameters ? request : undefined, unused, ...choices };
			isKept = keepsInput;
			latest = values;
		}
		return {
			itemIndex,
			...checked,
			inputFields: isKept ? context.getInputData()[itemIndex]!.json : undefined,
		};
	};
}

const RESTRICTED = ', because “Restrict Agents” is on in the credential';

/**
 * Enforces the credential's setting Restrict Agents in a tool.
 *
 * @throws {InputError} if the tool could write in a sweepstakes that its owner has not chosen
 */
function throwIfRestricted(
	context: IExecuteFunctions,
	operation: Operation,
	{ sweepstakes }: Parameters,
): void {
	if (operation.reads) return;
	if (!operation.fields.some(({ name }) => name === 'sweepstakes'))
		throw new InputError('Operation', `must be an operation that only reads${RESTRICTED}`);
	if (isBlank(sweepstakes) || !isChosenByOwner(context, 'sweepstakes'))
		throw new InputError('Sweepstakes', `must be chosen in the tool, not by the model${RESTRICTED}`);
}
