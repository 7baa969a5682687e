import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Store } from '../../sandbox/store';
import type { World } from './world';

/** How a date or time is written in a request, see `dates-and-times.test.ts`. */
export type DateKind = 'date' | 'time' | 'date-time';

/** Names what a row creates, so that it can be found afterwards. */
export interface Unique {
	/** Differs from row to row. */
	n: number;
	/** An email address; other rows may have the same. */
	email: string;
}

/** One way to run an operation, with what every kind of test has to know about it. */
export interface Row {
	/** As workflows store it. */
	operation: string;
	/** What sets the row apart where the operation has several. */
	variant?: string;
	/** As the contract names it; with several calls, the one that matters. */
	endpoint: string;
	/**
	 * A valid value for every field that is sent, after creating what the operation works on. Fields that exclude each
	 * other stand in rows of their own. What an operation changes is not changed by another row: the fault runs look for it at
	 * the end.
	 */
	parameters(world: World, unique: Unique): INodeParameters | Promise<INodeParameters>;
	/** Whether the service refuses the request where it follows the reference, although the contract allows it. */
	refusedByReference?: true;
	/** The request's dates and times. */
	dates?: Record<string, DateKind>;
	/** The output, as `expect().toEqual` takes it. */
	output(unique: Unique, world: World): IDataObject[];
	/** The output after the reply to a processed call was lost, where it is not the same. */
	outputAfterLostReply?(unique: Unique, world: World): IDataObject[];
	/** After a call without a reply, the node sends it again, asks whether it was processed, or stops. */
	withoutReply: 'repeats' | 'confirms' | 'stops';
	/**
	 * Whether the date of what is written has no time zone or seconds where the service follows the reference. Then nobody can
	 * know whether it was there before, and a run stops after a lost reply to a processed call.
	 */
	undatableInReference?: true;
	/** Whether somebody else may have made the same change, so that a run stops after a lost reply to a processed call. */
	undecidable?: true;
	/**
	 * For operations that write: how many of what the row creates are stored; for a change or deletion, 1 if it was made
	 * and otherwise 0.
	 */
	stored?(store: Store, unique: Unique, world: World): number;
}

/** How many records meet a condition. */
export const countOf = <Record>(records: Iterable<Record>, meets: (record: Record) => boolean): number =>
	[...records].filter(meets).length;

/** The output of a deletion, of which a second attempt cannot know whether the first was processed. */
export const deletion = (token: string): Pick<Row, 'output' | 'outputAfterLostReply'> => ({
	output: () => item({ deleted: true, [token]: expect.any(String) }),
	outputAfterLostReply: () => item({ deleted: null, noLongerThere: true, [token]: expect.any(String) }),
});

/** One output item with at least these fields. */
export const item = (fields: object): IDataObject[] => [expect.objectContaining(fields) as IDataObject];

/** Any output items, among them one with at least these fields. */
export const itemAmong = (fields: object): IDataObject[] =>
	expect.arrayContaining(item(fields)) as IDataObject[];
