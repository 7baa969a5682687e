import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { asObject } from '../../json';
import { InputError } from '../errors/nodeErrors';
import { readParameters, type Parameters } from '../input/parameters';
import { withPendingIds } from '../input/pickedIds';
import { fieldsFor, isChosenByOwner, isTool } from '../operation/asTool';
import type { Mapped } from '../operation/field';
import { isReading, type Operation } from '../operation/operation';
import { inputOptions } from '../operation/properties';
import type { RunState } from './runState';

/** An item that can be sent, as far as we can tell without the service. */
export interface CheckedItem {
	itemIndex: number;
	parameters: Parameters;
	kept: IDataObject;
}

/** @throws {InputError} if the item cannot be sent. */
export function checkItem(
	context: IExecuteFunctions,
	operation: Operation,
	itemIndex: number,
	restrictsAgents: boolean,
	state: RunState,
): CheckedItem {
	const parameters = readParameters(context, fieldsFor(context, operation.fields), itemIndex);
	// Read apart, so that they are not sent.
	const { options } = readParameters(context, [inputOptions], itemIndex);
	const isKept = asObject(options).includeInputFields === true;
	operation.check(withPendingIds(parameters, operation.fields));
	if (restrictsAgents && isTool(context)) throwIfRestricted(context, operation);
	const mapper = operation.fields.find(({ type }) => type === 'resourceMapper');
	const { unused = [] } = asObject(mapper && parameters[mapper.name]) as Partial<Mapped>;
	for (const column of unused) state.unused.add(column);
	return { itemIndex, parameters, kept: isKept ? context.getInputData()[itemIndex]!.json : {} };
}

const RESTRICTED = ', because “Restrict Agents” is on in the credential';

/** @throws {InputError} if a tool could write in a sweepstakes that its owner has not chosen. */
function throwIfRestricted(context: IExecuteFunctions, operation: Operation): void {
	if (isReading(operation)) return;
	if (!operation.fields.some(({ name }) => name === 'sweepstakes'))
		throw new InputError('Operation', `must be an operation that only reads${RESTRICTED}`);
	if (!isChosenByOwner(context, 'sweepstakes'))
		throw new InputError('Sweepstakes', `must be chosen in the tool, not by the model${RESTRICTED}`);
}
