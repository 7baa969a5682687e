import type { Confirmation } from './client';
import type { Failure } from './failures';
import { RETRY_CAUSES, type RetryVerdict } from './verdict';
import type { Turn } from './window';

const MAX_QUIET_MS = 60_000;

/** The maximum age of a lookup that allows sending the call again, in ms, counted from the start of the lookup. */
const FRESH_MS = 5_000;

/**
 * The state of an unsafe call that may have been processed, or may still be in progress. A gateway that stops waiting
 * does not stop the service, and a busy reply may mean that the service is still processing this very call. An outcome
 * after which the call may be in progress is called a sign.
 *
 * The call is sent again only if a lookup found nothing, and if this lookup began at least `quietMs` after the last
 * sign. This quiet time doubles with each sign: the longer a call has been in progress, the less likely it is to end
 * just between the lookup and the next attempt.
 */
export class Doubt {
	private signAt = -Infinity;
	private lookedUpAt = -Infinity;
	private quietMs = 0;

	/**
	 * @param turn the turn of the call, which its lookups must use as well. In a turn of its own, a lookup would wait
	 *   forever for the call's turn to end.
	 * @param since when the first ambiguous attempt was sent, in ms since 1970 by our clock
	 * @param check tells a person where to look if lookups do not help
	 * @param failure the failure of the last ambiguous attempt
	 */
	constructor(
		readonly confirmation: Confirmation,
		readonly turn: Turn,
		readonly since: number,
		readonly check: string,
		public failure: Failure,
	) {}

	noteAttempt({ cause, failure }: RetryVerdict, tookMs: number): void {
		this.failure = failure;
		this.noteSign(Math.max(RETRY_CAUSES[cause].quietMs, 2 * tookMs));
	}

	/**
	 * Records a sign that the call may be in progress. Several signs between two lookups count as one.
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

	/**
	 * Returns how long the quiet time still lasts, in ms; 0 or less if it is over, so that a lookup can allow another
	 * attempt.
	 */
	getQuietLeftMs(): number {
		return this.signAt + this.quietMs - performance.now();
	}

	/** Whether the call can be sent again now, provided that the last lookup found nothing. */
	allowsResend(): boolean {
		const isQuiet = this.lookedUpAt >= this.signAt + this.quietMs;
		return isQuiet && performance.now() - this.lookedUpAt <= FRESH_MS;
	}
}
