import type { Caller, Confirmation, Unsafe } from '../client/endpoint';
import { ServiceError } from '../client/failures';
import type { Timing } from '../client/serviceClock';
import { isObject, textOf, type Json } from '../json';

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
	/** Calls that have the first key of another one may have made the records that the other one finds. */
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

/** For so long an unknown call can explain a new record, in ms: a call in doubt may be processed late. */
const UNKNOWN_MS = 10 * 60 * 1_000;

/** What all executions of this process know about the records of an account that they made. */
export class Ledger {
	private readonly claims = new Claims();
	private readonly unknown = new Set<UnknownCall>();

	/** Whether a record belongs to a call. */
	isClaimed(id: unknown): boolean {
		return this.claims.has(String(id));
	}

	claim(ids: readonly unknown[]): void {
		for (const id of ids) this.claims.add(String(id));
	}

	/** Notes a call that is in doubt, or was processed without saying which records it made. */
	note(call: UnknownCall): void {
		for (const other of this.unknown)
			if (Date.now() - (other.processedAt ?? other.sentAt) > UNKNOWN_MS) this.unknown.delete(other);
		this.unknown.add(call);
	}

	/** Forgets a call whose records are claimed, or that was not processed. */
	forget(call: UnknownCall): void {
		this.unknown.delete(call);
	}

	/** The unknown calls whose records are already listed there. */
	processedIn(scope: string): ReadonlySet<UnknownCall> {
		return new Set([...this.unknown].filter((one) => one.scope === scope && one.processedAt !== undefined));
	}

	/** The other unknown calls whose records are listed in the same place. */
	othersThan(call: UnknownCall): UnknownCall[] {
		return [...this.unknown].filter((other) => other !== call && other.scope === call.scope);
	}
}

const createLedger = () => new Ledger();

/** The ledger of the account. */
export function ledgerOf({ account }: Caller): Ledger {
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
	/** The calls that were processed before the records were noted that `timing` takes for older ones. */
	readonly settled?: ReadonlySet<UnknownCall>;
	/** The IDs of the records in a reply of success. */
	idsIn(reply: Json): readonly unknown[];
	/** Whether a success that names no records is a usual one. Otherwise the call stays in doubt for others. */
	readonly isUsuallyUnnamed?: boolean;
	/** The reply that would have come. @throws {ServiceError} if it cannot be known. */
	replyWith(found: Json[]): Json | Promise<Json>;
}

/** Confirms the creation of records by those that are new, as requested, and of no other call. */
export function confirmCreation(service: Caller, creation: Creation): Confirmation {
	const ledger = ledgerOf(service);
	const { keys, scope = keys[0] ?? '', amount = 1 } = creation;
	const call: UnknownCall = { keys, scope, amount, sentAt: Date.now() };
	let isClaimed = false;
	return {
		async lookUp(since) {
			ledger.note(call);
			const listed = await creation.listed(since);
			const judge = () => {
				const unclaimed = listed.filter((record) => !ledger.isClaimed(creation.idOf(record)));
				return findCreated(unclaimed, creation, since, call, ledger.othersThan(call));
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
			const ids = creation.idsIn(reply).filter((id) => id !== undefined);
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
 * The new records of a call among those that no call has claimed. With other unknown calls, it counts: there must be one for
 * each of them, too.
 *
 * @param others the unknown calls whose records may be listed
 * @returns `none` if the call was not processed.
 */
function findCreated(
	unclaimed: Json[],
	{ isLike, mayBe, timing, settled }: Creation,
	since: number,
	call: UnknownCall,
	others: UnknownCall[],
): Json[] | 'none' | 'unclear' {
	const alike = unclaimed.filter(isLike);
	const notBefore = (record: Json, moment: number) => timing(moment, record) !== 'before';
	const changed = unclaimed.filter((record) => {
		const when = isLike(record) ? 'before' : timing(since, record);
		return when === 'since' || (when === 'unknown' && mayBe(record));
	});
	if (changed.length === 0 && !alike.some((record) => notBefore(record, since))) return 'none';
	const isRival = ({ keys }: UnknownCall) => keys.includes(call.keys[0]!);
	const isProcessed = (other: UnknownCall) =>
		other.processedAt !== undefined && (settled ? !settled.has(other) : other.processedAt >= since - NEAR_MS);
	const isInDoubt = ({ processedAt }: UnknownCall) => processedAt === undefined;
	const rivals = others.filter((other) => isRival(other) && (isInDoubt(other) || isProcessed(other)));
	const first = Math.min(since, ...rivals.map(({ sentAt }) => sentAt));
	const created = alike.filter((record) => timing(first, record) === 'since').length;
	const found = alike.filter((record) => timing(since, record) === 'since');
	if (found.length >= call.amount && created >= call.amount + recordsOf(rivals)) return found;
	const mayBeCreated = alike.filter((record) => notBefore(record, first)).length;
	const explains = recordsOf(rivals.filter(isProcessed));
	const explainsChanged = recordsOf(others.filter((other) => !isRival(other) && isProcessed(other)));
	return mayBeCreated <= explains && changed.length <= explainsChanged ? 'none' : 'unclear';
}

function recordsOf(calls: UnknownCall[]): number {
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
	/** Whether a record of the name is as requested otherwise. Keeps nothing long of the request. */
	likeness?(request: Request): (record: Json) => boolean;
}

type Confirm<Request> = NonNullable<Unsafe<Request>['confirm']>;

/** Confirms a creation by the one new record of its name that is as requested. */
export function creationOf<Request>(kind: Kind<Request>): Confirm<Request> {
	return (service, request) => confirmCreation(service, creationOfKind(service, kind, request));
}

/** Confirms a creation of which it is known that there was no record of the name before: one that is there now is new. */
export function firstCreationOf<Request>(kind: Kind<Request>): Confirm<Request> {
	return (service, request) => {
		const creation = creationOfKind(service, kind, request);
		const { isLike, timing } = creation;
		return confirmCreation(service, {
			...creation,
			timing: (moment, record) => (isLike(record) ? 'since' : timing(moment, record)),
		});
	};
}

function creationOfKind<Request>(
	service: Caller,
	{ id, nameOf, nameIn, scopeOf, listed, likeness }: Kind<Request>,
	request: Request,
): Creation {
	const name = nameOf(request);
	const scope = `${id} ${scopeOf?.(request) ?? ''}`;
	const isAlike = likeness?.(request);
	return {
		keys: [`${scope} ${name}`],
		scope,
		listed: async () => await listed(service, request),
		idOf: (record) => record[id],
		isLike: (record) => nameIn(record) === name && (isAlike?.(record) ?? true),
		mayBe: (record) => plainText(nameIn(record)) === plainText(name),
		timing: (moment, { CreationDate, Date: created }) => service.timing(moment, CreationDate ?? created),
		idsIn: ({ Data }) => (isObject(Data) ? [Data[id]] : []),
		replyWith: ([Data, ...others]) => {
			if (!Data || others.length > 0) throw new ServiceError({ code: 'inconclusive' });
			return { Response: true, Data };
		},
	};
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The letters and digits of a text, which are left of it in whatever form the service keeps it. */
export function plainText(text: unknown): string {
	return textOf(text)
		.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name]!)
		.replace(/&#?\w{1,10};|<[^<>]*>/g, '')
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
}
