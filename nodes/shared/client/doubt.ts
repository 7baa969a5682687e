import type { Json } from '../json';
import type { Client } from './client';
import type { Failure } from './failures';
import type { QueuedCall } from './pacing/gate';

/** Finds out whether an ambiguous call was processed. */
export interface Confirmation {
	/**
	 * Looks up the call after each ambiguous attempt. It must not wait for another execution, because the call
	 * keeps its turn.
	 *
	 * @param client for its calls. Those of another client would wait for the turn forever.
	 * @param since when the call was first sent, in ms since 1970 by our clock, for `ServiceClock.timing`
	 * @returns the lost reply, or undefined if the call was not processed and can be resent.
	 * @throws {ServiceError} if neither is certain.
	 */
	lookUp(client: Client, since: number): Promise<Json | undefined>;
	/**
	 * The caller knows that the record does not exist, and looks again if the call fails as `busy`: the service
	 * may be busy with the same work of another process.
	 */
	readonly failsIfBusy?: boolean;
	/** Runs once the call is known to be processed, with its reply or the result of the lookup. */
	onProcessed?(reply: Json): void;
}

const LONGEST_QUIET_MS = 60_000;

/** How old a lookup may be when the call is resent, from its start, in ms. */
const FRESH_MS = 5_000;

/**
 * An unsafe call that may have been processed, or may still run: a gateway that stops waiting does not stop the
 * service, and a busy answer may come from this very call. So it is resent only after a lookup that found nothing
 * and began a quiet time after the last such sign. The quiet time doubles with each sign, because a call that has
 * run for long hardly ever ends in the moment between lookup and resend.
 */
export class Doubt {
	private signAt = -Infinity;
	private lookedUpAt = -Infinity;
	private quietMs = 0;

	/**
	 * @param turn the call's, for its lookups. One of their own would deadlock.
	 * @param since when the first ambiguous attempt was sent, in ms since 1970 by our clock
	 * @param check see `Unsafe`
	 * @param failure of the last ambiguous attempt
	 */
	constructor(
		readonly confirmation: Confirmation,
		readonly turn: QueuedCall,
		readonly since: number,
		readonly check: string,
		public failure: Failure,
	) {}

	/**
	 * Notes a sign that the call may still run. The signs of one lookup count once.
	 *
	 * @param leastMs the shortest quiet time after it
	 */
	noteSign(leastMs = 0): void {
		if (this.signAt <= this.lookedUpAt)
			this.quietMs = Math.min(Math.max(2 * this.quietMs, leastMs), LONGEST_QUIET_MS);
		this.signAt = performance.now();
	}

	noteLookup(): void {
		this.lookedUpAt = performance.now();
	}

	/** How long to wait before a lookup can allow the resend, in ms; 0 or less if that time is over. */
	quietLeftMs(): number {
		return this.signAt + this.quietMs - performance.now();
	}

	/** Whether the call can be resent now if the last lookup found nothing. */
	allowsResend(): boolean {
		const isQuiet = this.lookedUpAt >= this.signAt + this.quietMs;
		return isQuiet && performance.now() - this.lookedUpAt <= FRESH_MS;
	}
}
