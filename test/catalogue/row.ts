import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Store } from '../../sandbox/store';
import type { World } from './world';

/** The form of a date or time in a request. `dates-and-times.test.ts` explains the forms. */
export type DateKind = 'date' | 'time' | 'date-time';

/** Unique values for a row's records, so that the records can be found afterward. */
export interface UniqueValues {
	/** A number that is unique per row. */
	n: number;
	/** An email address, not necessarily unique. */
	email: string;
}

/** One way to run an operation, with the expectations of every kind of test. */
export interface Row {
	operation: string;
	/** Distinguishes rows of the same operation. */
	variant?: string;
	/** The endpoint in the contract. If the operation makes several calls, it is the main one. */
	endpoint: string;
	/** The endpoint in `reference`, if the nodes call another one there once they have learned about it. */
	learnedEndpoint?: string;
	/**
	 * Creates the records that the operation needs, and returns a valid value for every field. Fields that exclude each
	 * other are in separate rows. No other row may change the same records, because the tests with faults look for them
	 * at the end.
	 */
	parameters(world: World, unique: UniqueValues): INodeParameters | Promise<INodeParameters>;
	/** Whether `reference` refuses the request although `contract` accepts it. */
	refusedByReference?: true;
	/** The request's dates and times. */
	dates?: Record<string, DateKind>;
	/** The expected output, for `expect().toEqual`. */
	output(unique: UniqueValues, world: World): IDataObject[];
	/**
	 * The expected output after a lost reply to a call that was processed. It is needed only if it differs from `output`.
	 */
	outputAfterLostReply?(unique: UniqueValues, world: World): IDataObject[];
	/**
	 * What the node does after a call without a reply: it looks up whether the call was processed (`confirms`), stops, or
	 * sends the call again (`repeats`).
	 */
	withoutReply: 'confirms' | 'stops' | 'repeats';
	/**
	 * Whether only a date shows how old the record is. If the date has no time zone, the run stops after a lost reply to
	 * a call that was processed.
	 */
	undatableWithoutZone?: true;
	/**
	 * Whether another client could have made the same change. In that case, the run stops after a lost reply to a call
	 * that was processed, instead of assuming success.
	 */
	undecidable?: true;
	/**
	 * Whether the call may have been processed even if a lookup finds nothing. If so, the run stops after a call that
	 * was lost before it was processed, instead of sending it again.
	 */
	unprovable?: true;
	/**
	 * For an operation that creates records: how many of the row's records are stored. For a change or deletion: 1 if it
	 * was made, and 0 otherwise.
	 */
	stored?(store: Store, unique: UniqueValues, world: World): number;
}

type Facts = Omit<Row, 'operation' | 'variant' | 'endpoint' | 'withoutReply'>;

/**
 * Creates a row whose call may be sent again after a lost reply.
 *
 * @param title the operation and, if needed, what distinguishes this row from others: `get, by ID`
 */
export function row(title: string, endpoint: string, facts: Facts): Row {
	const [operation, variant] = title.split(/, (.*)/);
	return { operation: operation!, variant, endpoint, withoutReply: 'repeats', ...facts };
}

/**
 * Creates a row whose call must not be processed twice. After a lost reply, the operation looks up whether the call was
 * processed.
 */
export const once = (title: string, endpoint: string, facts: Facts): Row => ({
	...row(title, endpoint, facts),
	withoutReply: 'confirms',
});

/**
 * Creates a row for a deletion. After a lost reply, it is impossible to know whether the first attempt was processed.
 *
 * @param token the key of the record's ID
 * @param left counts how many of the records that `parameters` creates still exist
 */
export const deletion = (
	endpoint: string,
	token: string,
	left: NonNullable<Row['stored']>,
	parameters: Row['parameters'],
): Row =>
	row('delete', endpoint, {
		parameters,
		output: () => item({ deleted: true, [token]: expect.any(String) }),
		outputAfterLostReply: () => item({ deleted: null, noLongerThere: true, [token]: expect.any(String) }),
		stored: (...after) => 1 - left(...after),
	});

/**
 * Creates a record at the service.
 *
 * @returns the value of `key` in its reply
 */
export async function createRecord({ api }: Pick<World, 'api'>, path: string, body: object, key: string) {
	return (await api<{ Data: Record<string, string> }>(path, body)).Data[key]!;
}

export const count = <Record>(records: Iterable<Record>, matches: (record: Record) => boolean): number =>
	[...records].filter(matches).length;

type NamedTable = 'events' | 'groups' | 'notes' | 'rules' | 'surveys' | 'todos';

/** Counts the records of a table whose `key` is the given name followed by the row's number. */
export const namedIn =
	(table: NamedTable, key: string) =>
	(name: string) =>
	(store: Store, { n }: UniqueValues): number =>
		count<object>(store[table].all(), (record) => (record as IDataObject)[key] === `${name} ${n}`);

/** Expects one output item with at least these fields. */
export const item = (fields: object): IDataObject[] => [expect.objectContaining(fields) as IDataObject];

/** Expects this number of output items, each with at least the fields for its index. */
export const items = (count: number, fields: (index: number) => object): IDataObject[] =>
	Array.from({ length: count }, (_, index) => item(fields(index))).flat();

/** Expects any output items, of which at least one has these fields. */
export const itemAmong = (fields: object): IDataObject[] =>
	expect.arrayContaining(item(fields)) as IDataObject[];
