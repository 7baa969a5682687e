import type { Field } from '../field';

/** Records of more than ten fields have this; without it they come as the service sends them. */
export const simplify = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies Field;

/** A record without some of its fields; what the service adds beyond its specification stays. */
export function without<R extends object>(record: R, keys: readonly string[]): object {
	return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}

/** Some fields of a record, in the order of `keys`; those it does not have are left out. */
export function only<R extends object>(record: R, keys: readonly string[]): object {
	const fields = new Map(Object.entries(record));
	return Object.fromEntries(keys.filter((key) => fields.has(key)).map((key) => [key, fields.get(key)]));
}
