import type { Client, EarlierRecords } from '../client/client';
import type { LookUp } from '../client/call-rules';
import { ServiceError } from '../client/failures';
import { type Json, toText } from '../json';
import { confirmCreation } from './confirm';
import { findDifferences } from './differences';
import { readOnce } from './read-once';
import { toNameKey, toTitleKey } from './titles';

/** Describes a kind of record that is recognized by its name. */
interface RecordKind<Request> {
	/** The name of a record in the singular, such as "group". */
	readonly thing: string;
	/** The key of a record's ID. */
	readonly id: string;
	/**
	 * Whether the service refuses a second record with the same name. A second attempt can then create no second record,
	 * so records with other names prove nothing.
	 */
	readonly isUnique?: boolean;
	nameOf(request: Request): string;
	nameIn(record: Json): unknown;
	/** Returns the ID of the sweepstakes (or other owner) within which the name identifies a record. */
	scopeOf?(request: Request): string;
	/** Lists the records of this kind, or at least the newest of them. Each record has a `CreationDate` or a `Date`. */
	list(client: Client, request: Request): Promise<Json[]>;
	/** Lists all records of this kind; `list` by default. */
	listAll?(client: Client, request: Request): Promise<Json[]>;
	/** Whether a record with the requested name also has the other requested properties. */
	hasSameValues?(record: Json, request: Request): boolean;
	/** Returns the keys of a request under which a listed record has another value; `findDifferences` by default. */
	differencesOf?(record: Json, request: Request): string[];
	/**
	 * Builds a reply from the record that was found, in place of the lost reply. By default, the reply has the record
	 * under `Data`.
	 */
	toReply?(record: Json, request: Request): Json;
}

/** What an operation finds before it writes: whether the requested record already exists. */
export interface ExistingRecord<Found> {
	/** The existing record or records. They become the item's result or, if `toItems` is missing, are passed to `run`. */
	existing?: Found;
	/** The keys of the request under which the existing record has another value. */
	differences?: readonly string[];
	/**
	 * All records of the list in which a new record will appear. If the reply to its creation is lost, any record that is
	 * not among these is new.
	 */
	records?: readonly Json[];
	/** Adds a written item to `records`, if further items of the run use `records`. */
	note?(item: Json): void;
}

/**
 * Creates the functions for records that are recognized by their names.
 *
 * `keyOf` returns the same key for all requests with the same kind, scope and name. `find` returns the first record
 * with the requested name. A run reads the list once. If no record has the name, but some record does not show its name,
 * `find` throws. `confirm` confirms a creation if exactly one new record has the requested name and properties.
 */
export function named<Request extends object>(kind: RecordKind<Request>) {
	const { id, nameOf, scopeOf = () => '', list, listAll = list, toReply } = kind;
	const { differencesOf = findDifferences } = kind;
	const keyOf = (request: Request) => toNameKey(id, scopeOf(request), nameOf(request));
	/**
	 * Returns a record's name in a form for comparisons. The service may send a name that consists of digits as a number.
	 *
	 * @returns undefined if the record does not show its name
	 */
	const readName = (record: Json) => {
		const name = kind.nameIn(record);
		return typeof name === 'string' || typeof name === 'number' ? toTitleKey(toText(name)) : undefined;
	};
	return {
		keyOf,
		async find(client: Client, request: Request): Promise<ExistingRecord<Json>> {
			const name = toTitleKey(nameOf(request));
			const list = `${id} ${scopeOf(request)}`;
			const read = async () => await listAll(client, request);
			const { listed, records, note } = await readOnce(client, list, [keyOf(request)], read);
			const existing = listed.find((record) => readName(record) === name);
			if (!existing && listed.some((record) => readName(record) === undefined))
				throw new ServiceError({ code: 'unexpectedReply', missing: 'the names of all existing records' });
			const differences = existing && differencesOf(existing, request);
			return { existing, differences, records, note };
		},
		confirm(client: Client, request: Request, earlier: EarlierRecords): LookUp | undefined {
			const name = toTitleKey(nameOf(request));
			const isNamed = (record: Json) => readName(record) === name;
			return confirmCreation(client, {
				thing: kind.thing,
				earlier,
				list: async () => {
					const records = await list(client, request);
					return kind.isUnique ? records.filter(isNamed) : records;
				},
				idOf: (record) => record[id],
				matches: (record) => isNamed(record) && (kind.hasSameValues?.(record, request) ?? true),
				toReply: toReply && (([record]) => toReply(record, request)),
			});
		},
	};
}
