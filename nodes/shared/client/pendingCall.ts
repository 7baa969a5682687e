import type { Json } from '../json';
import { attempt } from './attempt';
import { Cancelled, delay, throwIfCancelled, timeoutOr } from './cancellation';
import type { Confirmation, Endpoint } from './endpoint';
import { concernsAccount, hasStatus, isAmbiguous, ServiceError, type Failure } from './failures';
import { QueuedCall } from './pacing/gate';
import { accountWaits, mayBeProcessed, RetryBudget, type RetryVerdict } from './retryPolicy';
import type { Session } from './session';
import type { HttpRequest } from './transport';

/** An unsafe call that may have been processed. */
interface Doubt {
	confirmation: Confirmation;
	failure: Failure;
	check: string;
	/** When the first ambiguous attempt was sent, in ms since 1970 by our clock. */
	since: number;
}

/** How long the result of a lookup stays valid, in ms. */
const FRESH_MS = 5_000;

/** How many lookups precede a resend, if the call has to wait for the rate limit after each. */
const MOST_LOOKS = 3;

/** One call, from its first attempt to its outcome. */
export class PendingCall {
	private readonly budget: RetryBudget;
	private readonly turn: QueuedCall;
	/** It confirms another call and uses that call's turn. */
	private readonly isLookup: boolean;
	/** Even a later lookup may miss the effect of an attempt sent at this time. */
	private ambiguousSince?: number;
	private doubt?: Doubt;

	constructor(
		private readonly session: Session,
		private readonly endpoint: Endpoint,
		private readonly request: HttpRequest,
		private readonly confirmation: Confirmation | undefined,
	) {
		const { connection, turnOfLookups } = session;
		this.budget = new RetryBudget(connection.patienceMs);
		this.isLookup = turnOfLookups !== undefined;
		this.turn = turnOfLookups ?? new QueuedCall(connection.callsPerMinute, endpoint.call);
	}

	/**
	 * The retry loop. While the whole account has to wait, the call keeps its turn. An ambiguous call may be
	 * processed even after its time-out. It is looked up right before each resend, and once more if it fails
	 * for good.
	 */
	async send(): Promise<Json> {
		try {
			for (;;) {
				await this.takeTurn();
				const found = this.doubt && (await this.lookUpBeforeSending(this.doubt));
				if (found) return this.confirmed(found);
				const sentAt = Date.now();
				const verdict = await attempt(this.session, this.endpoint, this.request, this.turn);
				if (verdict.kind === 'done') return verdict.body;
				if (verdict.kind === 'stop') return this.confirmOrThrow(verdict.failure);
				if (accountWaits(verdict.cause)) this.waitWithAccount(verdict);
				else await this.waitAlone(verdict, sentAt);
				this.session.stats.retries++;
				if (verdict.cause === 'busy' && this.confirmation?.failsIfBusy) await this.failAsBusy(verdict);
			}
		} catch (error) {
			return await this.lookUpOrThrow(error);
		} finally {
			if (!this.isLookup) this.leave();
		}
	}

	/**
	 * Waits for the turn unless the call has it, then for the rate limit.
	 *
	 * @throws {ServiceError} if that exceeds the caller's patience.
	 */
	private async takeTurn(): Promise<void> {
		const { connection, stats } = this.session;
		const { account, patienceMs, signal, onWait } = connection;
		const patience = patienceMs === undefined ? signal : timeoutOr(signal, patienceMs);
		try {
			stats.waitedMs += await account.gate.enter(this.turn, patience, onWait);
		} catch {
			throwIfCancelled(signal);
			throw queueTooLong(account.gate.waitMs());
		}
	}

	private leave(): void {
		this.session.connection.account.gate.leave(this.turn);
	}

	/** Delays the call and, unless only its operation is busy, the whole account. */
	private waitWithAccount(verdict: RetryVerdict): void {
		const { gate } = this.session.connection.account;
		if (verdict.cause === 'busy')
			gate.delay(this.budget.nextDelayMs(verdict, gate.meetBusy(this.turn)), this.turn);
		else gate.block(this.budget.nextDelayMs(verdict, gate.meetFull()));
	}

	private async waitAlone(verdict: RetryVerdict, sentAt: number): Promise<void> {
		this.leave();
		if (verdict.cause === 'gatewayBusy') this.session.connection.account.gate.meetOthers();
		if (mayBeProcessed(verdict.cause)) this.doubtAttempt(sentAt, verdict.failure);
		const ms = this.budget.nextDelayMs(verdict);
		this.session.stats.waitedMs += ms;
		await delay(ms, this.session.connection.signal);
	}

	/** After the wait, so that the caller can go on at once. */
	private async failAsBusy({ failure }: RetryVerdict): Promise<void> {
		if (this.doubt) return;
		await this.takeTurn();
		throw new ServiceError(failure);
	}

	/** @throws {ServiceError} with `ambiguous` if the call must not be sent twice and has no lookup. */
	private doubtAttempt(sentAt: number, failure: Failure): void {
		const { confirmation, endpoint } = this;
		this.ambiguousSince ??= sentAt;
		if (endpoint.retry.kind !== 'unsafe') return;
		const { check } = endpoint.retry;
		if (!confirmation) throw ambiguous({ failure, check });
		this.doubt = { confirmation, failure, check, since: this.ambiguousSince };
	}

	/** A 404 confirms a deletion after an attempt that may have been processed. */
	private confirmOrThrow(failure: Failure): Json {
		const { retry } = this.endpoint;
		const error = new ServiceError(failure);
		if (this.ambiguousSince === undefined) throw error;
		if (retry.kind === 'safeDelete' && hasStatus(error, 404)) return this.confirmed(NO_LONGER_THERE);
		throw retry.kind === 'keyed' ? new ServiceError({ ...failure, done: retry.lost }) : error;
	}

	/**
	 * Looks up an ambiguous call until it can be resent at once. A lookup before a long wait would be stale.
	 *
	 * @returns the lost reply, or undefined if the call can be resent.
	 * @throws {ServiceError} with `ambiguous`, if neither is certain.
	 */
	private async lookUpBeforeSending(doubt: Doubt): Promise<Json | undefined> {
		for (let looks = 0; looks < MOST_LOOKS; looks++) {
			const reply = await this.lookUp(doubt);
			if (reply) return reply;
			const lookedUpAt = performance.now();
			await this.takeTurn();
			if (performance.now() - lookedUpAt <= FRESH_MS) return undefined;
		}
		throw ambiguous(doubt);
	}

	/**
	 * Looks up a call that will not be resent. @throws the error, with `ambiguous` unless it is a refusal.
	 */
	private async lookUpOrThrow(error: unknown): Promise<Json> {
		const { doubt } = this;
		if (!doubt || !mayHideSuccess(error)) throw error;
		const found = await this.lookUp(doubt);
		if (found) return this.confirmed(found);
		throw error.failure.code === 'refused' ? error : ambiguous(doubt);
	}

	/** @throws {ServiceError} with `ambiguous`, if the lookup fails. */
	private async lookUp(doubt: Doubt): Promise<Json | undefined> {
		await this.takeTurn();
		this.session.turnOfLookups = this.turn;
		try {
			return await doubt.confirmation.lookUp(doubt.since);
		} catch (error) {
			throw error instanceof Cancelled ? error : ambiguous(doubt);
		} finally {
			this.session.turnOfLookups = undefined;
		}
	}

	private confirmed(reply: Json): Json {
		this.session.stats.confirmed++;
		return reply;
	}
}

function queueTooLong(queueMs: number): ServiceError {
	return new ServiceError({ code: 'queueTooLong', queueMs });
}

function ambiguous({ failure, check }: Pick<Doubt, 'failure' | 'check'>): ServiceError {
	return new ServiceError({ ...failure, ambiguous: { check } });
}

/** Whether an ambiguous call may have failed because an earlier attempt was processed. */
function mayHideSuccess(error: unknown): error is ServiceError {
	return error instanceof ServiceError && !isAmbiguous(error) && !concernsAccount(error.failure);
}

/** Stand-in reply: the record is gone, but we cannot tell who deleted it. */
const NO_LONGER_THERE: Json = {
	Response: true,
	message: 'It no longer exists. An earlier attempt got no answer and may have deleted it.',
	deleted: null,
	noLongerThere: true,
};
