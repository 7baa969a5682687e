import type { Json } from '../json';
import type { Failure } from './failures';
import type { RetryVerdict } from './verdict';
import type { Turn } from './window';

/**
 * An ambiguous call is assumed to be in progress for at least this long, in ms. A 503 without the envelope that arrives
 * quickly usually means "busy".
 */
const QUIET_MS = 10_000;
const QUIET_AFTER_503_MS = 2_000;

const MAX_QUIET_MS = 60_000;

/** How long after the start of a lookup its result still allows sending the call again, in ms. */
const FRESH_MS = 5_000;

/** Finds out whether an ambiguous call was processed (see `Confirmation`). */
export type LookUp = (doubt: Doubt) => Promise<Json | undefined>;

/**
 * The doubt about an unsafe call that may have been processed or may still be in progress. A gateway that stops waiting
 * does not stop the service, and a busy reply may mean that the service is still processing this very call. Each such
 * outcome is a sign that the call may be in progress.
 *
 * The call is sent again only after a lookup that found nothing and that began at least a quiet time after the last
 * sign. The quiet time doubles with each sign, because a call that has been in progress for long hardly ever ends just
 * between the lookup and the next attempt.
 */
export class Doubt {
	private signAt = -Infinity;
	private lookedUpAt = -Infinity;
	private quietMs = 0;

	/**
	 * @param turn the call's turn, which its lookups use as well. With turns of their own, they would wait for it
	 *   forever.
	 * @param since when the first ambiguous attempt was sent, in ms since 1970 by our clock
	 * @param check tells a person where to look
	 * @param failure the failure of the last ambiguous attempt
	 */
	constructor(
		readonly lookUp: LookUp,
		readonly turn: Turn,
		readonly since: number,
		readonly check: string,
		public failure: Failure,
	) {}

	noteAttempt({ cause, failure }: RetryVerdict, tookMs: number): void {
		this.failure = failure;
		this.noteSign(Math.max(cause === 'gatewayBusy' ? QUIET_AFTER_503_MS : QUIET_MS, 2 * tookMs));
	}

	/**
	 * Notes a sign that the call may be in progress. Several signs between two lookups count as one.
	 *
	 * @param minQuietMs the minimum quiet time after the sign
	 */
	noteSign(minQuietMs = 0): void {
		if (this.signAt <= this.lookedUpAt)
			this.quietMs = Math.min(Math.max(2 * this.quietMs, minQuietMs), MAX_QUIET_MS);
		this.signAt = performance.now();
	}

	noteLookup(): void {
		this.lookedUpAt = performance.now();
	}

	/** Returns how long to wait until a lookup can allow another attempt, in ms; 0 or less if that time is over. */
	getQuietLeftMs(): number {
		return this.signAt + this.quietMs - performance.now();
	}

	/** Whether the call can be sent again now if the last lookup found nothing. */
	allowsResend(): boolean {
		const isQuiet = this.lookedUpAt >= this.signAt + this.quietMs;
		return isQuiet && performance.now() - this.lookedUpAt <= FRESH_MS;
	}
}
