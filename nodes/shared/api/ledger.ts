import type { Client } from '../client/client';
import { isBlank } from '../json';

/**
 * Which call of this process made which records. A call whose reply was lost is confirmed by its own new
 * record, never by another call's. All executions of an account share the ledger.
 */

/** How long an old record may look new if its date has no zone, in ms. */
const CLAIM_MS = 26 * 60 * 60 * 1_000;

/** The minimum number of claims kept. The maximum is twice that. */
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

/** A call whose records are unknown: it is ambiguous, or its reply did not name them. */
export interface UnknownCall {
	/** A call whose first key is one of these may find the records of this call. */
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

/** How late an ambiguous call may be processed, in ms. */
const DOUBT_MS = 10 * 60_000;

/** The records of a processed call may look new to a retried call for this long, in ms. */
const PROCESSED_MS = 60 * 60_000;

/** When a call was noted, by our clock, and the number of the note. */
interface Note {
	readonly at: number;
	readonly number: number;
}

/** The records that this process made in one account. */
export class Ledger {
	private readonly claims = new Claims();
	/** In the order of their notes, oldest first. */
	private readonly inDoubt = new Map<UnknownCall, Note>();
	private readonly processed = new Map<UnknownCall, Note>();
	private notes = 0;

	isClaimed(id: unknown): boolean {
		return this.claims.has(toKey(id));
	}

	claim(ids: readonly unknown[]): void {
		for (const id of ids.filter((one) => !isBlank(one))) this.claims.add(toKey(id));
	}

	/** Notes a call that is ambiguous, or whose reply named no records. */
	note(call: UnknownCall): void {
		this.forget(call);
		const note = { at: Date.now(), number: ++this.notes };
		(call.processedAt === undefined ? this.inDoubt : this.processed).set(call, note);
		dropOlder(this.inDoubt, note.at - DOUBT_MS);
		dropOlder(this.processed, note.at - PROCESSED_MS);
	}

	forget(call: UnknownCall): void {
		this.inDoubt.delete(call);
		this.processed.delete(call);
	}

	/** The number of notes so far. A list read after this contains the records of all calls processed by now. */
	get count(): number {
		return this.notes;
	}

	othersInDoubt(call: UnknownCall): UnknownCall[] {
		return [...this.inDoubt.keys()].filter((other) => other !== call && other.scope === call.scope);
	}

	/** The calls of the same scope that were processed after `count` notes. */
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

export function getLedger({ account }: Client): Ledger {
	return account.get(createLedger);
}
