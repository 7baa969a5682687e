import type { Field } from '../n8n/operation/field';

/** How urgent a ticket or a to-do is (reference, "Support tickets"). */
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
