import type { Caller, Endpoint, Unsafe } from '../client/endpoint';
import { isNothing, isObject, asObject, withoutEnvelope, type Json } from '../json';
import { z, type ZodTypeAny } from '../zod';

/** Declares an endpoint. */
export function endpoint<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
	declared: Endpoint<Request, Reply>,
): Endpoint<Request, Reply> {
	return declared;
}

/** The call may be processed twice: it only reads, or the second time changes nothing. */
export const safe = { kind: 'safe' } as const;

/** The call may be processed twice, and "not found" the second time says that the first was processed. */
export const safeDelete = { kind: 'safeDelete' } as const;

/**
 * The request has a key by which the service recognizes it, so that a second call does nothing. It checks other things before the
 * key: a refusal after a lost reply does not say that the first call was not processed.
 *
 * @param lost what to say of the first call then, as a sentence
 */
export function keyed(lost: string) {
	return { kind: 'keyed', lost } as const;
}

/** For messages to people (reference, "Corrections": messaging/send, IdempotencyKey). */
export const MESSAGE_LOST =
	'An earlier attempt got no answer, so the message may have been sent. Running this again does not send it twice.';

/** The call must not be processed twice. Say why in a comment beside it. */
export function unsafe<Request>(rule: Omit<Unsafe<Request>, 'kind'>): Unsafe<Request> {
	return { kind: 'unsafe', ...rule };
}

/** Several calls that together read one thing, such as the pages of a list. */
export interface Lookup<Request extends ZodTypeAny, Found extends object> {
	readonly request: Request;
	/** @param limit how many records are wanted: no page beyond them is read. */
	read(service: Caller, request: z.output<Request>, limit: number): AsyncIterable<Found>;
}

/** Declares a lookup. */
export function lookup<Request extends ZodTypeAny, Found extends object>(
	declared: Lookup<Request, Found>,
): Lookup<Request, Found> {
	return declared;
}

/** The request of an endpoint without a body. */
export const noRequest = z.undefined();

/** A reply that says no more than that the call was processed, in `Message`, and perhaps some facts (contract: { Response, Message }). */
export const acknowledgement = z
	.object({ Response: z.literal(true) })
	.passthrough()
	.transform(({ Message: _, ...reply }: Json) => withoutEnvelope(reply));

/** A reply of which nothing is known. Passed on as it is, without a copy. */
export const anyReply = z.custom<Json>(isObject);

/** A record that is what was asked for, so it must say something. */
export const record = z
	.object({})
	.passthrough()
	.refine((value) => !isNothing(value));

/** A part of which nothing says "none": an empty object then. */
export const part = z.unknown().transform(asObject);

/** A reply with one record under `Data`. */
export const dataReply = z.object({ Data: record });

/**
 * A list of records that must be there, such as those that a call has made. They have these texts. Nothing else is validated and
 * nothing copied: parsing every record would double memory on long lists.
 */
export function certainRecords<Key extends string = never>(...keys: Key[]) {
	const isRecord = (value: unknown): value is Json & Record<Key, string> =>
		isObject(value) && keys.every((key) => typeof value[key] === 'string');
	return z.custom<Array<Json & Record<Key, string>>>(
		(value) => Array.isArray(value) && value.every(isRecord),
	);
}

/** A list of texts. Nothing in its place is an empty list. */
export const texts = z
	.unknown()
	.transform((value) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []));

/** A list of records that have these texts. Nothing in its place is an empty list. */
export function records<Key extends string = never>(...keys: Key[]) {
	return z
		.unknown()
		.transform((value) => (isNothing(value) ? [] : value))
		.pipe(certainRecords(...keys));
}

/**
 * A reply with a whole list under `Data`. Nothing in its place is an empty list, if the rest of `Data` neither counts nor lists
 * anything: a list that is missing, or has another name, must not pass for an empty one.
 *
 * @param list under which key it has the records
 * @param texts what every record has
 */
export function listReply<List extends string, Key extends string = never>(list: List, ...texts: Key[]) {
	const shape = { [list]: records(...texts) } as Record<List, ReturnType<typeof records<Key>>>;
	const data = record.refine((found: Json) => !isNothing(found[list]) || countsNone(found));
	return z.object({ Data: data.pipe(z.object(shape).passthrough()) });
}

function countsNone(data: Json): boolean {
	return Object.values(data).every(
		(value) => isNothing(value) || (typeof value !== 'object' && (value === true || !(Number(value) > 0))),
	);
}
