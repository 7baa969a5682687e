import { asObject, type Json } from '../../json';

/** Returns a record without some of its keys. All other keys, even undocumented ones, are kept. */
export function omitKeys(record: object, keys: readonly string[]): object {
	return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}

/** Returns only some keys of a record, in the order of `keys`. Missing keys are left out. */
export function pickKeys(record: object, keys: readonly string[]): object {
	const fields = new Map(Object.entries(record));
	return Object.fromEntries(keys.filter((key) => fields.has(key)).map((key) => [key, fields.get(key)]));
}

/** Returns a record with some of its keys first. Later, `createArranger` moves dates and tokens to the end. */
export function putFirst(record: object, keys: readonly string[]): object {
	return { ...pickKeys(record, keys), ...record };
}

/** Moves the keys of the record under `key` up to the top level of a reply. */
export function mergeRecord(reply: Json, key: string): Json {
	const { [key]: record, ...beside } = reply;
	return { ...beside, ...asObject(record) };
}
