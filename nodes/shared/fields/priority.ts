import type { Field } from '../n8n/operation/field';

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
