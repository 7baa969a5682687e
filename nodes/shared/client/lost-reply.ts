import type { Json } from '../json';
import { SECOND_MS } from '../time/units';
import type { LookupResult, LookUp } from './call-rules';
import { CancelledError } from './cancellation';
import { concernsAccount, ServiceError, type Ending, type Failure } from './failures';
import { mayBeProcessed, type RetryVerdict, type Verdict } from './verdict';

const MIN_WAIT_MS = 10 * SECOND_MS;
/**
 * The minimum wait after the service was too busy for the second attempt. It may still be busy with the first, and calls
 * that are processed up to half a minute late must not be repeated (docs/reliability.md).
 */
const MIN_WAIT_IF_BUSY_MS = 30 * SECOND_MS;
const MAX_WAIT_MS = 60 * SECOND_MS;

/** The maximum number of lookups of a call, because the service may be busy during each of them. */
const MAX_LOOKUPS = 8;

/** An attempt and its outcome. */
export interface Attempt<Outcome extends Verdict = Verdict> {
	verdict: Outcome;
	/** When the attempt was sent, in ms since 1970 by our clock. */
	sentAt: number;
	/** How long it took until the attempt failed or the reply arrived, in ms. */
	tookMs: number;
}

/** What settling a lost reply needs to know and to do. */
interface LostCall {
	/** The attempt whose reply was lost. */
	lost: Attempt<RetryVerdict>;
	/** Tells a person where to look. */
	check: string;
	/** Undefined if the call cannot be looked up. */
	lookUp?: LookUp;
	/** Sends the call again once. */
	send(): Promise<Attempt>;
	/** How often the call was sent. */
	countSent(): number;
	/** Waits outside of the queue. */
	wait(ms: number): Promise<void>;
	/** Waits as a refusal demands, after which the call would be sent again. */
	waitAfter(verdict: RetryVerdict): Promise<void>;
	/** How often the service has been busy during this execution. */
	countBusy(): number;
}

/**
 * Finds out what became of a call that must not be processed twice, after its reply was lost: look it up; wait; look it
 * up again; send it once more; wait; look it up; stop. The wait is twice as long as the attempt took, but 10 to 60
 * seconds, so that the service has certainly ended the attempt. Meanwhile, the caller holds the lock for whatever the
 * call creates, so that no other call of this process can create the same.
 *
 * | What happens                                                | What follows                                   |
 * | ----------------------------------------------------------- | ---------------------------------------------- |
 * | A lookup finds what was asked for (see `LookupResult`)      | Done, with what was found as the reply         |
 * | The first lookup finds nothing                              | Wait, and look it up again                     |
 * | The service was busy meanwhile, perhaps with this call      | The wait begins again                          |
 * | The service stays busy through all lookups                  | Stop: `nothingFound`                           |
 * | A lookup after the wait finds nothing                       | Send it once more                              |
 * | … which succeeds                                            | Done                                           |
 * | … which the service refuses only for now, or never receives | Wait as it demands, wait again, and look it up |
 * |                                                             | (if it was busy, wait at least half a minute)  |
 * | … whose reply is lost, too, and a lookup finds nothing      | Stop: `nothingFound`                           |
 * | … which fails for good, and a lookup finds nothing          | The failure; if it is the account's: see below |
 * | A lookup finds anything else                                | Stop: `somethingElse`                          |
 * | A lookup fails                                              | Stop: `notReadable`                            |
 * | The token or the account is refused meanwhile               | Stop: `accountRefused`                         |
 * | There is no way to look it up                               | Stop: `notLookedUp`                            |
 *
 * @returns the reply of the second attempt, or what was found in its place (`isConfirmed`)
 * @throws {ServiceError} with the `ending` if neither is certain; or the final refusal of the second attempt
 */
export async function settleLostReply(call: LostCall): Promise<{ reply: Json; isConfirmed: boolean }> {
	const { check, lookUp, lost } = call;
	let { failure } = lost.verdict;
	let { tookMs } = lost;
	let lookups = 0;
	let minWaitMs = MIN_WAIT_MS;

	const stop = (reason: Ending['reason'], more: Partial<Ending> = {}) =>
		new ServiceError({ ...failure, ending: { reason, tries: call.countSent(), lookups, check, ...more } });
	/** Stops with a later failure, after which the call cannot be sent again. */
	const stopFor = (later: Failure, reason: Ending['reason']) => {
		failure = later;
		return stop(reason);
	};
	if (!lookUp) throw stop('notLookedUp');

	/** Returns what was found in place of the reply, or undefined if there is nothing new. */
	const lookUpOnce = async (): Promise<Json | undefined> => {
		lookups++;
		const finding = await lookUp(lost.sentAt).catch((error: unknown): LookupResult => {
			if (error instanceof CancelledError) throw error;
			const lookUpFailure = error instanceof ServiceError ? error.failure : undefined;
			throw lookUpFailure && concernsAccount(lookUpFailure)
				? stopFor(lookUpFailure, 'accountRefused')
				: stop('notReadable', { lookUpFailure });
		});
		if (finding.kind === 'unclear') throw stop('somethingElse', { found: finding.found });
		return finding.kind === 'done' ? finding.reply : undefined;
	};
	const waitAndLookUp = async (): Promise<Json | undefined> => {
		for (;;) {
			const busy = call.countBusy();
			await call.wait(Math.min(Math.max(2 * tookMs, minWaitMs), MAX_WAIT_MS));
			const found = await lookUpOnce();
			if (found || call.countBusy() === busy) return found;
			if (lookups >= MAX_LOOKUPS) throw stop('nothingFound');
		}
	};

	let found = await lookUpOnce();
	while (!found) {
		found = await waitAndLookUp();
		if (found) break;
		const { verdict, ...attempt } = await call.send();
		if (verdict.kind === 'done') return { reply: verdict.body, isConfirmed: false };
		if (verdict.kind === 'stop') {
			if (concernsAccount(verdict.failure)) throw stopFor(verdict.failure, 'accountRefused');
			found = await lookUpOnce();
			if (!found) throw new ServiceError(verdict.failure);
		} else if (mayBeProcessed(verdict.cause)) {
			({ failure } = verdict);
			({ tookMs } = attempt);
			found = await waitAndLookUp();
			if (!found) throw stop('nothingFound');
		} else {
			if (verdict.cause === 'busy') minWaitMs = MIN_WAIT_IF_BUSY_MS;
			await call.waitAfter(verdict).catch((error: unknown) => {
				throw error instanceof ServiceError ? stopFor(error.failure, 'nothingFound') : error;
			});
		}
	}
	return { reply: found, isConfirmed: true };
}
