import type { Caller, Confirmation, Unsafe } from '../client/endpoint';
import { ServiceError } from '../client/failures';
import type { Timing } from '../client/serviceClock';
import { isBlank, isObject, asText, type Json } from '../json';
import { titleKey } from './titles';

/**
 * Which records the calls of this process have made. After a lost reply, a call is confirmed by the new record that it
 * made, and never by one of another call. All executions of an account share the ledger.
 */

/** A record without a zone in its date can be taken for a new one for so long, in ms. */
const CLAIM_MS = 26 * 60 * 60 * 1_000;

/** How many claims are kept at least; twice as many at most. */
const MOST_CLAIMS = 100_000;

/** The IDs of records that belong to a call. The oldest are forgotten. */
class Claims {
	private young = new Set<string>();
	private old = new Set<string>();
	private since = performance.now();

	add(id: string): void {
		if (this.young.size >= MOST_CLAIMS || performance.now() - this.since > CLAIM_MS) {
			this.old = this.young;
			this.young = new Set();
			this.since = performance.now();
		}
		this.young.add(id);
	}

	has(id: string): boolean {
		return this.young.has(id) || this.old.has(id);
	}
}

/** A call whose records are not known: it is in doubt, or its reply did not name them. */
export interface UnknownCall {
	/** The call may have made a record that another call finds by one of these, its first key. */
	readonly keys: readonly string[];
	/** Where the records of the call are listed. */
	readonly scope: string;
	/** How many records it makes. */
	readonly amount: number;
	/** ms since 1970 by our clock */
	readonly sentAt: number;
	/** When it was known to be processed, by the same clock; undefined as long as it is in doubt. */
	processedAt?: number;
	/** The participants that it drew. */
	drawn?: readonly string[];
}

/** For so long a call in doubt can be processed late, in ms. */
const DOUBT_MS = 10 * 60_000;

/** For so long the records of a processed call can look new to another one that is still retried, in ms. */
const PROCESSED_MS = 60 * 60_000;

/** An unknown call, and when it was noted: by our clock, and in which order. */
interface Note {
	readonly at: number;
	readonly number: number;
}

/** What all executions of this process know about the records of an account that they made. */
export class Ledger {
	private readonly claims = new Claims();
	/** Both in the order of their notes, so that the oldest are forgotten. */
	private readonly inDoubt = new Map<UnknownCall, Note>();
	private readonly processed = new Map<UnknownCall, Note>();
	private notes = 0;

	/** Whether a record belongs to a call. */
	isClaimed(id: unknown): boolean {
		return this.claims.has(toKey(id));
	}

	claim(ids: readonly unknown[]): void {
		for (const id of ids.filter((one) => !isBlank(one))) this.claims.add(toKey(id));
	}

	/** Notes a call that is in doubt, or was processed without saying which records it made. */
	note(call: UnknownCall): void {
		this.forget(call);
		const note = { at: Date.now(), number: ++this.notes };
		(call.processedAt === undefined ? this.inDoubt : this.processed).set(call, note);
		dropOlder(this.inDoubt, note.at - DOUBT_MS);
		dropOlder(this.processed, note.at - PROCESSED_MS);
	}

	/** Forgets a call whose records are claimed. */
	forget(call: UnknownCall): void {
		this.inDoubt.delete(call);
		this.processed.delete(call);
	}

	/** How many notes there are so far: a list that is read now has the records of the calls that were processed by then. */
	get count(): number {
		return this.notes;
	}

	/** The other calls in doubt whose records are listed in the same place. */
	othersInDoubt(call: UnknownCall): UnknownCall[] {
		return [...this.inDoubt.keys()].filter((other) => other !== call && other.scope === call.scope);
	}

	/** The calls that were processed after a count of notes, and whose records are listed in the same place. */
	processedAfter({ scope }: UnknownCall, count = 0): UnknownCall[] {
		const isLater = ([other, { number }]: [UnknownCall, Note]) => other.scope === scope && number > count;
		return [...this.processed].filter(isLater).map(([other]) => other);
	}
}

function toKey(id: unknown): string {
	return String(id).toLowerCase();
}

function dropOlder(calls: Map<UnknownCall, Note>, than: number): void {
	for (const [call, { at }] of calls) {
		if (at >= than) return;
		calls.delete(call);
	}
}

const createLedger = () => new Ledger();

/** The ledger of the account. */
export function getLedger({ account }: Caller): Ledger {
	return account.get(createLedger);
}

/**
 * Whether something with this date of the service can come from a call that was first sent at this moment of our clock.
 * Anything older was there before.
 *
 * @param since ms since 1970
 * @throws {ServiceError} if the date cannot be placed exactly: it must not decide that the call was not processed.
 */
export function isNew(service: Caller, since: number, creationDate: unknown): boolean {
	const timing = service.timing(since, creationDate);
	if (timing === 'unknown') throw new ServiceError({ code: 'inconclusive' });
	return timing === 'since';
}

/** What a call creates, and how its records are found again after the reply was lost. */
export interface Creation {
	/** Name what is created. Other calls with the first of them may have made the records that are found. */
	readonly keys: readonly string[];
	/** Where the records are listed, such as a sweepstakes. Without it, the first key. */
	readonly scope?: string;
	/** How many records the call creates: 1 unless given. */
	readonly amount?: number;
	/** All records among which those of the call are. */
	listed(since: number): Promise<Json[]>;
	/** What no other record of the account has in common with it. */
	idOf(record: Json): unknown;
	/** Whether a record is as requested. */
	isLike(record: Json): boolean;
	/** Whether a record that is not as requested, and has no exact date, may be the requested one in another form. */
	mayBe(record: Json): boolean;
	/** Whether a record was created since a moment of our clock, in ms since 1970. */
	timing(moment: number, record: Json): Timing;
	/** Learns how the service writes dates. @returns whether that succeeded. */
	learnDates?(): Promise<boolean>;
	/** `Ledger.count` when the records were known that `timing` takes for older ones. Without it, dates decide. */
	readonly knownAt?: number;
	/** The IDs of the records in a reply of success. */
	idsIn(reply: Json): readonly unknown[];
	/** Whether a success that names no records is a usual one. Otherwise the call stays in doubt for others. */
	readonly isUsuallyUnnamed?: boolean;
	/** The reply that would have come. @throws {ServiceError} if it cannot be known. */
	replyWith(found: Json[]): Json | Promise<Json>;
}

/** Confirms the creation of records by those that are new, as requested, and of no other call. */
export function confirmCreation(service: Caller, creation: Creation): Confirmation {
	const ledger = getLedger(service);
	const { keys, scope = keys[0] ?? '', amount = 1 } = creation;
	const call: UnknownCall = { keys, scope, amount, sentAt: Date.now() };
	let isClaimed = false;
	return {
		async lookUp(since) {
			ledger.note(call);
			const listed = await creation.listed(since);
			const judge = () => {
				const unclaimed = listed.filter((record) => !ledger.isClaimed(creation.idOf(record)));
				return findCreated(unclaimed, creation, { since, call, ledger });
			};
			let found = judge();
			if (found === 'unclear' && (await creation.learnDates?.())) found = judge();
			if (found === 'none') return undefined;
			if (found === 'unclear') throw new ServiceError({ code: 'inconclusive' });
			if (found.length === amount) {
				isClaimed = true;
				ledger.claim(found.map((record) => creation.idOf(record)));
			}
			return await creation.replyWith(found);
		},
		onProcessed(reply) {
			const ids = creation.idsIn(reply).filter((id) => !isBlank(id));
			ledger.claim(ids);
			if (isClaimed || ids.length > 0) return ledger.forget(call);
			if (creation.isUsuallyUnnamed) call.processedAt = Date.now();
			ledger.note(call);
		},
	};
}

/** A call whose reply arrived at most so long before another was sent can have made a record that looks newer, in ms. */
const NEAR_MS = 60_000;

/**
 * The new records of a call among those that no call has claimed. If other unknown calls may have made some of them, the
 * number decides.
 *
 * @returns `none` if the call was not processed.
 */
function findCreated(
	unclaimed: Json[],
	{ isLike, mayBe, timing, knownAt }: Creation,
	{ since, call, ledger }: { since: number; call: UnknownCall; ledger: Ledger },
): Json[] | 'none' | 'unclear' {
	const alike = unclaimed.filter(isLike);
	const altered = unclaimed.filter((record) => {
		const when = isLike(record) ? 'before' : timing(since, record);
		return when === 'since' || (when === 'unknown' && mayBe(record));
	});
	const isRival = ({ keys }: UnknownCall) => keys.includes(call.keys[0]!);
	const processed = ledger
		.processedAfter(call, knownAt)
		.filter(({ processedAt = 0 }) => knownAt !== undefined || processedAt >= since - NEAR_MS);
	const processedRivals = processed.filter(isRival);
	const rivals = [...processedRivals, ...ledger.othersInDoubt(call).filter(isRival)];
	const firstSentAt = Math.min(since, ...rivals.map(({ sentAt }) => sentAt));
	const countAlike = (moment: number, ...when: Timing[]) =>
		alike.filter((record) => when.includes(timing(moment, record))).length;

	const found = alike.filter((record) => timing(since, record) === 'since');
	const isThere = countAlike(firstSentAt, 'since') >= call.amount + countRecords(rivals);
	if (isThere && found.length >= call.amount) return found;
	const isOld = countAlike(since, 'since', 'unknown') === 0;
	const isOfRivals = countAlike(firstSentAt, 'since', 'unknown') <= countRecords(processedRivals);
	const isAlteredOfOthers = altered.length <= countRecords(processed) - countRecords(processedRivals);
	return (isOld || isOfRivals) && isAlteredOfOthers ? 'none' : 'unclear';
}

function countRecords(calls: UnknownCall[]): number {
	return calls.reduce((sum, { amount }) => sum + amount, 0);
}

/** How records of a kind are found again, where nothing in them is unique. */
export interface Kind<Request> {
	/** The key of a record that no other record has in common with it. */
	readonly id: string;
	/** What people call the record, as it is requested and as it is listed. */
	nameOf(request: Request): string;
	nameIn(record: Json): unknown;
	/** Where records of the kind are listed apart, such as a sweepstakes. */
	scopeOf?(request: Request): string;
	/** All records of the kind, with `CreationDate` or `Date`. */
	listed(service: Caller, request: Request): Promise<Json[]>;
	/** Whether a record of the name is as requested otherwise. */
	likeness?(request: Request): (record: Json) => boolean;
	/** The reply that would have come, where it does not have the record under `Data`, but its ID among other keys. */
	toReply?(record: Json, request: Request): Json;
}

type Confirm<Request> = NonNullable<Unsafe<Request>['confirm']>;

/** Confirms a creation by the one new record of its name that is as requested. */
export function confirmNamedCreation<Request>(kind: Kind<Request>): Confirm<Request> {
	return (service, request) => confirmCreation(service, toCreation(service, kind, request));
}

/** Confirms a creation of which it is known that there was no record of the name before: one that is there now is new. */
export function confirmFirstCreation<Request>(kind: Kind<Request>): Confirm<Request> {
	return (service, request) => {
		const creation = toCreation(service, kind, request);
		const { isLike, timing } = creation;
		return confirmCreation(service, {
			...creation,
			timing: (moment, record) => (isLike(record) ? 'since' : timing(moment, record)),
		});
	};
}

function toCreation<Request>(
	service: Caller,
	{ id, nameOf, nameIn, scopeOf, listed, likeness, toReply }: Kind<Request>,
	request: Request,
): Creation {
	const name = titleKey(nameOf(request));
	const scope = `${id} ${scopeOf?.(request) ?? ''}`;
	const isAlike = likeness?.(request);
	return {
		keys: [`${scope} ${name}`],
		scope,
		listed: async () => await listed(service, request),
		idOf: (record) => record[id],
		isLike: (record) => titleKey(asText(nameIn(record))) === name && (isAlike?.(record) ?? true),
		mayBe: (record) => plainText(nameIn(record)) === plainText(name),
		timing: (moment, { CreationDate, Date: created }) => service.timing(moment, CreationDate ?? created),
		idsIn: ({ Data, ...reply }) => [toReply ? reply[id] : isObject(Data) ? Data[id] : undefined],
		replyWith: ([record, ...others]) => {
			if (!record || others.length > 0) throw new ServiceError({ code: 'inconclusive' });
			return toReply?.(record, request) ?? { Response: true, Data: record };
		},
	};
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The letters and digits of a text, which are left of it in whatever form the service keeps it. */
function plainText(text: unknown): string {
	return asText(text)
		.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name]!)
		.replace(/&#?\w{1,10};|<[^<>]*>/g, '')
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
}
