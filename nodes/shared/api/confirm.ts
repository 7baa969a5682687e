import type { EarlierRecords, Client, Confirm, Confirmation } from '../client/client';
import { ServiceError } from '../client/failures';
import type { Timing } from '../time/service-clock';
import { toIdKey, asObject, pickFirstFilled, isBlank, type Json } from '../json';
import type { UnknownCall } from '../history/account-history';

/**
 * The functions in this file find out after a lost reply whether the call was processed. They are for calls that must
 * not be processed twice.
 */

interface Change<Request, Found> {
	read(client: Client, request: Request): Promise<Found>;
	/** Whether the record already has the values that the call sets. */
	isDone(found: Found, request: Request): boolean;
	toData?(found: Found, request: Request): Json;
}

/**
 * Creates a `confirm` that reads the changed record. Sending the call again would not show whether the first attempt
 * succeeded, because the service refuses a change that has already been made.
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

/** Describes a call that creates records, and how to find these records if the reply was lost. */
interface Creation {
	/**
	 * The keys of the created record, see `UnknownCall.keys`. If another call shares the first key, it may have created
	 * the records that are found. If it shares only a later key, it may have created other records in the list.
	 */
	readonly keys: readonly string[];
	/** How many records the call creates; 1 by default. */
	readonly amount?: number;
	/** Lists all records that the call may have created. */
	list(client: Client, since: number): Promise<Json[]>;
	/** The record's ID, which is unique within the account. */
	idOf(record: Json): unknown;
	matches(record: Json): boolean;
	/**
	 * Whether a record that does not match the request may still come from this call, altered by the service. Called only
	 * if the record's date does not show whether the record is newer than the call. True by default.
	 */
	mayBe?(record: Json): boolean;
	/** Learns the format of the service's dates from a known record. Returns whether this succeeded. */
	learnDates?(client: Client): Promise<boolean>;
	/** The records from before the call. If they are unknown, dates decide which records are new. */
	readonly before?: EarlierRecords;
	/**
	 * Returns the IDs in a reply. By default, returns the ID of the record in `Data` or at the top level. If a reply
	 * should have IDs but has none, the call counts as ambiguous.
	 *
	 * @returns undefined if the reply normally has no IDs
	 */
	idsIn?(reply: Json): readonly unknown[] | undefined;
	/**
	 * The reply to return if more records are found than the call creates. If it is missing, the call stays ambiguous in
	 * this case.
	 */
	readonly replyIfMore?: Json;
	/**
	 * Builds a reply from the records that were found, in place of the lost reply. By default, the reply has the record
	 * under `Data`.
	 *
	 * @throws {ServiceError} if the reply cannot be built
	 */
	toReply?(found: [Json, ...Json[]], client: Client): Json | Promise<Json>;
}

interface CallInDoubt extends UnknownCall {
	/** Whether a lookup found an empty list. If so, all records that are listed later are new. */
	wasEmpty?: boolean;
	/** Whether a lookup found this call's records and claimed them, so that no other call can claim them. */
	isClaimed?: boolean;
}

/** Confirms a creation: looks for new records that match the request and belong to no other call. */
export function confirmCreation(client: Client, creation: Creation): Confirmation {
	const { history } = client.account;
	const {
		keys,
		amount = 1,
		before,
		idOf,
		matches,
		mayBe = () => true,
		idsIn = ({ Data, ...reply }) => [idOf({ ...reply, ...asObject(Data) })],
		toReply = ([record]) => ({ Data: record }),
	} = creation;
	const call: CallInDoubt = { keys, amount, sentAt: Date.now() };
	const keyOf = (record: Json) => toIdKey(idOf(record));
	/** The keys of the earlier records. They are read only for a lookup, because there may be thousands for each call. */
	let earlier: ReadonlySet<string> | undefined;

	const judgeTiming = (moment: number, record: Json): Timing => {
		if (earlier && isBlank(idOf(record))) return 'unknown';
		if (earlier?.has(keyOf(record))) return 'before';
		if (call.wasEmpty || (earlier && matches(record))) return 'since';
		return client.clock.judgeTiming(moment, readDate(record));
	};

	/**
	 * Finds the records that this call created. Its rivals are other calls that may have created the same records.
	 *
	 * The call was processed if there are enough new records for it and for all its rivals. It was not processed if no
	 * record can be new, or if the processed rivals account for all records that can be new. In addition, every new record
	 * that does not match must be explained by another processed call, because it may be ours in an altered form.
	 *
	 * @returns [] if the call certainly created none; undefined if that is uncertain
	 */
	const findCreated = (listed: readonly Json[], since: number): Json[] | undefined => {
		const unclaimed = listed.filter((record) => !history.isClaimed(idOf(record)));
		const matching = unclaimed.filter(matches);
		const altered = unclaimed.filter((record) => {
			const when = judgeTiming(since, record);
			return !matches(record) && (when === 'since' || (when === 'unknown' && mayBe(record)));
		});
		const isRival = (other: UnknownCall) => other.keys.includes(keys[0]!);
		const processed = history
			.findProcessedAfter(call, before?.noteCount)
			.filter(({ processedAt = 0 }) => before !== undefined || processedAt >= since - MAX_REPLY_LEAD_MS);
		const processedRivals = processed.filter(isRival);
		const rivals = [...processedRivals, ...history.findOthersInDoubt(call).filter(isRival)];
		const firstSentAt = Math.min(since, ...rivals.map(({ sentAt }) => sentAt));
		const countMatching = (moment: number, ...when: Timing[]) =>
			matching.filter((record) => when.includes(judgeTiming(moment, record))).length;

		const found = matching.filter((record) => judgeTiming(since, record) === 'since');
		const isThere = countMatching(firstSentAt, 'since') >= amount + countRecords(rivals);
		if (isThere && found.length >= amount) return found;
		const isOld = countMatching(since, 'since', 'unknown') === 0;
		const isOfRivals = countMatching(firstSentAt, 'since', 'unknown') <= countRecords(processedRivals);
		const isAlteredOfOthers = altered.length <= countRecords(processed) - countRecords(processedRivals);
		return (isOld || isOfRivals) && isAlteredOfOthers ? [] : undefined;
	};

	return {
		async lookUp(client, since) {
			history.note(call);
			earlier ??= before && new Set(before.records.map(keyOf));
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

/** Returns the creation date of a record. An opt-out may have only an `OptOutDate`. */
const readDate = ({ CreationDate, Date: created, OptOutDate }: Json) =>
	pickFirstFilled(CreationDate, created, OptOutDate);

/**
 * If the reply to another call arrived at most this many ms before our call was sent, the other call's record may look
 * newer than our call.
 */
const MAX_REPLY_LEAD_MS = 60_000;

function countRecords(calls: UnknownCall[]): number {
	return calls.reduce((sum, { amount }) => sum + amount, 0);
}
