import type { Before, Client } from '../client/client';
import { ServiceError } from '../client/failures';
import type { Json } from '../json';
import { confirmCreation } from './confirm';
import { nameKey, plainText, titleKey } from './titles';

/** Records that are recognized by a name. */
interface Kind<Request> {
	/** The property with the ID of a record. */
	readonly id: string;
	/** The name in the request. */
	nameOf(request: Request): string;
	/** The name in a listed record. */
	nameIn(record: Json): unknown;
	/** The ID of what the record belongs to, such as a sweepstakes. */
	scopeOf?(request: Request): string;
	/** Lists the records of this kind, or at least the newest. Each has a `CreationDate` or a `Date`. */
	listed(client: Client, request: Request): Promise<Json[]>;
	/** Lists all records of this kind. Default: `listed`. */
	all?(client: Client, request: Request): Promise<Json[]>;
	/** Whether a record with the right name also has the other requested properties. */
	isAlike?(record: Json, request: Request): boolean;
	/** A hint about an existing record that has the right name but otherwise differs from the request. */
	describeDifference?(record: Json, request: Request): string | undefined;
	/** Builds the lost reply for a found record. Default: the record under `Data`. */
	toReply?(record: Json, request: Request): Json;
}

/** What is there before something is written. */
export interface Looked<Found> {
	/** What need not be written again or, if nothing is returned of it, what the writing starts from. */
	existing?: Found;
	/**
	 * All records of the list in which a new one appears. If the reply to its creation is lost, they show which
	 * record is new.
	 */
	records?: readonly Json[];
}

/**
 * Finds and confirms records that are recognized by a name.
 *
 * `keyOf` is the same for all requests for a record of this kind, scope and name. `find` finds the first
 * record with the name in the request, and a hint says how the record differs from the request. If there is
 * none, but some record does not show its name, `find` throws. `confirm` confirms a creation by the one new
 * record with the name and properties in the request.
 */
export function named<Request>(kind: Kind<Request>) {
	const { id, nameOf, scopeOf = () => '', listed, all = listed, toReply } = kind;
	const keyOf = (request: Request) => nameKey(id, scopeOf(request), nameOf(request));
	/** A name of digits may come as a number. @returns undefined if the record does not show its name */
	const readName = (record: Json) => {
		const name = kind.nameIn(record);
		return typeof name === 'string' || typeof name === 'number' ? titleKey(String(name)) : undefined;
	};
	return {
		keyOf,
		async find(client: Client, request: Request): Promise<Looked<Json>> {
			const name = titleKey(nameOf(request));
			const records = await all(client, request);
			const existing = records.find((record) => readName(record) === name);
			if (!existing && records.some((record) => readName(record) === undefined))
				throw new ServiceError({ code: 'unexpectedReply', missing: 'the names of all existing records' });
			const difference = existing && kind.describeDifference?.(existing, request);
			if (difference) client.run.hints.add(difference);
			return { existing, records };
		},
		confirm(client: Client, request: Request, before?: Before) {
			const name = titleKey(nameOf(request));
			const confirmation = confirmCreation(client, {
				keys: [keyOf(request)],
				scope: `${id} ${scopeOf(request)}`,
				before,
				listed: async (client) => await listed(client, request),
				idOf: (record) => record[id],
				isLike: (record) => readName(record) === name && (kind.isAlike?.(record, request) ?? true),
				mayBe(record) {
					const listed = readName(record);
					return listed === undefined || plainText(listed) === plainText(name);
				},
				replyWith: toReply && (([record]) => toReply(record, request)),
			});
			return { ...confirmation, failsIfDelayed: before !== undefined };
		},
	};
}
