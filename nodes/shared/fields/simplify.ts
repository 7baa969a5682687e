import type { Field } from '../n8n/operation/field';

/** For records of more than ten fields. When off, they are returned as the service sends them. */
export const simplify = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies Field;
