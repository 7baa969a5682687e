import type { Json } from '../json';
import { Cancelled, delay, orOnAbort, throwIfCancelled, timeoutOr } from './cancellation';
import type { Client } from './client';
import type { Confirmation, Endpoint } from './endpoint';
import { concernsAccount, hasStatus, isAmbiguous, Overtaken, ServiceError, type Failure } from './failures';
import { Turn } from './queue';
import { limitInPlan } from './reply';
import {
	Doubt,
	judgeOutcome,
	mayBeProcessed,
	mayHaveCounted,
	quietMs,
	RetryBudget,
	showsActivity,
	showsOthers,
	verdictOnTheWay,
	type RetryVerdict,
	type Verdict,
} from './retry-policy';
import { ATTEMPT_TIMEOUT_MS, DEADLINE_PASSED, type HttpRequest, type Outcome } from './transport';

/** If this many lookups do not allow a resend, the call fails as ambiguous. */
const MOST_LOOKUPS = 8;

/** One call, from its first attempt to its outcome. */
export class Call {
	private readonly budget: RetryBudget;
	private readonly turn: Turn;
	/** When the first ambiguous attempt was sent, in ms since 1970 by our clock. */
	private ambiguousSince?: number;
	private doubt?: Doubt;

	/** @param confirmation finds out whether the call was processed, if the endpoint has a way to do so. */
	constructor(
		private readonly client: Client,
		private readonly endpoint: Endpoint,
		private readonly request: HttpRequest,
		private readonly confirmation: Confirmation | undefined,
	) {
		const { callsPerMinute, patienceMs } = client.options;
		this.budget = new RetryBudget(patienceMs);
		this.turn = client.lookedUp?.turn ?? new Turn(callsPerMinute, endpoint.call, patienceMs !== undefined);
	}

	/**
	 * The retry loop. While the whole account has to wait, the call keeps its turn. An ambiguous call is looked
	 * up before each resend (see `Doubt`), and once more if it fails for good.
	 */
	async send(): Promise<Json> {
		try {
			for (;;) {
				await this.takeTurn();
				const found = this.doubt && (await this.lookUpBeforeSending(this.doubt));
				if (found) return this.confirmed(found);
				const sentAt = Date.now();
				const startedAt = performance.now();
				const verdict = await this.attempt();
				if (verdict.kind === 'done') return verdict.body;
				if (verdict.kind === 'stop') return this.confirmOrThrow(verdict.failure);
				const tookMs = performance.now() - startedAt;
				this.noteOutcome(verdict, sentAt, tookMs);
				if (this.waitsInQueue(verdict, tookMs)) this.delayInQueue(verdict);
				else await this.waitAlone(verdict);
				this.client.stats.retries++;
				if (!this.doubt && this.confirmation?.failsIfDelayed) {
					// After the wait, so that the caller can look again at once.
					await this.takeTurn();
					throw new Overtaken(verdict.failure);
				}
			}
		} catch (error) {
			return await this.lookUpOrThrow(error);
		} finally {
			if (!this.client.lookedUp) this.leave();
		}
	}

	/**
	 * Sends the request once. The call must have its turn.
	 *
	 * @throws {Cancelled} once the execution was cancelled.
	 */
	private async attempt(): Promise<Verdict> {
		const { stats, clock, account, options } = this.client;
		throwIfCancelled(options.signal);
		stats.calls++;
		let verdict: Verdict | undefined;
		try {
			const outcome = await this.transmit();
			const reply = 'reply' in outcome ? outcome.reply : undefined;
			clock.read(reply?.headers.date);
			stats.received += reply?.text.length ?? 0;
			verdict = judgeOutcome(outcome, this.endpoint);
		} finally {
			if (mayHaveCounted(verdict)) account.queue.count(this.turn, verdict?.kind !== 'retry');
		}
		if (verdict.kind === 'done') {
			stats.succeeded++;
			account.noteQuota(verdict.body);
		}
		this.noteLimit(verdict);
		return this.withoutForeign(verdict);
	}

	/**
	 * Sends the request, and ends the attempt at its deadline. The timeout of an HTTP client starts again with
	 * each byte, so a server that sends one byte a second could hold the call forever.
	 */
	private async transmit(): Promise<Outcome> {
		const { transport, signal } = this.client.options;
		const deadline = this.client.deadlines.next();
		const onDeadline = (resolve: (outcome: Outcome) => void, reject: (error: Error) => void) =>
			signal?.aborted ? reject(new Cancelled()) : resolve({ fault: DEADLINE_FAULT });
		const sending = transport({ ...this.request, signal: deadline });
		const outcome = await orOnAbort(sending, deadline, onDeadline);
		throwIfCancelled(signal);
		return outcome;
	}

	/**
	 * Judges a refusal without the service's envelope again: after calls that succeeded, the address and the
	 * token are right, so a firewall or gateway must have refused this call.
	 */
	private withoutForeign(verdict: Verdict): Verdict {
		const { stats } = this.client;
		const isForeign = verdict.kind === 'stop' && verdict.isForeign;
		stats.foreignInARow = isForeign ? stats.foreignInARow + 1 : 0;
		const isOnTheWay = isForeign && stats.succeeded > 0;
		return isOnTheWay ? verdictOnTheWay(verdict.failure, stats.foreignInARow) : verdict;
	}

	/**
	 * Notes a limit in the plan that differs from the credential's. After a 429, only a lower limit counts: a
	 * higher one does not explain the refusal, which other programs may have caused.
	 */
	private noteLimit(verdict: Verdict): void {
		const { stats, options } = this.client;
		const credential = options.callsPerMinute;
		const isDone = verdict.kind === 'done';
		const plan = isDone ? limitInPlan(verdict.body) : planLimit(verdict.failure);
		if (plan === undefined) return;
		const isMismatch = isDone ? plan !== credential : credential === 0 || plan < credential;
		if (isMismatch) stats.limitMismatch = { plan, credential };
	}

	/**
	 * Waits for the turn unless the call has it, then for the rate limit.
	 *
	 * @throws {ServiceError} if that exceeds the caller's patience.
	 */
	private async takeTurn(): Promise<void> {
		const { account, patienceMs, signal, onWait } = this.client.options;
		const patience = patienceMs === undefined ? signal : timeoutOr(signal, patienceMs);
		try {
			this.client.stats.waitedMs += await account.queue.enter(this.turn, patience, onWait);
		} catch (error) {
			throwIfCancelled(signal);
			throw error instanceof Cancelled ? queueTooLong(account.queue.waitMs()) : error;
		}
	}

	private leave(): void {
		this.client.account.queue.leave(this.turn);
	}

	/**
	 * Whether the call waits in the queue. After an ambiguous attempt, the service may be busy with that
	 * attempt. The call then waits alone, and others need not wait for it.
	 */
	private waitsInQueue({ cause }: RetryVerdict, tookMs: number): boolean {
		if (cause === 'rateLimited') return true;
		return !this.doubt && showsOthers(cause, tookMs);
	}

	/** Delays only this call after a busy answer, and the whole account after a 429. */
	private delayInQueue(verdict: RetryVerdict): void {
		const { queue } = this.client.account;
		if (verdict.cause === 'rateLimited') queue.block(this.budget.nextDelayMs(verdict, queue.meetFull()));
		else queue.delay(this.budget.nextDelayMs(verdict, queue.meetBusy(this.turn)), this.turn);
	}

	private async waitAlone(verdict: RetryVerdict): Promise<void> {
		if (verdict.cause === 'gatewayBusy') this.client.account.queue.meetOthers();
		await this.pause(this.budget.nextDelayMs(verdict));
	}

	/** Lets others pass for `ms`. */
	private async pause(ms: number): Promise<void> {
		this.leave();
		this.client.stats.waitedMs += ms;
		await delay(ms, this.client.options.signal);
	}

	/** @throws {ServiceError} with `ambiguous` if the call must not be sent twice and has no lookup. */
	private noteOutcome(verdict: RetryVerdict, sentAt: number, tookMs: number): void {
		if (showsActivity(verdict.cause)) this.client.lookedUp?.noteSign();
		if (mayBeProcessed(verdict.cause)) this.doubtAttempt(verdict, sentAt, tookMs);
		else if (verdict.cause === 'busy') this.doubt?.noteSign();
	}

	private doubtAttempt({ cause, failure }: RetryVerdict, sentAt: number, tookMs: number): void {
		const { confirmation, endpoint, turn } = this;
		this.ambiguousSince ??= sentAt;
		if (endpoint.retry.kind !== 'unsafe') return;
		const { check } = endpoint.retry;
		if (!confirmation) throw ambiguous({ failure, check });
		this.doubt ??= new Doubt(confirmation, turn, this.ambiguousSince, check, failure);
		this.doubt.failure = failure;
		this.doubt.noteSign(quietMs(cause, tookMs));
	}

	/**
	 * Throws the failure, unless it confirms the call: after an attempt that may have been processed, a 404
	 * means that the record is deleted.
	 */
	private confirmOrThrow(failure: Failure): Json {
		const { retry } = this.endpoint;
		const error = new ServiceError(failure);
		if (this.ambiguousSince === undefined) throw error;
		if (retry.kind === 'safeDelete' && hasStatus(error, 404)) return this.confirmed(NO_LONGER_THERE);
		throw retry.kind === 'keyed' ? new ServiceError({ ...failure, done: retry.lost }) : error;
	}

	/**
	 * Looks up an ambiguous call until its reply is found, or the call can be resent at once.
	 *
	 * @returns the lost reply, or undefined if the call can be resent.
	 * @throws {ServiceError} with `ambiguous`, if neither is certain.
	 */
	private async lookUpBeforeSending(doubt: Doubt): Promise<Json | undefined> {
		for (let lookups = 0; lookups < MOST_LOOKUPS; lookups++) {
			const reply = await this.lookUp(doubt);
			if (reply) return reply;
			const quietLeftMs = doubt.quietLeftMs();
			if (quietLeftMs > 0) await this.pause(quietLeftMs);
			await this.takeTurn();
			if (doubt.allowsResend()) return undefined;
		}
		throw ambiguous(doubt);
	}

	/**
	 * Looks up an ambiguous call that will not be resent. If the whole account failed, the call is not looked
	 * up, because the lookup would fail, too. A refusal is no such failure.
	 *
	 * @returns the lost reply.
	 * @throws the error, with `ambiguous` unless it is a refusal.
	 */
	private async lookUpOrThrow(error: unknown): Promise<Json> {
		const { doubt } = this;
		if (!doubt || !(error instanceof ServiceError) || isAmbiguous(error)) throw error;
		const { failure } = error;
		const isRefused = failure.code === 'refused' || failure.code === 'accessRefused';
		if (!isRefused && concernsAccount(failure)) throw ambiguous({ failure, check: doubt.check });
		const found = await this.lookUp(doubt);
		if (found) return this.confirmed(found);
		throw isRefused ? error : ambiguous(doubt);
	}

	/** @throws {ServiceError} with `ambiguous`, if the lookup fails. */
	private async lookUp(doubt: Doubt): Promise<Json | undefined> {
		await this.takeTurn();
		doubt.noteLookup();
		try {
			return await doubt.confirmation.lookUp(this.client.lookingUp(doubt), doubt.since);
		} catch (error) {
			throw error instanceof Cancelled ? error : unanswered(doubt, error);
		}
	}

	private confirmed(reply: Json): Json {
		this.client.stats.confirmed++;
		return reply;
	}
}

const DEADLINE_FAULT = { code: DEADLINE_PASSED, message: `no reply in ${ATTEMPT_TIMEOUT_MS} ms` };

function planLimit(failure: Failure): number | undefined {
	return failure.code === 'rateLimited' ? failure.planLimit : undefined;
}

function queueTooLong(queueMs: number): ServiceError {
	return new ServiceError({ code: 'queueTooLong', queueMs });
}

/**
 * The error of a call whose lookup failed. If that failure affects the whole account, it becomes the error of
 * the call, so that it ends the run.
 */
function unanswered({ failure, check }: Doubt, error: unknown): ServiceError {
	const isOfAccount = error instanceof ServiceError && concernsAccount(error.failure);
	return ambiguous({ failure: isOfAccount ? error.failure : failure, check });
}

function ambiguous({ failure, check }: Pick<Doubt, 'failure' | 'check'>): ServiceError {
	return new ServiceError({ ...failure, ambiguous: { check } });
}

/** Stand-in reply: the record is gone, but we cannot tell who deleted it. */
const NO_LONGER_THERE: Json = {
	Response: true,
	message: 'It no longer exists. An earlier attempt got no response and may have deleted it.',
	deleted: null,
	noLongerThere: true,
};
