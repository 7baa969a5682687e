import type { Json } from '../json';
import { takeBreakIfDue } from '../sleep';
import type { ServiceClock } from '../time/service-clock';
import type { Account } from './account';
import { delay, throwIfCancelled, workWithin } from './cancellation';
import type { CallRules, LookUp } from './call-rules';
import { hasStatus, ServiceError, type Failure } from './failures';
import { settleLostReply, type Attempt } from './lost-reply';
import type { OnWait } from './queue';
import {
	ATTEMPT_TIMEOUT_MS,
	DEADLINE_PASSED,
	type CallOutcome,
	type HttpRequest,
	type Transport,
} from './transport';
import {
	judgeAfterSuccess,
	judgeOutcome,
	MAX_TRIES,
	mayBeCounted,
	mayBeProcessed,
	type RetryCause,
	type RetryVerdict,
	type Verdict,
} from './verdict';

/** The default maximum for the sum of the waits between the attempts of a call, in ms. */
const WAIT_BUDGET_MS = 1_800_000;

/** The limit of the first wait without `Retry-After`, in ms. It doubles with each try (contract, Errors). */
const FIRST_WAIT_MS = { busy: 50, other: 1_000 };
/** The limit of every wait without `Retry-After`, in ms. */
const MAX_WAIT_MS = { busy: 500, other: 60_000 };
/**
 * The minimum of a wait, as a share of its limit. If the service cannot be reached, the six attempts must outlast its
 * restart, however short the random waits turn out: at least 15 seconds.
 */
const MIN_WAIT = { busy: 0, other: 0.5 };

/** The length of a reply that takes long to parse, in characters. */
const HUGE_REPLY = 1_000_000;

export interface CallOptions {
	transport: Transport;
	account: Account;
	/** 0 means no limit. */
	callsPerMinute: number;
	/**
	 * The maximum wait until a call can be sent, and the maximum sum of the waits between attempts, in ms. If omitted, the
	 * first is unlimited, and the second is half an hour.
	 */
	patienceMs?: number;
	/**
	 * How often a call is sent at most, even if the service refuses it only for now. Then the waits are longer, so that
	 * they outlast the calls of another process.
	 */
	maxTries?: number;
	signal?: AbortSignal;
	onWait?: OnWait;
}

/** The counts of one execution, for the hints in the output panel. */
export interface Stats {
	calls: number;
	succeeded: number;
	/** The number of calls that do more than read, including failed ones. */
	writes: number;
	retries: number;
	/** How often the service was busy with another call. */
	busy: number;
	confirmed: number;
	/** The time spent waiting for the rate limit, or for a busy or unreachable service, in ms. */
	waitedMs: number;
}

/** What the calls of one execution share. */
export interface CallContext {
	readonly options: CallOptions;
	readonly stats: Stats;
	readonly clock: ServiceClock;
}

/** One call, from its first attempt to its outcome. */
export class Call {
	private readonly tries: Partial<Record<RetryCause, number>> = {};
	/** How often the request was sent. */
	private sent = 0;
	private waitedMs = 0;
	/** The failure of the latest attempt that may have been processed, if the call changes something. */
	private unconfirmed?: Failure;

	/** @param lookUp finds out whether the call was processed, if the endpoint has a way to do so */
	constructor(
		private readonly context: CallContext,
		private readonly rules: CallRules,
		private readonly request: HttpRequest,
		private readonly lookUp?: LookUp,
	) {}

	/**
	 * Sends the call until it succeeds or fails for good.
	 *
	 * @throws {ServiceError} if the call failed for good
	 * @throws {CancelledError} if the execution was canceled
	 */
	async send(): Promise<Json> {
		for (;;) {
			const { verdict, ...attempt } = await this.attempt();
			if (verdict.kind === 'done') return verdict.body;
			if (verdict.kind === 'stop') return this.confirmDeletionOrThrow(verdict.failure);
			if (mayBeProcessed(verdict.cause) && this.rules.retry.kind !== 'reads') {
				if (this.rules.retry.kind === 'unsafe') return await this.settle({ verdict, ...attempt });
				this.unconfirmed = verdict.failure;
			}
			await this.waitAfter(verdict);
		}
	}

	/** Finds out what became of an unsafe call whose reply was lost. */
	private async settle(lost: Attempt<RetryVerdict>): Promise<Json> {
		const { retry } = this.rules;
		const { reply, isConfirmed } = await settleLostReply({
			lost,
			check: retry.kind === 'unsafe' ? retry.check : '',
			lookUp: this.lookUp,
			send: async () => await this.attempt(),
			countSent: () => this.sent,
			wait: async (ms) => await this.wait(ms),
			waitAfter: async (verdict) => await this.waitAfter(verdict),
			countBusy: () => this.context.stats.busy,
		});
		if (!isConfirmed) return reply;
		this.context.stats.confirmed++;
		return { Response: true, ...reply };
	}

	/** Makes one attempt, in the call's turn. */
	private async attempt(): Promise<Attempt> {
		const { queue } = this.context.options.account;
		await this.enterInTime();
		try {
			const [sentAt, startedAt] = [Date.now(), performance.now()];
			const verdict = await this.sendOnce();
			return { verdict, sentAt, tookMs: performance.now() - startedAt };
		} finally {
			queue.leave();
		}
	}

	/** Sends the request once, and judges the outcome. */
	private async sendOnce(): Promise<Verdict> {
		const { stats, clock, options } = this.context;
		const { account, signal } = options;
		throwIfCancelled(signal);
		stats.calls++;
		if (this.sent++ > 0) stats.retries++;
		let verdict: Verdict | undefined;
		try {
			const outcome = await this.transmit();
			const reply = 'reply' in outcome ? outcome.reply : undefined;
			clock.read(reply?.headers.date);
			verdict = judgeOutcome(outcome, this.rules);
			// Parsing a huge reply takes almost as long as n8n may be blocked.
			if (reply && reply.text.length > HUGE_REPLY) await takeBreakIfDue();
		} finally {
			if (mayBeCounted(verdict)) account.queue.count();
		}
		if (verdict.kind === 'done') stats.succeeded++;
		return stats.succeeded > 0 ? judgeAfterSuccess(verdict) : verdict;
	}

	/**
	 * Sends the request, and ends the attempt at its deadline. An HTTP client's own timeout would not be enough: it
	 * starts again with each byte, so a server that sends one byte per second could delay the call forever.
	 */
	private async transmit(): Promise<CallOutcome> {
		const { transport, signal } = this.context.options;
		const transmit = async (own: AbortSignal) => await transport({ ...this.request, signal: own });
		const outcome = await workWithin(ATTEMPT_TIMEOUT_MS, signal, transmit);
		return outcome ?? { fault: DEADLINE_FAULT };
	}

	/**
	 * Waits before the next attempt. After a 429, all calls of the account wait, because the limit is the account's. After
	 * any other outcome, other calls can take their turns.
	 */
	private async waitAfter(verdict: RetryVerdict): Promise<void> {
		const { stats, options } = this.context;
		const { queue } = options.account;
		const { cause, failure } = verdict;
		const tries = (this.tries[cause] ?? 0) + 1;
		this.tries[cause] = tries;
		const { maxTries = Infinity } = options;
		const isBusy = cause === 'busy' || cause === 'gatewayBusy';
		if (isBusy) stats.busy++;
		if (isBusy || cause === 'rateLimited') queue.noteOthers();
		this.throwIfWaitTooLong(failure);
		if (tries >= MAX_TRIES[cause] || this.sent >= maxTries) throw this.giveUp(failure);
		if (cause === 'rateLimited') {
			queue.block(this.takeFromBudget(failure, queue.chooseWaitAfterLimit(failure.retryAfterMs)));
			return;
		}
		const kind = cause === 'busy' && maxTries === Infinity ? 'busy' : 'other';
		// The wait is random, so that clients that were refused at the same time do not try again at the same time.
		const random = MIN_WAIT[kind] + (1 - MIN_WAIT[kind]) * Math.random();
		const ms = random * Math.min(MAX_WAIT_MS[kind], FIRST_WAIT_MS[kind] * 2 ** (tries - 1));
		await this.wait(this.takeFromBudget(failure, failure.retryAfterMs || ms));
	}

	/** @throws {ServiceError} if the service asks for a wait that exceeds the whole budget */
	private throwIfWaitTooLong(failure: Failure): void {
		const { retryAfterMs = 0 } = failure;
		if (retryAfterMs > this.getBudgetMs()) throw this.giveUp({ ...failure, requestedWaitMs: retryAfterMs });
	}

	/**
	 * Takes a wait from the budget for the waits between the attempts of this call.
	 *
	 * @throws {ServiceError} if the budget is used up
	 */
	private takeFromBudget(failure: Failure, ms: number): number {
		if (this.waitedMs + ms > this.getBudgetMs()) throw this.giveUp(failure);
		this.waitedMs += ms;
		return ms;
	}

	private getBudgetMs(): number {
		return this.context.options.patienceMs ?? WAIT_BUDGET_MS;
	}

	/** Returns the error of a call that is not sent again. An earlier attempt may have been processed. */
	private giveUp(failure: Failure): ServiceError {
		const { retry } = this.rules;
		const { requestedWaitMs } = failure;
		const sending = { tries: this.sent, lookups: 0, waitedMs: this.waitedMs };
		if (this.unconfirmed)
			return new ServiceError({
				...this.unconfirmed,
				requestedWaitMs,
				done: retry.kind === 'safe' ? retry.lost : undefined,
				ending: { reason: 'unconfirmed', ...sending },
			});
		if (requestedWaitMs !== undefined) return new ServiceError(failure);
		return new ServiceError({ ...failure, ending: { reason: 'gaveUp', ...sending } });
	}

	/**
	 * Waits for the call's turn and for the rate limit.
	 *
	 * @throws {ServiceError} if this takes longer than `patienceMs`
	 */
	private async enterInTime(): Promise<void> {
		const { account, callsPerMinute, patienceMs, signal } = this.context.options;
		const limit = callsPerMinute || Infinity;
		const enter = async (until?: AbortSignal) => {
			await account.queue.enter(limit, until, (ms) => {
				this.context.stats.waitedMs += ms;
				this.context.options.onWait?.(ms);
			});
			return true;
		};
		const isIn = patienceMs === undefined ? await enter(signal) : await workWithin(patienceMs, signal, enter);
		if (!isIn) throw new ServiceError({ code: 'queueTooLong', queueMs: account.queue.getWaitMs(limit) });
	}

	/** Waits outside of the queue. */
	private async wait(ms: number): Promise<void> {
		this.context.stats.waitedMs += ms;
		await delay(ms, this.context.options.signal);
	}

	/**
	 * Throws a final failure, unless it confirms the call: if the call deletes a record and an earlier attempt was
	 * ambiguous, a 404 means that the record is gone. In that case, returns a reply.
	 */
	private confirmDeletionOrThrow(failure: Failure): Json {
		const { retry } = this.rules;
		const error = new ServiceError(failure);
		if (!this.unconfirmed || retry.kind !== 'safe') throw error;
		if (retry.deletes && hasStatus(error, 404)) {
			this.context.stats.confirmed++;
			return { Response: true, ...NO_LONGER_THERE };
		}
		throw retry.lost ? new ServiceError({ ...failure, done: retry.lost }) : error;
	}
}

const DEADLINE_FAULT = { code: DEADLINE_PASSED, message: `no reply in ${ATTEMPT_TIMEOUT_MS} ms` };

/** A reply in place of the lost reply to a deletion: the record no longer exists, but it is unknown who deleted it. */
const NO_LONGER_THERE: Json = {
	message: 'This record no longer exists. An earlier attempt got no response, and may have deleted it.',
	deleted: null,
	noLongerThere: true,
};
