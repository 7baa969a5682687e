import { isNothing, isObject, type Json } from '../json';
import { uuid } from './formats';

/** A list in a reply whose shape is not documented. */
export interface RecordList {
	/** The key that holds it, or an empty string. */
	key: string;
	records: Json[];
}

/** Deeper lists are not found: a reply may be nested as deep as a hostile server likes. */
const DEEPEST = 8;

/** Every list of objects in a reply, under any key, and every map of objects by token. Records are not searched. */
export function findRecordLists(value: unknown, key = '', depth = 0): RecordList[] {
	const records = readRecords(value);
	if (records) return [{ key, records }];
	if (!isObject(value) || depth === DEEPEST) return [];
	return Object.entries(value).flatMap(([inner, part]) => findRecordLists(part, inner, depth + 1));
}

/** @returns undefined if the value is neither a list nor a map of objects. */
function readRecords(value: unknown): Json[] | undefined {
	if (isNothing(value)) return [];
	if (Array.isArray(value)) return value.every(isObject) ? value : undefined;
	const entries = Object.entries(isObject(value) ? value : {});
	const isMap =
		entries.length > 0 && entries.every(([key, one]) => uuid.safeParse(key).success && isObject(one));
	return isMap ? entries.map(([token, one]) => withToken(one as Json, token)) : undefined;
}

function withToken(record: Json, token: string): Json {
	return Object.values(record).includes(token) ? record : { ...record, Token: token };
}
