import type { Client } from '../client/client';
import { ServiceError } from '../client/failures';
import { isObject, type Json } from '../json';
import { confirmCreation, type Confirm, type Creation } from './confirm';
import { nameKey, plainText, titleKey } from './titles';

/** Records that are recognized by a name, and how to find them. */
export interface Kind<Request> {
	/** The property with the ID of a record. */
	readonly id: string;
	/** The name in the request, and in a listed record. */
	nameOf(request: Request): string;
	nameIn(record: Json): unknown;
	/** Such as a sweepstakes. */
	scopeOf?(request: Request): string;
	/** The records of the kind with `CreationDate` or `Date`, at least the newest. */
	listed(client: Client, request: Request): Promise<Json[]>;
	/** All of them. Default: `listed`. */
	all?(client: Client, request: Request): Promise<Json[]>;
	/** Whether a record with the right name is returned instead of a new one. Default: yes. */
	isReturned?(record: Json): boolean;
	/** Whether a record with the right name also has the other requested properties. */
	isAlike?(record: Json, request: Request): boolean;
	/** A hint about an existing record with the right name that is not as requested. */
	describeDifference?(record: Json, request: Request): string | undefined;
	/** Builds the reply for a found record. Default: the record under `Data`. */
	toReply?(record: Json, request: Request): Json;
}

/** Confirms a creation by the one new record with its name and properties. */
export function confirmNamedCreation<Request>(kind: Kind<Request>): Confirm<Request> {
	return (client, request, before) => confirmCreation(client, { ...toCreation(kind, request), before });
}

/**
 * Finds the first record that has the name in the request, and all others among which a new one appears. A
 * notice says how it differs.
 *
 * @throws {ServiceError} if a record without a name may have it
 */
export async function findNamed<Request>(
	client: Client,
	{ nameOf, nameIn, listed, all = listed, isReturned = () => true, describeDifference }: Kind<Request>,
	request: Request,
): Promise<{ existing?: Json; records: readonly Json[] }> {
	const records = await all(client, request);
	const name = titleKey(nameOf(request));
	const candidates = records.filter(isReturned);
	const existing = candidates.find((record) => readName(nameIn(record)) === name);
	if (!existing && candidates.some((record) => readName(nameIn(record)) === undefined))
		throw new ServiceError({ code: 'unexpectedReply', missing: 'what all existing records are called' });
	const difference = existing && describeDifference?.(existing, request);
	if (difference) client.run.hints.add(difference);
	return { existing, records };
}

/** A name of digits may come as a number. @returns undefined if the record does not say its name */
function readName(name: unknown): string | undefined {
	return typeof name === 'string' || typeof name === 'number' ? titleKey(String(name)) : undefined;
}

/** The same for all requests for a record of this kind, scope and name. */
export function keyOfNamed<Request>({ id, nameOf, scopeOf }: Kind<Request>, request: Request): string {
	return nameKey(id, scopeOf?.(request) ?? '', nameOf(request));
}

/** The reply to the request that created this record, as far as it is known. */
export function replyFor<Request>({ toReply }: Kind<Request>, record: Json, request: Request): Json {
	return toReply?.(record, request) ?? { Response: true, Data: record };
}

function toCreation<Request>(kind: Kind<Request>, request: Request): Creation {
	const { id, nameOf, nameIn, scopeOf, listed, isAlike, toReply } = kind;
	const name = titleKey(nameOf(request));
	return {
		keys: [keyOfNamed(kind, request)],
		scope: `${id} ${scopeOf?.(request) ?? ''}`,
		listed: async (client) => await listed(client, request),
		idOf: (record) => record[id],
		isLike: (record) => readName(nameIn(record)) === name && (isAlike?.(record, request) ?? true),
		mayBe(record) {
			const listed = readName(nameIn(record));
			return listed === undefined || plainText(listed) === plainText(name);
		},
		idsIn: ({ Data, ...reply }) => [toReply ? reply[id] : isObject(Data) ? Data[id] : undefined],
		replyWith: ([record]) => replyFor(kind, record, request),
	};
}
