import { isBlank, toIdKey } from '../json';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/units';
import { RecentMap } from './recent';

/** How long an ambiguous call may still be processed after it was sent, in ms. */
const DOUBT_MS = 10 * MINUTE_MS;

/** How long another call may mistake the records of a processed call for new ones, in ms. */
const PROCESSED_MS = HOUR_MS;

/**
 * The maximum number of keys whose last write is remembered. A person has two keys, so a list of people stays usable
 * for 2,500 writes before it must be read again.
 */
const MAX_WRITES = 5_000;
/** How long the last write of a key is remembered, in ms. */
const WRITES_MS = HOUR_MS;

/**
 * How long after a write the service may still show the number from before it, in ms. It is short, because somebody may
 * restore that number by hand.
 */
const LAG_MS = 10 * SECOND_MS;

/** How long another process is assumed to use the account after a reply has revealed it, in ms. */
const OTHERS_STAY_MS = MINUTE_MS;

/** A call whose records are unknown, because it is ambiguous or because its reply did not name them. */
export interface UnknownCall {
	/**
	 * The keys of the call's records. The first key identifies what a call creates. Another call whose first key is one of
	 * these keys could mistake this call's records for its own. Calls that share any key are related: their records appear
	 * in the same list.
	 */
	readonly keys: readonly string[];
	readonly amount: number;
	/** When the call was sent, in ms since 1970 by our clock. */
	readonly sentAt: number;
	/** When the call was processed, in ms since 1970 by our clock; undefined while the call is ambiguous. */
	processedAt?: number;
	drawn?: readonly string[];
}

/**
 * The history of an account: what the executions of this process have written, and to which call each record belongs. A
 * call whose reply was lost is confirmed only by a new record that belongs to no other call.
 */
export class AccountHistory {
	private readonly claims = new Claims();
	/** Maps each ambiguous call to the value of `noteCount` when the call was recorded. */
	private readonly inDoubt = new RecentMap<UnknownCall, number>(DOUBT_MS);
	private readonly processed = new RecentMap<UnknownCall, number>(PROCESSED_MS);
	/**
	 * How often `note` has run. A list contains the records of every call that was recorded as processed before the list
	 * was read.
	 */
	noteCount = 0;
	/**
	 * Maps a key of `Client.runExclusively` to the time of the last write under this key, in ms of the monotonic clock.
	 */
	private readonly writtenAt = new RecentMap<string, number>(WRITES_MS, MAX_WRITES);

	/** Maps a key of `Client.runExclusively` and a number that this process has replaced under it to the next number. */
	private readonly replacements = new RecentMap<string, number>(LAG_MS);

	/** @param others its `metAt` is when another process last seemed to use the account */
	constructor(private readonly others: { readonly metAt: number }) {}

	/** Whether a record is known to belong to a call of this process. */
	isClaimed(id: unknown): boolean {
		return this.claims.has(toIdKey(id));
	}

	claim(ids: readonly unknown[]): void {
		for (const id of ids.filter((one) => !isBlank(one))) this.claims.add(toIdKey(id));
	}

	/** Records a call that is ambiguous, or whose reply did not name its records. */
	note(call: UnknownCall): void {
		this.forget(call);
		(call.processedAt === undefined ? this.inDoubt : this.processed).set(call, ++this.noteCount);
	}

	forget(call: UnknownCall): void {
		this.inDoubt.delete(call);
		this.processed.delete(call);
	}

	/** Returns the other ambiguous calls that are related to a call. */
	findOthersInDoubt(call: UnknownCall): UnknownCall[] {
		const calls = this.inDoubt.list().map(([other]) => other);
		return calls.filter((other) => other !== call && areRelated(other, call));
	}

	/** Returns the related processed calls that were recorded after `noteCount` was `count`. */
	findProcessedAfter(call: UnknownCall, count = 0): UnknownCall[] {
		const later = this.processed.list().filter(([, number]) => number > count);
		return later.map(([other]) => other).filter((other) => areRelated(other, call));
	}

	/** Records that a write has ended, whether it succeeded or not. The caller must still hold the keys. */
	noteWrite(keys: readonly string[]): void {
		for (const key of keys) this.writtenAt.set(key, performance.now());
	}

	/**
	 * Records that a number was written. The caller must still hold the key.
	 *
	 * @param replaced the number before; undefined if it is unknown
	 */
	noteChange(key: string, replaced: number | undefined, written: number): void {
		if (replaced !== undefined) this.replacements.set(`${key} ${replaced}`, written);
		this.replacements.delete(`${key} ${written}`);
	}

	/**
	 * Returns a number that was read, or the number that this process wrote last if the one that was read is older. The
	 * caller must hold the key.
	 */
	withLastChange(key: string, read: number): number {
		this.replacements.forgetOld();
		const next = this.replacements.get(`${key} ${read}`);
		return next === undefined ? read : this.withLastChange(key, next);
	}

	/** Whether a reply in the last minute suggested that another process uses the account. */
	get metOthers(): boolean {
		return performance.now() - this.others.metAt < OTHERS_STAY_MS;
	}

	/**
	 * Whether this process may have written something under this key since `moment`, so that data read at that moment may
	 * be out of date. The caller must hold the key.
	 *
	 * @param moment a value of `performance.now()`
	 */
	isWrittenSince(key: string, moment: number): boolean {
		return (this.writtenAt.get(key) ?? this.writtenAt.forgottenAt) >= moment;
	}

	/**
	 * Like `isWrittenSince`, but also true if another process used the account in the last minute, because that process
	 * may have written anything.
	 */
	mayBeWrittenSince(key: string, moment: number): boolean {
		return this.metOthers || this.isWrittenSince(key, moment);
	}

	/**
	 * Whether all writes of this process since `moment` are still remembered. If not, `isWrittenSince` is true for every
	 * key that has no remembered write.
	 *
	 * @param moment a value of `performance.now()`
	 */
	knowsWritesSince(moment: number): boolean {
		return this.writtenAt.forgottenAt < moment;
	}
}

const areRelated = (one: UnknownCall, other: UnknownCall) => one.keys.some((key) => other.keys.includes(key));

/**
 * How long an old record may look new, in ms: its date may lack a time zone, and time zones differ by up to 26 hours.
 */
const CLAIMS_MS = 26 * HOUR_MS;

/** The maximum number of IDs in each of the two sets of `Claims`. */
const MAX_CLAIMS = 100_000;

/**
 * The IDs of the records that belong to a call. Old IDs are forgotten in bulk. If they were forgotten one at a time,
 * each would take 0.5 ms.
 */
class Claims {
	private young = new Set<string>();
	private old = new Set<string>();
	private youngSince = performance.now();

	add(id: string): void {
		if (this.young.size >= MAX_CLAIMS || performance.now() - this.youngSince > CLAIMS_MS) {
			this.old = this.young;
			this.young = new Set();
			this.youngSince = performance.now();
		}
		this.young.add(id);
	}

	has(id: string): boolean {
		return this.young.has(id) || this.old.has(id);
	}
}
