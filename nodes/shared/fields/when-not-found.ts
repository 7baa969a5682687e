import type { Field } from '../n8n/operation/field';

/** For operations that return one record. Each adds its own description. */
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
