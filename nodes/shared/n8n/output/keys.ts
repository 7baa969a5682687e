import { asObject, type Json } from '../../json';

/** Returns a record without some of its fields. Undocumented fields are kept. */
export function omitKeys(record: object, keys: readonly string[]): object {
	return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}

export function omitNulls(record: object): object {
	return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** Returns some fields of a record, in the order of `keys`. Missing fields are left out. */
export function pickKeys(record: object, keys: readonly string[]): object {
	const fields = new Map(Object.entries(record));
	return Object.fromEntries(keys.filter((key) => fields.has(key)).map((key) => [key, fields.get(key)]));
}

/** Returns a record with some of its fields first. Later, `createArranger` moves dates and tokens to the end. */
export function putFirst(record: object, keys: readonly string[]): object {
	return { ...pickKeys(record, keys), ...record };
}

/** Returns the record under a key of a reply, merged with the other keys of the reply. */
export function mergeRecord(reply: Json, key: string): Json {
	const { [key]: record, ...beside } = reply;
	return { ...beside, ...asObject(record) };
}
