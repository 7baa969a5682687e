import type { Before, Client, Confirmation, Unsafe } from '../client/client';
import { ServiceError } from '../client/failures';
import type { Timing } from '../time/service-clock';
import { asObject, firstFilled, isBlank, type Json } from '../json';
import { idKey } from './ids';
import type { UnknownCall } from '../history/account-history';

/** Confirms calls that must not be processed twice, after their reply was lost. */

export type Confirm<Request> = NonNullable<Unsafe<Request>['confirm']>;

interface Change<Request, Found> {
	read(client: Client, request: Request): Promise<Found>;
	/** Whether the thing is as the call would have left it. */
	isDone(found: Found, request: Request): boolean;
	toData?(found: Found, request: Request): Json;
}

/**
 * Confirms a change by reading the record. If the call were resent, the service would refuse it, although the
 * change was made.
 */
export function confirmChange<Request, Found>({
	read,
	isDone,
	toData,
}: Change<Request, Found>): Confirm<Request> {
	return (_, request) => ({
		async lookUp(client) {
			const found = await read(client, request);
			return isDone(found, request) ? { Response: true, Data: toData?.(found, request) } : undefined;
		},
	});
}

/** A call that creates records, and how to find them if its reply was lost. */
export interface Creation {
	/**
	 * The keys of the created record. A call with the same first key may have created the records that we find.
	 */
	readonly keys: readonly string[];
	/** Default: the first key. */
	readonly scope?: string;
	/** Default: 1. */
	readonly amount?: number;
	/** All candidates for the created records. */
	listed(client: Client, since: number): Promise<Json[]>;
	/** A unique ID within the account. */
	idOf(record: Json): unknown;
	isLike(record: Json): boolean;
	/**
	 * Whether a record that differs from the request may still be ours, altered by the service. Asked only if
	 * the date of the record does not show when it was created. Default: yes.
	 */
	mayBe?(record: Json): boolean;
	/** Learns the service's date format. @returns whether that succeeded. */
	learnDates?(client: Client): Promise<boolean>;
	/** Without it, dates decide which records are new. */
	readonly before?: Before;
	/**
	 * The IDs in a reply. A reply that should have IDs but has none counts as ambiguous. Default: the ID of the record
	 * in `Data` or at the top level.
	 *
	 * @returns undefined if the reply normally has none
	 */
	idsIn?(reply: Json): readonly unknown[] | undefined;
	/** Stands in for the lost reply if more records are found than the call creates. Default: inconclusive. */
	readonly replyIfMore?: Json;
	/** The lost reply. Default: the record under `Data`. @throws {ServiceError} if it cannot be known. */
	replyWith?(found: [Json, ...Json[]], client: Client): Json | Promise<Json>;
}

interface CallInDoubt extends UnknownCall {
	/** Whether a lookup listed nothing. Whatever is listed later is new. */
	wasEmpty?: boolean;
	/** Whether a lookup found its records. */
	isClaimed?: boolean;
}

/** Confirms a creation by new records that are as requested and that no other call claims. */
export function confirmCreation(client: Client, creation: Creation): Confirmation {
	const { history } = client.account;
	const {
		keys,
		scope = keys[0] ?? '',
		amount = 1,
		before,
		idOf,
		isLike,
		mayBe = () => true,
		idsIn = ({ Data, ...reply }) => [idOf({ ...reply, ...asObject(Data) })],
		replyWith = ([record]) => ({ Response: true, Data: record }),
	} = creation;
	const call: CallInDoubt = { keys, scope, amount, sentAt: Date.now() };
	const keyOf = (record: Json) => idKey(String(idOf(record)));
	const earlier = before && new Set(before.records.map(keyOf));

	const timing = (moment: number, record: Json): Timing => {
		if (earlier && isBlank(idOf(record))) return 'unknown';
		if (earlier?.has(keyOf(record))) return 'before';
		if (call.wasEmpty || (earlier && isLike(record))) return 'since';
		return client.clock.timing(moment, readDate(record));
	};

	/**
	 * The new records of the call. If other calls with unknown records may have created some, the number of
	 * records decides.
	 *
	 * @returns [] if the call created none; undefined if that is unclear
	 */
	const findCreated = (listed: readonly Json[], since: number): Json[] | undefined => {
		const unclaimed = listed.filter((record) => !history.isClaimed(idOf(record)));
		const alike = unclaimed.filter(isLike);
		const altered = unclaimed.filter((record) => {
			const when = isLike(record) ? 'before' : timing(since, record);
			return when === 'since' || (when === 'unknown' && mayBe(record));
		});
		const isRival = (other: UnknownCall) => other.keys.includes(keys[0]!);
		const processed = history
			.processedAfter(call, before?.noteCount)
			.filter(({ processedAt = 0 }) => before !== undefined || processedAt >= since - NEAR_MS);
		const processedRivals = processed.filter(isRival);
		const rivals = [...processedRivals, ...history.othersInDoubt(call).filter(isRival)];
		const firstSentAt = Math.min(since, ...rivals.map(({ sentAt }) => sentAt));
		const countAlike = (moment: number, ...when: Timing[]) =>
			alike.filter((record) => when.includes(timing(moment, record))).length;

		const found = alike.filter((record) => timing(since, record) === 'since');
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
			const listed = await creation.listed(client, since);
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
			return await replyWith([first, ...others], client);
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
	firstFilled(CreationDate, created, OptOutDate);

/**
 * If the reply to another call arrived at most this long before our call was sent, its record may look newer
 * than our call, in ms.
 */
const NEAR_MS = 60_000;

function countRecords(calls: UnknownCall[]): number {
	return calls.reduce((sum, { amount }) => sum + amount, 0);
}
