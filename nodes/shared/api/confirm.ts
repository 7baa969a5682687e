import type { Client, Confirm, EarlierRecords } from '../client/client';
import type { LookupResult, LookUp } from '../client/call-rules';
import { toIdKey, pickFirstFilled, isBlank, type Json } from '../json';
import { pluralize } from '../pluralize';
import type { Timing } from '../time/service-clock';

/**
 * The functions in this file look up whether a call was processed whose reply was lost. They are for calls that must not
 * be processed twice.
 */

interface Change<Request, Found> {
	read(client: Client, request: Request): Promise<Found>;
	/** Whether the record already has the values that the call sets. */
	isDone(found: Found, request: Request): boolean;
	toData?(found: Found, request: Request): Json;
}

/**
 * Creates a `confirm` that reads the changed record. A second attempt would not show whether the first one succeeded: the
 * service may refuse a change that has already been made, or make it again.
 */
export function confirmChange<Request, Found>({
	read,
	isDone,
	toData,
}: Change<Request, Found>): Confirm<Request> {
	return (client, request) => async () => {
		const found = await read(client, request);
		return isDone(found, request)
			? { kind: 'done', reply: { Data: toData?.(found, request) } }
			: { kind: 'nothing' };
	};
}

/** Describes a call that creates records, and how to find these records if the reply was lost. */
interface Creation {
	/** The name of a record in the singular, such as "invoice". */
	readonly thing: string;
	/** How many records the call creates; 1 by default. */
	readonly amount?: number;
	/** Lists all records that the call may have created. */
	list(sentAt: number): Promise<readonly Json[]>;
	/** The record's ID, which is unique within the list. */
	idOf(record: Json): unknown;
	/** Whether a record is as requested. */
	matches(record: Json): boolean;
	/** What is known about the records from before the call. If they are unknown, dates decide which records are new. */
	readonly earlier: EarlierRecords;
	/**
	 * If given, it proves nothing that no record is found, for this reason. Completes "a lookup found nothing, but …".
	 */
	readonly reasonIfNone?: string;
	/**
	 * Builds a reply from the records that were found, in place of the lost reply. By default, the reply has the record
	 * under `Data`.
	 */
	toReply?(found: readonly [Json, ...Json[]]): Json | Promise<Json>;
}

/**
 * Looks up a creation: lists the records, and leaves out those from before the call. The call was processed if exactly
 * the requested records are left, and they are certainly new. It was not processed if no records are left. Anything
 * else is unclear.
 *
 * @returns undefined if the new record could not be told from a like one
 */
export function confirmCreation(client: Client, creation: Creation): LookUp | undefined {
	const { thing, amount = 1, idOf, matches, reasonIfNone } = creation;
	const toReply = creation.toReply ?? (([record]) => ({ Data: record }));
	const { before, hasTwin } = creation.earlier;
	if (!before && hasTwin) return undefined;
	return async (sentAt) => {
		const earlier = before && new Set(before.map((record) => toIdKey(idOf(record))));
		const judgeTiming = (record: Json): Timing => {
			if (!earlier) return client.clock.judgeTiming(sentAt, readDate(record));
			if (isBlank(idOf(record))) return 'unknown';
			return earlier.has(toIdKey(idOf(record))) ? 'before' : 'since';
		};
		const left = (await creation.list(sentAt)).filter((record) => judgeTiming(record) !== 'before');
		const [first, ...others] = left;
		if (!first) return reasonIfNone ? toUnclear(`nothing, but ${reasonIfNone}`) : { kind: 'nothing' };
		const isExact =
			left.length === amount && left.every((one) => judgeTiming(one) === 'since' && matches(one));
		return isExact
			? { kind: 'done', reply: await toReply([first, ...others]) }
			: toUnclear(`${pluralize(left.length, thing)} that may be new, but not exactly what was requested`);
	};
}

const toUnclear = (found: string): LookupResult => ({ kind: 'unclear', found });

/** Returns the creation date of a record. An opt-out may have only an `OptOutDate`. */
const readDate = ({ CreationDate, Date: created, OptOutDate }: Json) =>
	pickFirstFilled(CreationDate, created, OptOutDate);
