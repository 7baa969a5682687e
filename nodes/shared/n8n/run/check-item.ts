import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isBlank } from '../../json';
import { InputError } from '../errors/node-errors';
import type { HeadingMatches } from '../input/headings';
import { findMapper, parameterReader, readMapped, type Parameters } from '../input/parameters';
import { withKnownIds, withStandIns } from '../input/picked-ids';
import { fieldsFor, isChosenByOwner, isTool, readNode } from '../operation/as-tool';
import type { Operation } from '../operation/operation';
import { splitInputOptions, withInputOptions } from '../operation/properties';

/** An item that can be sent, as far as we can tell without the service. */
export interface CheckedItem {
	itemIndex: number;
	/** Without the IDs that have to be looked up. */
	parameters: Parameters;
	/** The request built from `parameters`, unless an ID is missing. */
	request: unknown;
	/** Whether Options › Dry Run is on. */
	isDry: boolean;
	/** Whether a run in the editor takes only the first items. */
	isForTest: boolean;
	/** The fields of the input item that the results include. */
	kept?: IDataObject;
	unused: readonly string[];
}

/** @returns a function that reads and checks an item. It throws an `InputError` if the item cannot be sent. */
export function itemChecker(
	context: IExecuteFunctions,
	operation: Operation,
	restrictsAgents: boolean,
	matches: HeadingMatches,
): (itemIndex: number) => CheckedItem {
	const read = parameterReader(context, fieldsFor(context, withInputOptions(operation)), matches);
	let latest: Parameters | undefined;
	let checked: Omit<CheckedItem, 'itemIndex' | 'kept'>;
	let isKept = false;
	return (itemIndex) => {
		const values = read(itemIndex);
		if (values !== latest) {
			// The options are read with the other fields, so that n8n evaluates each expression once.
			const { parameters: own, added } = splitInputOptions(operation, values);
			const parameters = withKnownIds(own, operation.fields);
			const complete = withStandIns(parameters, operation.fields);
			const request = operation.check(complete);
			if (restrictsAgents && isTool(context)) throwIfRestricted(context, operation, parameters);
			const { unused = [] } = readMapped(operation.fields, parameters);
			checked = {
				parameters,
				request: complete === parameters ? request : undefined,
				isDry: added.dryRun === true,
				isForTest: added.testRuns === 'first',
				unused,
			};
			isKept = added.includeInputFields === true;
			latest = values;
		}
		return { itemIndex, ...checked, kept: isKept ? context.getInputData()[itemIndex]!.json : undefined };
	};
}

/**
 * @returns a function that matches the headings of an item, if they are mapped automatically. It runs before
 *   the item is read, and in steps, so that very many headings do not block other workflows.
 */
export function headingMatcher(
	context: IExecuteFunctions,
	operation: Operation,
	matches: HeadingMatches,
): (itemIndex: number) => Generator<void> | undefined {
	const mapper = findMapper(operation.fields);
	const stored = mapper && readNode(context).parameters[mapper.name];
	return (itemIndex) => matches.matchAhead(stored, context.getInputData()[itemIndex]!.json);
}

const RESTRICTED = ', because “Restrict Agents” is on in the credential';

/** @throws {InputError} if a tool could write in a sweepstakes that its owner has not chosen. */
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
