import { asObject, isAbsent, isObject, withoutEnvelope, type Json } from '../json';
import { z } from '../zod';
import { optionalCount, uuid } from './formats';

/**
 * A reply that only confirms the call: it has `Response`, `Message` and perhaps a few other keys. The result lacks
 * `Response` and `Message`.
 */
export const acknowledgement = z
	.object({ Response: z.literal(true) })
	.passthrough()
	.transform(({ Message: _, ...reply }: Json) => withoutEnvelope(reply));

/** A reply of any shape. The object is passed on without a copy. */
export const anyReply = z.custom<Json>(isObject);

/** A record that must not be empty, because it was requested. */
export const record = z
	.object({})
	.passthrough()
	.refine((value) => !isAbsent(value));

/** An optional object in a reply; `{}` if it is absent. */
export const part = z.unknown().transform(asObject);

export const dataReply = z.object({ Data: record });

/**
 * A required list of records. The values of `keys` must be strings. Nothing else is validated, because parsing every
 * record would double the memory of a long list.
 */
export function certainRecords<Key extends string = never>(...keys: Key[]) {
	return z.custom<Array<Json & Record<Key, string>>>((value) => areRecords(value, keys));
}

export function areRecords<Key extends string>(
	value: unknown,
	keys: readonly Key[],
): value is Array<Json & Record<Key, string>> {
	return (
		Array.isArray(value) &&
		value.every((one) => isObject(one) && keys.every((key) => typeof one[key] === 'string'))
	);
}

/**
 * The maximum length of a list whose records become columns. Every item gets all columns, so with a hostile list, a few
 * items would fill the memory. The service allows 250 questions per survey.
 */
export const MAX_COLUMNS = 1_000;

/** A list of strings; [] if it is absent. */
export const texts = z
	.unknown()
	.transform((value) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []));

/** A list of records; [] if it is absent. The values of `keys` must be strings. */
export function records<Key extends string = never>(...keys: Key[]) {
	return z.preprocess((value) => (isAbsent(value) ? [] : value), certainRecords(...keys));
}

/**
 * The schema of a reply with a complete list in `Data`. A missing list counts as empty only if `Data` has other keys,
 * but no count above 0 and no other list. Otherwise, the service may have renamed the list.
 */
export function listReply<List extends string, Key extends string = never>(list: List, ...texts: Key[]) {
	const shape = { [list]: records(...texts) } as Record<List, ReturnType<typeof records<Key>>>;
	const data = record.refine((found: Json) => !isAbsent(found[list]) || countsNone(found));
	return z.object({ Data: data.pipe(z.object(shape).passthrough()) });
}

/** The schema of a reply whose `Data` is a complete list. The list can be missing only if `Count` is not above 0. */
export function dataListReply<Key extends string = never>(...texts: Key[]) {
	return z
		.object({ Data: z.unknown(), Count: optionalCount })
		.refine(({ Data, Count = 0 }) => !isAbsent(Data) || Count <= 0)
		.pipe(z.object({ Data: records(...texts), Count: z.number().optional() }));
}

function countsNone(data: Json): boolean {
	return Object.values(data).every(
		(value) => isAbsent(value) || (typeof value !== 'object' && (value === true || !(Number(value) > 0))),
	);
}

/** A list that was found in a reply of undocumented shape. */
interface RecordList {
	/** The key of the list, or ''. */
	key: string;
	records: Json[];
}

/**
 * Finds all lists of records in a reply: arrays of objects, and objects that map tokens to objects. Records themselves
 * are not searched.
 */
export function findRecordLists(value: unknown, key = ''): RecordList[] {
	const records = readRecords(value);
	if (records) return [{ key, records }];
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([inner, part]) => findRecordLists(part, inner));
}

function readRecords(value: unknown): Json[] | undefined {
	if (isAbsent(value)) return [];
	if (Array.isArray(value)) return value.every(isObject) ? value : undefined;
	const entries = Object.entries(isObject(value) ? value : {});
	const isMap =
		entries.length > 0 && entries.every(([key, one]) => uuid.safeParse(key).success && isObject(one));
	return isMap ? entries.map(([token, one]) => withToken(one as Json, token)) : undefined;
}

function withToken(record: Json, token: string): Json {
	return Object.values(record).includes(token) ? record : { ...record, Token: token };
}
