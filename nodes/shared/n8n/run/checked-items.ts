import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Client } from '../../client/client';
import { findInvented } from '../../client/dry-run';
import { undefinedIfRehearsed } from '../../client/failures';
import { isBlank } from '../../json';
import { pluralize } from '../../pluralize';
import { takeBreakIfDue } from '../../sleep';
import { endsRun, InputError } from '../errors/node-errors';
import type { EmptyFields } from '../input/empty-parts';
import { createParameterReader, readMapped, type Parameters } from '../input/parameters';
import { withIds, withKnownIds, withStandIns } from '../input/picked-ids';
import { selectFields, isChosenByOwner, isTool } from '../as-tool';
import type { Operation } from '../operation/operation';
import { splitInputOptions, withInputOptions } from '../operation/properties';

/** An item that can be sent, as far as this can be found out without the service. */
export interface CheckedItem {
	itemIndex: number;
	/** The parameters. IDs that must be looked up are still missing: their pickers have the picked values. */
	parameters: Parameters;
	/** The request built from `parameters`; undefined if an ID must be looked up first. */
	request: unknown;
	/** Whether Options › Dry Run is on, or the credential's Rehearse. */
	isDry: boolean;
	/** The fields of the input item to include in the results. */
	inputFields?: IDataObject;
	unused: readonly string[];
}

/** The items of a run. An item that cannot be sent is replaced by its error. */
export type CheckedItems = Array<CheckedItem | Error>;

export function listGoodItems(items: CheckedItems): CheckedItem[] {
	return items.filter((item): item is CheckedItem => !(item instanceof Error));
}

/** What the credential prescribes for all items. Both are undefined if there is no usable credential. */
export interface CredentialRules {
	rehearses?: boolean;
	restrictsAgents?: boolean;
}

/** Reads and checks all items of a run before the first one is sent. */
export async function checkItems(
	context: IExecuteFunctions,
	operation: Operation,
	rules: CredentialRules,
	emptyFields: EmptyFields,
): Promise<CheckedItems> {
	const check = createItemChecker(context, operation, rules, emptyFields);
	const items: CheckedItems = [];
	for (const itemIndex of context.getInputData().keys()) {
		try {
			items.push(check(itemIndex));
		} catch (error) {
			items.push(error instanceof InputError ? emptyFields.explain(error) : (error as Error));
		}
		await takeBreakIfDue();
	}
	return items;
}

/**
 * Checks the items against what the service knows, if the operation does that. A failure that ends the run also ends
 * the check.
 */
export async function checkOnline(client: Client, operation: Operation, items: CheckedItems): Promise<void> {
	if (!operation.checkOnline) return;
	for (const [index, item] of items.entries()) {
		if (item instanceof Error) continue;
		try {
			const complete = await completeItem(client, operation, item);
			await operation.checkOnline({ client, ...complete, itemIndex: index }).catch(undefinedIfRehearsed);
			items[index] = { ...item, ...complete };
		} catch (error) {
			items[index] = error as Error;
			if (endsRun(error)) return;
		}
		await takeBreakIfDue();
	}
}

/** Looks up missing IDs. Returns the complete parameters and their request. */
export async function completeItem(client: Client, operation: Operation, item: CheckedItem) {
	const { parameters: read, request } = item;
	if (request !== undefined) return { parameters: read, request };
	const parameters = await withIds(read, operation.fields, client);
	return { parameters, request: operation.check(parameters) };
}

/** Returns a function that reads and checks an item. It throws an `InputError` if the item cannot be sent. */
function createItemChecker(
	context: IExecuteFunctions,
	operation: Operation,
	{ rehearses, restrictsAgents }: CredentialRules,
	emptyFields: EmptyFields,
): (itemIndex: number) => CheckedItem {
	const fields = selectFields(context, withInputOptions(operation));
	const read = createParameterReader(context, fields, emptyFields);
	let latest: Parameters | undefined;
	let checked: Omit<CheckedItem, 'itemIndex' | 'inputFields'>;
	let isKept: boolean;
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
			const isDry = choices.isDry || (rehearses === true && !operation.reads);
			if (!isDry && !operation.reads) throwIfInvented(operation, parameters);
			checked = { parameters, request: complete === parameters ? request : undefined, unused, isDry };
			isKept = keepsInput;
			latest = values;
		}
		const { json } = context.getInputData()[itemIndex]!;
		if (json.dryRun === true && !checked.isDry && !operation.reads) throw new InputError('Input', REHEARSED);
		if (isKept && Object.keys(json).length > MAX_INPUT_FIELDS)
			throw new InputError('Include Input Fields', TOO_MANY_FIELDS);
		return { itemIndex, ...checked, inputFields: isKept ? json : undefined };
	};
}

/** The maximum number of fields of an item that are included in each of its results. */
const MAX_INPUT_FIELDS = 10_000;

const TOO_MANY_FIELDS = `must be off for an item with more than ${pluralize(MAX_INPUT_FIELDS, 'field')}`;

const FIRST_FOR_REAL = 'Run the earlier nodes for real first';

const REHEARSED = `comes from a dry run or a rehearsal (“dryRun” is true). ${FIRST_FOR_REAL}`;

/**
 * Refuses people and links that a dry run or a rehearsal made up, because a node in between may have dropped
 * `dryRun` from the item.
 *
 * @throws {InputError} if a field has such a value
 */
function throwIfInvented({ fields }: Operation, parameters: Parameters): void {
	if (!findInvented(JSON.stringify(parameters))) return;
	for (const { name, displayName } of fields) {
		const invented = findInvented(JSON.stringify(parameters[name]) ?? '');
		if (!invented) continue;
		const expected = `must not contain “${invented}”, which only a dry run or a rehearsal makes up`;
		throw new InputError(displayName, `${expected}. ${FIRST_FOR_REAL}`);
	}
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
