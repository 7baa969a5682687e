import type { EarlierRecords, Client, Confirm, Confirmation } from '../client/client';
import { ServiceError } from '../client/failures';
import type { Timing } from '../time/service-clock';
import { toIdKey, asObject, pickFirstFilled, isBlank, type Json } from '../json';
import type { UnknownCall } from '../history/account-history';

/** Finds out whether a call that must not be processed twice was processed, after its reply was lost. */

interface Change<Request, Found> {
	read(client: Client, request: Request): Promise<Found>;
	/** Whether the record already has the values that the call sets. */
	isDone(found: Found, request: Request): boolean;
	toData?(found: Found, request: Request): Json;
}

/**
 * Confirms a change by reading the record. The call itself cannot be sent again to find out: the service would refuse
 * it because the change has been made.
 */
export function confirmChange<Request, Found>({
	read,
	isDone,
	toData,
}: Change<Request, Found>): Confirm<Request> {
	return (_, request) => ({
		async lookUp(client) {
			const found = await read(client, request);
			return isDone(found, request) ? { Data: toData?.(found, request) } : undefined;
		},
	});
}

/** A call that creates records, and how to find them if its reply was lost. */
interface Creation {
	/**
	 * The keys of the created record. A call that shares the first key may have created the records that we find. A
	 * call that shares only a later key may have created other records in the list.
	 */
	readonly keys: readonly string[];
	/** How many records the call creates; 1 by default. */
	readonly amount?: number;
	/** Lists all records that the call may have created. */
	list(client: Client, since: number): Promise<Json[]>;
	/** The record's ID, which is unique within the account. */
	idOf(record: Json): unknown;
	isLike(record: Json): boolean;
	/**
	 * Whether a record that differs from the request may still be ours, altered by the service. It is called only if
	 * the record's date does not show when the record was created. By default, it may be.
	 */
	mayBe?(record: Json): boolean;
	/** Learns the format of the service's dates from a known record. @returns whether that succeeded */
	learnDates?(client: Client): Promise<boolean>;
	/** What existed before the call. Without it, dates decide which records are new. */
	readonly before?: EarlierRecords;
	/**
	 * The IDs in a reply. A reply that should have IDs but has none counts as ambiguous. By default, this is the ID of
	 * the record in `Data` or at the top level.
	 *
	 * @returns undefined if the reply normally has no IDs
	 */
	idsIn?(reply: Json): readonly unknown[] | undefined;
	/** The reply to return if more records are found than the call creates. Without it, the call stays ambiguous. */
	readonly replyIfMore?: Json;
	/**
	 * Builds a reply from the records that were found, in place of the lost reply. By default, the reply has the record
	 * under `Data`.
	 *
	 * @throws {ServiceError} if the reply cannot be known
	 */
	toReply?(found: [Json, ...Json[]], client: Client): Json | Promise<Json>;
}

interface CallInDoubt extends UnknownCall {
	/** Whether a lookup found an empty list. Records that are listed later are then new. */
	wasEmpty?: boolean;
	/** Whether a lookup found this call's records, which no other call can claim any more. */
	isClaimed?: boolean;
}

/** Confirms a creation by new records that match the request and that no other call claims. */
export function confirmCreation(client: Client, creation: Creation): Confirmation {
	const { history } = client.account;
	const {
		keys,
		amount = 1,
		before,
		idOf,
		isLike,
		mayBe = () => true,
		idsIn = ({ Data, ...reply }) => [idOf({ ...reply, ...asObject(Data) })],
		toReply = ([record]) => ({ Data: record }),
	} = creation;
	const call: CallInDoubt = { keys, amount, sentAt: Date.now() };
	const keyOf = (record: Json) => toIdKey(idOf(record));
	const earlier = before && new Set(before.records.map(keyOf));

	const judgeTiming = (moment: number, record: Json): Timing => {
		if (earlier && isBlank(idOf(record))) return 'unknown';
		if (earlier?.has(keyOf(record))) return 'before';
		if (call.wasEmpty || (earlier && isLike(record))) return 'since';
		return client.clock.judgeTiming(moment, readDate(record));
	};

	/**
	 * Finds the new records of this call. If other calls whose records are unknown may have created some of them, the
	 * number of records decides.
	 *
	 * @returns [] if the call created none; undefined if that is unclear
	 */
	const findCreated = (listed: readonly Json[], since: number): Json[] | undefined => {
		const unclaimed = listed.filter((record) => !history.isClaimed(idOf(record)));
		const alike = unclaimed.filter(isLike);
		const altered = unclaimed.filter((record) => {
			const when = isLike(record) ? 'before' : judgeTiming(since, record);
			return when === 'since' || (when === 'unknown' && mayBe(record));
		});
		const isRival = (other: UnknownCall) => other.keys.includes(keys[0]!);
		const processed = history
			.findProcessedAfter(call, before?.noteCount)
			.filter(({ processedAt = 0 }) => before !== undefined || processedAt >= since - NEAR_MS);
		const processedRivals = processed.filter(isRival);
		const rivals = [...processedRivals, ...history.findOthersInDoubt(call).filter(isRival)];
		const firstSentAt = Math.min(since, ...rivals.map(({ sentAt }) => sentAt));
		const countAlike = (moment: number, ...when: Timing[]) =>
			alike.filter((record) => when.includes(judgeTiming(moment, record))).length;

		const found = alike.filter((record) => judgeTiming(since, record) === 'since');
		const isThere = countAlike(firstSentAt, 'since') >= amount + countRecords(rivals);
		if (isThere && found.length >= amount) return found;
		const isOld = countAlike(since, 'since', 'unknown') === 0;
		const isOfRivals = countAlike(firstSentAt, 'since', 'unknown') <= countRecords(processedRivals);
		const isAlteredOfOthers = altered.length <= countRecords(processed) - countRecords(processedRivals);
		return (isOld || isOfRivals) && isAlteredOfOthers ? [] : undefined;
	};

	return {
		async lookUp(client, since) {
			history.note(call);
			const listed = await creation.list(client, since);
			call.wasEmpty ||= listed.length === 0;
			let found = findCreated(listed, since);
			if (!found && (await creation.learnDates?.(client))) found = findCreated(listed, since);
			if (found?.length === 0) return undefined;
			const [first, ...others] = found ?? [];
			const isMore = others.length >= amount;
			if (isMore && creation.replyIfMore) return creation.replyIfMore;
			if (!first || isMore) throw new ServiceError({ code: 'inconclusive' });
			call.isClaimed = true;
			history.claim([first, ...others].map(idOf));
			return await toReply([first, ...others], client);
		},
		onProcessed(reply) {
			const ids = idsIn(reply);
			history.claim(ids ?? []);
			if (call.isClaimed || ids?.some((id) => !isBlank(id))) return history.forget(call);
			if (!ids) call.processedAt = Date.now();
			history.note(call);
		},
	};
}

/** The date of a record. A person who opted out may have only an `OptOutDate`. */
const readDate = ({ CreationDate, Date: created, OptOutDate }: Json) =>
	pickFirstFilled(CreationDate, created, OptOutDate);

/**
 * The record of another call may look newer than our call if its reply arrived less than this long before our call was
 * sent, in ms.
 */
const NEAR_MS = 60_000;

function countRecords(calls: UnknownCall[]): number {
	return calls.reduce((sum, { amount }) => sum + amount, 0);
}
