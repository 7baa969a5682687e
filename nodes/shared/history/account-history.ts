import { isBlank } from '../json';
import { HOUR_MS, MINUTE_MS } from '../time/units';
import { Recent } from './recent';

/** An ambiguous call may be processed up to this long after it was sent, in ms. */
const DOUBT_MS = 10 * MINUTE_MS;

/** The records of a processed call may look new to a retried call for this long, in ms. */
const PROCESSED_MS = HOUR_MS;

/**
 * The most keys of writes that are remembered. A person has two keys, so a list of people stays usable for
 * 2,500 writes.
 */
const MOST_WRITES = 5_000;
const WRITES_MS = HOUR_MS;

/** How long we assume that another process is at work after its last sign, in ms. */
const OTHERS_STAY_MS = MINUTE_MS;

/** A call whose records are unknown: it is ambiguous, or its reply did not name them. */
export interface UnknownCall {
	/** A call whose first key is one of these may take the records of this call for its own. */
	readonly keys: readonly string[];
	/** Where its records are listed. */
	readonly scope: string;
	readonly amount: number;
	/** In ms since 1970 by our clock. */
	readonly sentAt: number;
	/** By the same clock; undefined while the call is ambiguous. */
	processedAt?: number;
	drawn?: readonly string[];
}

/**
 * What the executions of this process wrote in an account, and which call each record belongs to. A call
 * whose reply was lost is confirmed by its own new record, never by another call's.
 */
export class AccountHistory {
	private readonly claims = new Claims();
	/** The ambiguous calls, each with the number of its note. */
	private readonly inDoubt = new Recent<UnknownCall, number>(DOUBT_MS);
	private readonly processed = new Recent<UnknownCall, number>(PROCESSED_MS);
	/**
	 * The number of notes so far. A list that is read from now on contains the records of all calls that were
	 * noted as processed.
	 */
	noteCount = 0;
	/** When something was last written, in ms of the monotonic clock, by the keys of `Client.exclusively`. */
	private readonly writtenAt = new Recent<string, number>(WRITES_MS, MOST_WRITES);

	/** @param others knows when another process last seemed to use the account */
	constructor(private readonly others: { readonly metAt: number }) {}

	/** Whether a record belongs to a call. */
	isClaimed(id: unknown): boolean {
		return this.claims.has(toKey(id));
	}

	claim(ids: readonly unknown[]): void {
		for (const id of ids.filter((one) => !isBlank(one))) this.claims.add(toKey(id));
	}

	/** Notes a call that is ambiguous, or whose reply named no records. */
	note(call: UnknownCall): void {
		this.forget(call);
		(call.processedAt === undefined ? this.inDoubt : this.processed).set(call, ++this.noteCount);
	}

	forget(call: UnknownCall): void {
		this.inDoubt.delete(call);
		this.processed.delete(call);
	}

	/** The other ambiguous calls of the same scope. */
	othersInDoubt(call: UnknownCall): UnknownCall[] {
		const calls = this.inDoubt.list().map(([other]) => other);
		return calls.filter((other) => other !== call && other.scope === call.scope);
	}

	/** The calls of the same scope that were processed after `count` notes. */
	processedAfter({ scope }: UnknownCall, count = 0): UnknownCall[] {
		const later = this.processed.list().filter(([, number]) => number > count);
		return later.map(([other]) => other).filter((other) => other.scope === scope);
	}

	/** Notes a finished write, successful or not. Call it while the keys are held. */
	noteWrite(keys: readonly string[]): void {
		for (const key of keys) this.writtenAt.set(key, performance.now());
	}

	/** Whether another process was at work in the last minute. */
	get metOthers(): boolean {
		return performance.now() - this.others.metAt < OTHERS_STAY_MS;
	}

	/**
	 * Whether this process may have written something with this key since a `performance.now()`. Data read then may be
	 * out of date. Call it while the key is held.
	 */
	isWrittenSince(key: string, moment: number): boolean {
		return (this.writtenAt.get(key) ?? this.writtenAt.forgottenAt) >= moment;
	}

	/**
	 * Like `isWrittenSince`, but also true if another process was at work in the last minute: it may have
	 * written anything.
	 */
	mayBeWrittenSince(key: string, moment: number): boolean {
		return this.metOthers || this.isWrittenSince(key, moment);
	}

	/** Whether all writes of this process since a `performance.now()` are known. If not, `mayBeWrittenSince` is always true. */
	knowsWritesSince(moment: number): boolean {
		return this.writtenAt.forgottenAt < moment;
	}
}

function toKey(id: unknown): string {
	return String(id).toLowerCase();
}

/** How long an old record may look new if its date has no zone, in ms. */
const CLAIMS_MS = 26 * HOUR_MS;

/** The minimum number of claims kept. The maximum is twice that. */
const MOST_CLAIMS = 100_000;

/**
 * The IDs of records that belong to a call. They are forgotten in bulk, because forgetting so many one by one
 * takes 0.5 ms each.
 */
class Claims {
	private young = new Set<string>();
	private old = new Set<string>();
	private since = performance.now();

	add(id: string): void {
		if (this.young.size >= MOST_CLAIMS || performance.now() - this.since > CLAIMS_MS) {
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
