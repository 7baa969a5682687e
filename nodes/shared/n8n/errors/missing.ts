import type { Failure } from '../../client/failures';
import { asObject, cut } from '../../json';
import { readPickedName } from '../editor/picked-name';
import type { Field } from '../operation/field';

/** The value of a field for the failed item, as n8n has it. */
export type ValueOf = (field: string) => unknown;

/**
 * Names the picked thing that the service did not find.
 *
 * @returns undefined if several may be meant, or if none was picked
 */
export function describeMissing(
	{ code, status, serviceMessage = '' }: Failure,
	fields: readonly Field[],
	valueOf: ValueOf,
): { message: string; description: string } | undefined {
	const isMissing = code === 'notFound' || (code === 'refused' && status === 404);
	const picker = isMissing && findPicker(code === 'notFound' ? 'participant' : serviceMessage, fields);
	if (!picker) return undefined;
	const { displayName, name } = picker;
	const value = valueOf(name);
	const picked = readPickedName(value);
	const entered = cut(String(asObject(value).value ?? ''));
	const place = name === 'sweepstakes' ? '' : readPlace(fields, valueOf);
	if (picked)
		return {
			message: `“${picked}” no longer exists${place && ` in ${place}`}`,
			description: `Choose another “${displayName}”.`,
		};
	if (!entered) return undefined;
	return {
		message: `“${entered}” ${place ? `is not in ${place}` : 'was not found in this account'}`,
		description: `Check ${place ? `“${displayName}” and “Sweepstakes”` : `“${displayName}”`}. “Get Many” lists the existing ones.`,
	};
}

/** The picker that the service's words name, or the only one. */
function findPicker(words: string, fields: readonly Field[]): Field | undefined {
	const pickers = fields.filter(({ modes }) => modes);
	const named = pickers.filter(({ displayName }) => words.toLowerCase().includes(displayName.toLowerCase()));
	const [found, another] = named.length > 0 ? named : pickers;
	return another ? undefined : found;
}

function readPlace(fields: readonly Field[], valueOf: ValueOf): string {
	const isOfSweepstakes = fields.some(({ name }) => name === 'sweepstakes');
	return isOfSweepstakes ? readPickedName(valueOf('sweepstakes')) || 'this sweepstakes' : '';
}
