import type { Json } from '../json';
import { CancelledError, delay, throwIfCancelled, workWithin } from './cancellation';
import type { Client, Confirmation, Endpoint } from './client';
import { concernsAccount, hasStatus, isAmbiguous, ServiceError, type Failure } from './failures';
import { Doubt } from './doubt';
import { OvertakenError, RetryBudget } from './retry-budget';
import { ATTEMPT_TIMEOUT_MS, DEADLINE_PASSED, type HttpRequest, type CallOutcome } from './transport';
import {
	isConclusive,
	judgeAfterSuccess,
	judgeOutcome,
	mayBeCounted,
	mayBeProcessed,
	showsOthers,
	type RetryVerdict,
	type Verdict,
} from './verdict';
import { Turn } from './window';

/**
 * The maximum number of lookups in a row. If none of them allows sending the call again, the call fails as ambiguous.
 */
const MAX_LOOKUPS = 8;

/** One call, from its first attempt to its outcome. */
export class Call {
	private readonly budget: RetryBudget;
	private readonly turn: Turn;
	/** Whether any attempt was ambiguous. */
	private wasAmbiguous = false;
	/** Set if the call is unsafe and an attempt was ambiguous. */
	private doubt?: Doubt;

	/**
	 * @param confirmation finds out whether the call was processed, if the endpoint has a way to do so
	 * @param lookAgainWithin the caller's retry budget; see `PriorLook.lookAgainWithin`
	 */
	constructor(
		private readonly client: Client,
		private readonly endpoint: Endpoint,
		private readonly request: HttpRequest,
		private readonly confirmation?: Confirmation,
		private readonly lookAgainWithin?: RetryBudget,
	) {
		const { callsPerMinute, patienceMs } = client.options;
		this.budget = lookAgainWithin ?? new RetryBudget(patienceMs);
		this.turn = client.lookedUp?.turn ?? new Turn(callsPerMinute, endpoint.call, patienceMs !== undefined);
	}

	/**
	 * Sends the call until it succeeds or fails for good. While the whole account has to wait, the call keeps its turn.
	 * If an attempt of an unsafe call was ambiguous, the call is looked up before it is sent again (see `Doubt`), and
	 * once more if it fails for good.
	 */
	async send(): Promise<Json> {
		try {
			for (;;) {
				await this.takeTurn();
				const found = this.doubt && (await this.lookUpBeforeSending(this.doubt));
				if (found) return this.noteConfirmed(found);
				const sentAt = Date.now();
				const startedAt = performance.now();
				const verdict = await this.attempt(startedAt);
				if (verdict.kind === 'done') return verdict.body;
				if (verdict.kind === 'stop') return this.confirmOrThrow(verdict.failure);
				const tookMs = performance.now() - startedAt;
				this.noteOutcome(verdict, sentAt, tookMs);
				await this.waitAfter(verdict, tookMs);
				this.client.stats.retries++;
				if (!this.doubt && this.lookAgainWithin) {
					// This error is thrown only now, after the wait, so that the caller can look again without waiting.
					await this.takeTurn();
					throw new OvertakenError(verdict.failure);
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
	 * @param startedAt the current time, in ms of the monotonic clock
	 * @throws {CancelledError} if the execution was canceled
	 */
	private async attempt(startedAt: number): Promise<Verdict> {
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
			const tookMs = isConclusive(verdict) ? performance.now() - startedAt : undefined;
			if (mayBeCounted(verdict)) account.queue.count(this.turn, tookMs);
		}
		if (verdict.kind === 'done') stats.succeeded++;
		return stats.succeeded > 0 ? judgeAfterSuccess(verdict) : verdict;
	}

	/**
	 * Sends the request, and ends the attempt at its deadline. An HTTP client's own timeout would not be enough: it
	 * starts again with each byte, so a server that sends one byte per second could delay the call forever.
	 */
	private async transmit(): Promise<CallOutcome> {
		const { transport, signal } = this.client.options;
		const transmit = async (own: AbortSignal) => await transport({ ...this.request, signal: own });
		const outcome = await workWithin(ATTEMPT_TIMEOUT_MS, signal, transmit);
		return outcome ?? { fault: DEADLINE_FAULT };
	}

	/**
	 * Waits for the call's turn, unless it already has the turn, and then for the rate limit.
	 *
	 * @throws {ServiceError} if the waits take longer than `patienceMs`
	 */
	private async takeTurn(): Promise<void> {
		const { account, patienceMs, signal, onWait } = this.client.options;
		const enter = async (until?: AbortSignal) => {
			await account.queue.enter(this.turn, until, (ms) => {
				this.client.stats.waitedMs += ms;
				onWait?.(ms);
			});
			return true;
		};
		const isIn = patienceMs === undefined ? await enter(signal) : await workWithin(patienceMs, signal, enter);
		if (!isIn) throw new ServiceError({ code: 'queueTooLong', queueMs: account.queue.getWaitMs() });
	}

	private leave(): void {
		this.client.account.queue.leave(this.turn);
	}

	/**
	 * Waits before the next attempt. If the reason also concerns other calls, the call waits in the queue. After an
	 * ambiguous attempt of an unsafe call, the service may be busy with that very attempt, so the call leaves the queue
	 * while it waits, and other calls can be sent.
	 */
	private async waitAfter(verdict: RetryVerdict, tookMs: number): Promise<void> {
		const { budget, turn } = this;
		const { queue } = this.client.account;
		if (verdict.cause === 'rateLimited') {
			queue.block(budget.chooseDelayMs(verdict, queue.others.meetFull()));
		} else if (!this.doubt && showsOthers(verdict.cause, tookMs)) {
			queue.delay(budget.chooseDelayMs(verdict, queue.others.meetBusy(turn)), turn);
		} else {
			if (verdict.cause === 'gatewayBusy') queue.others.meet();
			await this.pause(budget.chooseDelayMs(verdict));
		}
	}

	/** Waits outside of the queue, so that other calls can take their turns. */
	private async pause(ms: number): Promise<void> {
		this.leave();
		this.client.stats.waitedMs += ms;
		await delay(ms, this.client.options.signal);
	}

	/**
	 * Records an outcome after which the call would be sent again.
	 *
	 * @throws {ServiceError} with `ambiguous` if the call may have been processed, must not be processed twice, and
	 *   cannot be looked up
	 */
	private noteOutcome(verdict: RetryVerdict, sentAt: number, tookMs: number): void {
		const { cause, failure } = verdict;
		if (cause === 'busy') this.doubt?.noteSign();
		if (cause === 'busy' || mayBeProcessed(cause)) this.client.lookedUp?.noteSign();
		if (!mayBeProcessed(cause)) return;
		this.wasAmbiguous = true;
		const { retry } = this.endpoint;
		if (retry.kind !== 'unsafe') return;
		if (!this.confirmation) throw toAmbiguous(retry, failure);
		this.doubt ??= new Doubt(this.confirmation, this.turn, sentAt, retry.check, failure);
		this.doubt.noteAttempt(verdict, tookMs);
	}

	/**
	 * Throws a final failure, unless it confirms the call: if the call deletes a record and an earlier attempt was
	 * ambiguous, a 404 means that the record is gone. In that case, returns a reply.
	 */
	private confirmOrThrow(failure: Failure): Json {
		const { retry } = this.endpoint;
		const error = new ServiceError(failure);
		if (!this.wasAmbiguous || retry.kind !== 'safe') throw error;
		if (retry.deletes && hasStatus(error, 404)) return this.noteConfirmed(NO_LONGER_THERE);
		throw retry.lost ? new ServiceError({ ...failure, done: retry.lost }) : error;
	}

	/**
	 * Looks up an ambiguous call, repeatedly if necessary, until the lost reply is found or the call can be sent again.
	 *
	 * @returns the lost reply, or undefined if the call can be sent again right now
	 * @throws {ServiceError} with `ambiguous` if MAX_LOOKUPS lookups did not achieve either
	 */
	private async lookUpBeforeSending(doubt: Doubt): Promise<Json | undefined> {
		for (let lookups = 0; lookups < MAX_LOOKUPS; lookups++) {
			const reply = await this.lookUp(doubt);
			if (reply) return reply;
			const quietLeftMs = doubt.getQuietLeftMs();
			if (quietLeftMs > 0) await this.pause(quietLeftMs);
			await this.takeTurn();
			if (doubt.allowsResend()) return undefined;
		}
		throw toAmbiguous(doubt, doubt.failure);
	}

	/**
	 * Looks up an ambiguous call after its last attempt failed for good. A failure that affects the whole account would
	 * also affect the lookup, so the call is not looked up then, except after a refusal.
	 *
	 * @returns the lost reply
	 * @throws the error of the last attempt, with `ambiguous` unless it is a refusal
	 */
	private async lookUpOrThrow(error: unknown): Promise<Json> {
		const { doubt } = this;
		if (!doubt || !(error instanceof ServiceError) || isAmbiguous(error)) throw error;
		const { failure } = error;
		const isRefused = failure.code === 'refused' || failure.code === 'accessRefused';
		if (!isRefused && concernsAccount(failure)) throw toAmbiguous(doubt, failure);
		const found = await this.lookUp(doubt);
		if (found) return this.noteConfirmed(found);
		throw isRefused ? error : toAmbiguous(doubt, doubt.failure);
	}

	/**
	 * Looks up the ambiguous call once.
	 *
	 * @throws {ServiceError} with `ambiguous` if the lookup fails. If the lookup's failure affects the whole account, it
	 *   replaces the call's failure, so that the run ends.
	 */
	private async lookUp(doubt: Doubt): Promise<Json | undefined> {
		await this.takeTurn();
		doubt.noteLookup();
		try {
			return await doubt.confirmation.lookUp(this.client.with({ lookedUp: doubt }), doubt.since);
		} catch (error) {
			const isOfAccount = error instanceof ServiceError && concernsAccount(error.failure);
			const failure = isOfAccount ? error.failure : doubt.failure;
			throw error instanceof CancelledError ? error : toAmbiguous(doubt, failure);
		}
	}

	private noteConfirmed(reply: Json): Json {
		this.client.stats.confirmed++;
		return { Response: true, ...reply };
	}
}

function toAmbiguous({ check }: { check: string }, failure: Failure): ServiceError {
	return new ServiceError({ ...failure, ambiguous: { check } });
}

const DEADLINE_FAULT = { code: DEADLINE_PASSED, message: `no reply in ${ATTEMPT_TIMEOUT_MS} ms` };

/** A reply in place of the lost reply to a deletion: the record no longer exists, but it is unknown who deleted it. */
const NO_LONGER_THERE: Json = {
	message: 'This record no longer exists. An earlier attempt got no response, and may have deleted it.',
	deleted: null,
	noLongerThere: true,
};
