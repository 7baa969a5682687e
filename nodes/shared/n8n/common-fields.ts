import type { ZodNumber } from '../zod';
import type { Field } from './operation/field';

/**
 * The fields Return All and Limit of operations that return lists. Operations need no code for them, because
 * `defineOperation` applies the limit.
 */
export const returnAll = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
} as const satisfies Field;

export const limit = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	required: true,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
} as const satisfies Field;

/**
 * The field Simplify of operations that return more than 12 fields (docs/maintaining.md). When it is off, records are returned as the
 * service sends them.
 */
export const simplify = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies Field;

/** The field for operations that return one record. Each operation replaces the description. */
export const whenNotFound = {
	displayName: 'When Not Found',
	name: 'whenNotFound',
	type: 'options',
	options: [
		{ name: 'Error', value: 'error', description: 'The item fails' },
		{ name: 'Return Nothing', value: 'nothing', description: 'No item is returned' },
	],
	default: 'error',
	description: 'What to do if no record matches',
} as const satisfies Field;

/** The priority of a ticket or to-do (reference, "Support tickets"). */
export const priority = {
	displayName: 'Priority',
	name: 'Priority',
	type: 'options',
	options: [
		{ name: 'Low', value: 1 },
		{ name: 'Medium', value: 2 },
		{ name: 'High', value: 3 },
	],
	default: 2,
	description: 'How urgent it is',
} as const satisfies Field;

/** The filter for a list of recipients. The service compares only complete addresses (reference, "Messaging"). */
export const wholeAddress = {
	displayName: 'Address',
	name: 'Search',
	type: 'string',
	// If it were empty, everybody would be returned instead of one person.
	typeOptions: { refuseEmpty: true },
	default: '',
	placeholder: 'e.g. jane@example.com',
	description: 'Return only this email address or phone number. Enter it in full.',
} as const satisfies Field;

/**
 * The option of operations that send text to people. The fields with such text refer to this option in
 * `typeOptions.refuseGaps`.
 */
export const allowEmptyParts = {
	displayName: 'Allow Empty Parts',
	name: 'allowEmptyParts',
	type: 'boolean',
	default: true,
	description:
		'Whether to send the text even if an expression {{ }} in it is empty, such as a missing name. If off, the item fails, so that no message goes out with a gap (“Dear ,”), the word “undefined” or another program’s placeholder, such as {first_name}.',
} as const satisfies Field;

/** Returns the type options of a number field from its schema in `api/`, so that each limit is declared only once. */
export function toLimits({ minValue, maxValue, isInt }: ZodNumber) {
	return {
		...(minValue !== null && { minValue }),
		...(maxValue !== null && { maxValue }),
		...(isInt && { numberPrecision: 0 }),
	};
}
