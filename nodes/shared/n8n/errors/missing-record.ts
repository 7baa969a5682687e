import type { Failure } from '../../client/failures';
import { asObject, cut, toText } from '../../json';
import { readPickedName } from '../picked-name';
import type { LabeledField } from './labels';

/** The operation's fields and their values, which the text of an error may mention. */
export interface FailureContext {
	/** The fields of the operation. Their labels replace the request keys in the service's text. */
	fields: readonly LabeledField[];
	/** Returns the value of a field for the item, in n8n's format. */
	valueOf(field: string): unknown;
}

/**
 * Describes the failure if the service did not find the record that was picked.
 *
 * @returns undefined if this is another failure, if the service may mean one of several picked records, or if none was
 *   picked
 */
export function describeMissing(
	failure: Failure,
	{ fields, valueOf }: FailureContext,
): { message: string; description: string } | undefined {
	const words = nameMissing(failure);
	const picker = words !== undefined && findPicker(words, fields);
	if (!picker) return undefined;
	const { displayName, name } = picker;
	const { listedBy = 'Get Many' } = picker.typeOptions ?? {};
	const value = valueOf(name);
	const picked = readPickedName(value);
	const entered = cut(toText(asObject(value).value ?? ''));
	const place = name === 'sweepstakes' ? '' : readPlace({ fields, valueOf });
	if (picked)
		return {
			message: `“${picked}” ${place ? `is not in ${place}` : 'no longer exists'}`,
			description: `Choose another “${displayName}”.`,
		};
	if (!entered) return undefined;
	return {
		message: `“${entered}” ${place ? `is not in ${place}` : 'was not found in this account'}`,
		description: `Check ${place ? `“${displayName}” and “Sweepstakes”` : `“${displayName}”`}. “${listedBy}” lists the existing records.`,
	};
}

/** Returns a text that names what was not found, or undefined if something else failed. */
function nameMissing(failure: Failure): string | undefined {
	if (failure.code === 'notFound') return failure.record;
	const { code, status, serviceMessage = '' } = failure;
	return code === 'refused' && status === 404 ? serviceMessage : undefined;
}

/**
 * Returns the picker whose label occurs in a text. If no label occurs, returns the only picker. Returns undefined if
 * several pickers are possible.
 */
function findPicker(words: string, fields: readonly LabeledField[]): LabeledField | undefined {
	const pickers = fields.filter(({ modes }) => modes);
	const named = pickers.filter(
		({ displayName }) => displayName && words.toLowerCase().includes(displayName.toLowerCase()),
	);
	const [found, another] = named.length > 0 ? named : pickers;
	return another ? undefined : found;
}

function readPlace({ fields, valueOf }: FailureContext): string {
	const isOfSweepstakes = fields.some(({ name }) => name === 'sweepstakes');
	return isOfSweepstakes ? readPickedName(valueOf('sweepstakes')) || 'this sweepstakes' : '';
}
