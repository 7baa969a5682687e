import { withNames } from '../api/participants';
import type { Json } from '../json';
import type { Field } from '../n8n/field';
import { withFormFields } from './formFields';

/** For records of more than ten fields. When off, they come out as the service sends them. */
export const simplify = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies Field;

/** A record without some of its fields. Fields that the specification does not show stay. */
export function without<R extends object>(record: R, keys: readonly string[]): object {
	return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}

/** A record without the fields that say nothing. */
export function filled(record: object): object {
	return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** Some fields of a record, in the order of `keys`. Missing ones are left out. */
export function only<R extends object>(record: R, keys: readonly string[]): object {
	const fields = new Map(Object.entries(record));
	return Object.fromEntries(keys.filter((key) => fields.has(key)).map((key) => [key, fields.get(key)]));
}

/** A record with some of its fields first. Every item ends with dates and tokens (n8n/arrange.ts). */
export function leading<R extends object>(record: R, keys: readonly string[]): object {
	return { ...only(record, keys), ...record };
}

/**
 * A participant as the nodes return it, with the names wherever the service has them and the fields of the entry form beside
 * them. The owner is left out, because it is the same for all.
 */
export function participantItem(entry: Json, parameters: { simplify: boolean }): object {
	if (!parameters.simplify) return entry;
	const { UserToken: _, EntryPagesFields, ...person } = withNames(entry);
	return withFormFields(person, EntryPagesFields);
}
