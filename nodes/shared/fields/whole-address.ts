import type { Field } from '../n8n/operation/field';

/** Filters a list of recipients. The service compares whole addresses (reference, "Messaging"). */
export const wholeAddress = {
	displayName: 'Address',
	name: 'Search',
	type: 'string',
	default: '',
	placeholder: 'e.g. jane@example.com',
	description: 'Return only this email address or phone number. Enter the whole address.',
} as const satisfies Field;
