import { asObject, type Json } from '../../json';

/** A record without some of its fields. Fields that the contract does not show stay. */
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

/** The record under a key of a reply, with what stands beside it. */
export function withBeside(reply: Json, key: string): Json {
	const { [key]: record, ...beside } = reply;
	return { ...beside, ...asObject(record) };
}
