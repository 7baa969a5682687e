import { withoutEnvelope, type Json } from '../json';
import type { z, ZodTypeAny } from '../zod';
import type { Account } from './account';
import { Cancelled, delay, throwIfCancelled, timeoutOr, untilCancelled } from './cancellation';
import type { Caller, Confirmation, Endpoint, Retry, Unsafe } from './endpoint';
import { ExecutionState } from './executionState';
import { concernsAccount, isAmbiguous, ServiceError, type Failure } from './failures';
import { QueuedCall } from './pacing/gate';
import { limitInPlan } from './planLimit';
import { noteQuota } from './quota';
import {
	accountWaits,
	mayBeProcessed,
	mayHaveCounted,
	RetryBudget,
	judgeOutcome,
	verdictOnTheWay,
	type RetryVerdict,
	type Verdict,
} from './retryPolicy';
import { ServiceClock, type Timing } from './serviceClock';
import {
	ATTEMPT_TIMEOUT_MS,
	DEADLINE_PASSED,
	type HttpMethod,
	type HttpRequest,
	type Outcome,
	type Transport,
} from './transport';

/** How the service of one credential is reached. */
export interface Connection {
	/** Without a trailing slash. */
	baseUrl: string;
	transport: Transport;
	account: Account;
	/** 0 does not pace. */
	callsPerMinute: number;
	/** The longest wait of a call for its turn, and all its waits between tries, in ms; default: as long as it takes. */
	patienceMs?: number;
	signal?: AbortSignal;
}

type Confirm<Request> = Unsafe<Request>['confirm'];

/** An unsafe call that may have been processed. */
interface Doubt {
	confirmation: Confirmation;
	failure: Failure;
	/** What a person has to check, as a sentence. */
	check: string;
	/** When the first attempt in doubt was sent, in ms since 1970 by our clock. */
	since: number;
}

/** For so long after a lookup its result still says whether the call was processed, in ms. */
const FRESH_MS = 5_000;

/** How often a call is looked up before it is sent again, if it has to wait for the rate limit after each lookup. */
const MOST_LOOKS = 3;

/** The turn of one call at the gate of its account. The lookups of the call take place in it. */
class Turn {
	readonly call: QueuedCall;
	private isHeld = false;

	constructor(
		private readonly connection: Connection,
		private readonly state: ExecutionState,
		{ call }: Endpoint,
	) {
		this.call = new QueuedCall(connection.callsPerMinute, call);
	}

	/**
	 * Waits for the turn unless it is held, then for the rate limit.
	 *
	 * @throws {Cancelled} once the execution was cancelled.
	 * @throws {ServiceError} if that takes longer than the caller allows.
	 */
	async take(): Promise<void> {
		const { account, patienceMs, signal } = this.connection;
		const { stats, onWait } = this.state;
		const { gate } = account;
		const patience = patienceMs === undefined ? signal : timeoutOr(signal, patienceMs);
		try {
			stats.waitedMs += await (this.isHeld
				? gate.pace(this.call, patience, onWait)
				: gate.enter(this.call, patience, onWait));
			this.isHeld = true;
		} catch {
			throwIfCancelled(signal);
			throw queueTooLong(gate.waitMs());
		}
	}

	/** Gives the turn to the next call. */
	leave(): void {
		if (this.isHeld) this.connection.account.gate.leave(this.call);
		this.isHeld = false;
	}
}

/** The service as one execution uses it: every call goes through the account's gate. */
export class Service implements Caller {
	private readonly clock = new ServiceClock();
	/** How many calls in a row had an answer without the service's envelope. */
	private foreignInARow = 0;

	/** The turn of the call that is being looked up: the lookup would wait for a turn of its own for ever. */
	private turnOfLookups?: Turn;

	constructor(
		private readonly connection: Connection,
		readonly state = new ExecutionState(),
	) {}

	async call<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
		endpoint: Endpoint<Request, Reply>,
		request: z.output<Request>,
		confirm?: Confirm<z.output<Request>>,
	): Promise<z.output<Reply>> {
		const body = await this.callWithRetry(endpoint, request, confirm);
		const reply = endpoint.reply.safeParse(body);
		if (!reply.success) throw new ServiceError({ code: 'unexpectedReply', missing: endpoint.tells });
		return reply.data as z.output<Reply>;
	}

	async callForItems<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
		endpoint: Endpoint<Request, Reply>,
		request: z.output<Request>,
		toItems: (reply: z.output<Reply>) => object | readonly object[],
		confirm?: Confirm<z.output<Request>>,
	): Promise<readonly object[]> {
		const body = await this.callWithRetry(endpoint, request, confirm);
		const reply = endpoint.reply.safeParse(body);
		if (!reply.success && endpoint.tells)
			throw new ServiceError({ code: 'unexpectedReply', missing: endpoint.tells });
		const items: object | readonly object[] = reply.success
			? toItems(reply.data as z.output<Reply>)
			: { done: true, ...withoutEnvelope(body) };
		return Array.isArray(items) ? (items as object[]) : [items];
	}

	get account(): Account {
		return this.connection.account;
	}

	async exclusively<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
		return await this.account.exclusively(keys, work, this.connection.signal);
	}

	timing(sentAt: number, creationDate: unknown): Timing {
		return this.clock.timing(sentAt, creationDate);
	}

	learnDate(creationDate: unknown, createdBefore: number): void {
		this.clock.learn(creationDate, createdBefore);
	}

	/** @returns the body of a success envelope. @throws as `call` does. */
	private async callWithRetry<Request extends ZodTypeAny>(
		endpoint: Endpoint<Request>,
		request: z.output<Request>,
		ownConfirm?: Confirm<z.output<Request>>,
	): Promise<Json> {
		const { retry } = endpoint;
		const confirm = retry.kind === 'unsafe' ? (ownConfirm ?? retry.confirm) : undefined;
		const confirmation = await confirm?.(this, request);
		const body = await this.sendUntilDecided(endpoint, this.httpRequest(endpoint, request), confirmation);
		if (retry.kind === 'unsafe') this.state.sideEffects = true;
		confirmation?.onProcessed?.(body);
		return body;
	}

	/**
	 * The retry loop. While the whole account has to wait, the call keeps its turn. A call in doubt may be processed even
	 * after its time-out, so it is looked up right before it is sent again, and once more if it is not sent again.
	 */
	private async sendUntilDecided(
		endpoint: Endpoint,
		request: HttpRequest,
		confirmation: Confirmation | undefined,
	): Promise<Json> {
		const { retry } = endpoint;
		const { patienceMs, signal } = this.connection;
		const { stats } = this.state;
		const budget = new RetryBudget(patienceMs);
		const isLookup = this.turnOfLookups !== undefined;
		const turn = this.turnOfLookups ?? new Turn(this.connection, this.state, endpoint);
		/** When the first attempt was sent that may have been processed: even a later lookup may be too early to see it. */
		let ambiguousSince: number | undefined;
		let doubt: Doubt | undefined;
		try {
			for (;;) {
				await turn.take();
				const found = doubt && (await this.lookUpBeforeSending(turn, doubt));
				if (found) return this.confirmed(found);
				const sentAt = Date.now();
				const verdict = this.inContext(
					await this.sendOnce(turn.call, request, endpoint.otherAnswer),
					endpoint,
				);
				if (verdict.kind === 'done') {
					this.state.stats.succeeded++;
					this.notePlanLimit(limitInPlan(verdict.body));
					noteQuota(this.account, verdict.body);
					return verdict.body;
				}
				if (verdict.kind === 'stop') {
					const isGone = ambiguousSince !== undefined && isNotFound(retry, verdict.failure);
					if (isGone) return this.confirmed(NO_LONGER_THERE);
					const isLost = ambiguousSince !== undefined && retry.kind === 'keyed';
					throw new ServiceError(isLost ? { ...verdict.failure, done: retry.lost } : verdict.failure);
				}
				if (accountWaits(verdict.cause)) {
					this.noteRefusal(verdict.failure);
					this.waitWithAccount(turn.call, verdict, budget);
					stats.retries++;
					continue;
				}
				turn.leave();
				if (mayBeProcessed(verdict.cause)) {
					ambiguousSince ??= sentAt;
					doubt = doubtAbout(retry, confirmation, verdict.failure, ambiguousSince);
				}
				const ms = budget.nextDelayMs(verdict);
				stats.retries++;
				stats.waitedMs += ms;
				await delay(ms, signal);
			}
		} catch (error) {
			return await this.lookUpOrThrow(error, turn, doubt);
		} finally {
			if (!isLookup) turn.leave();
		}
	}

	/**
	 * Looks up a call in doubt until it can be sent again at once: after a long wait for the rate limit, the last lookup says
	 * nothing any more. The call then holds its turn.
	 *
	 * @returns the reply that would have come, or undefined if the call can be sent again.
	 * @throws {ServiceError} with `ambiguous`, if it cannot be known.
	 */
	private async lookUpBeforeSending(turn: Turn, doubt: Doubt): Promise<Json | undefined> {
		for (let looks = 0; looks < MOST_LOOKS; looks++) {
			const reply = await this.lookUp(turn, doubt);
			if (reply) return reply;
			const lookedUpAt = performance.now();
			await turn.take();
			if (performance.now() - lookedUpAt <= FRESH_MS) return undefined;
		}
		throw ambiguous(doubt);
	}

	/**
	 * Looks up a call that is not sent again.
	 *
	 * @throws the error, with `ambiguous` if it is no refusal and the call was in doubt.
	 */
	private async lookUpOrThrow(error: unknown, turn: Turn, doubt: Doubt | undefined): Promise<Json> {
		if (!doubt || !mayHideSuccess(error)) throw error;
		const found = await this.lookUp(turn, doubt);
		if (found) return this.confirmed(found);
		throw error.failure.code === 'refused' ? error : ambiguous(doubt);
	}

	/** Looks up a call in doubt, in its turn. @throws {ServiceError} with `ambiguous`, if it cannot be known. */
	private async lookUp(turn: Turn, doubt: Doubt): Promise<Json | undefined> {
		await turn.take();
		this.turnOfLookups = turn;
		try {
			return await doubt.confirmation.lookUp(doubt.since);
		} catch (error) {
			throw error instanceof Cancelled ? error : ambiguous(doubt);
		} finally {
			this.turnOfLookups = undefined;
		}
	}

	/**
	 * Lets the call wait until it may be sent again and, unless only its operation is busy, all others of the account. Without
	 * a limit to share, we take no turns either. A refusal without `Retry-After` may be a firewall's and says nothing about the
	 * limit.
	 */
	private waitWithAccount(call: QueuedCall, verdict: RetryVerdict, budget: RetryBudget): void {
		const { callsPerMinute } = this.connection;
		const { gate } = this.account;
		const ms = budget.nextDelayMs(verdict, callsPerMinute > 0 ? gate.retriesInTurn() : undefined);
		if (verdict.cause === 'busy') gate.busy(ms, call);
		else if (verdict.failure.retryAfterMs) gate.refuse(ms, call);
		else gate.block(ms);
	}

	/** The verdict as it is once the endpoint and the earlier calls of the execution are taken into account. */
	private inContext(verdict: Verdict, endpoint: Endpoint): Verdict {
		const { expects, conflict } = endpoint;
		const isForeign = verdict.kind === 'stop' && verdict.isForeign;
		this.foreignInARow = isForeign ? this.foreignInARow + 1 : 0;
		if (verdict.kind === 'done' && !isAnswer(verdict.body, endpoint))
			return { kind: 'retry', cause: 'ambiguous', failure: { code: 'notConfirmed' } };
		if (verdict.kind !== 'stop') return verdict;
		const { failure } = verdict;
		// The address and the account are right, so something in between refused this one call.
		if (isForeign && this.state.stats.succeeded > 0) return verdictOnTheWay(failure, this.foreignInARow);
		const advice = failure.status === 400 ? expects : failure.status === 409 ? conflict : undefined;
		return { kind: 'stop', failure: { ...failure, expects: advice } };
	}

	private async sendOnce(
		call: QueuedCall,
		request: HttpRequest,
		otherAnswer: Endpoint['otherAnswer'],
	): Promise<Verdict> {
		const { transport, signal } = this.connection;
		const { gate } = this.account;
		this.state.stats.calls++;
		let verdict: Verdict | undefined;
		try {
			const outcome = await untilCancelled(withDeadline(transport, request), signal);
			throwIfCancelled(signal);
			this.clock.read(outcome);
			if ('reply' in outcome) this.state.stats.received += outcome.reply.text.length;
			return (verdict = judgeOutcome(outcome, otherAnswer));
		} finally {
			if (mayHaveCounted(verdict)) gate.count(call);
		}
	}

	private httpRequest({ call, retry }: Endpoint, request: unknown): HttpRequest {
		const [method, path] = call.split(' ', 2) as [HttpMethod, string];
		const isQuery = method === 'GET' && request !== undefined;
		const query = isQuery ? `?${new URLSearchParams(request as Record<string, string>).toString()}` : '';
		return {
			method,
			url: `${this.connection.baseUrl}${path}${query}`,
			body: isQuery || request === undefined ? undefined : JSON.stringify(request),
			safeToRetry: retry.kind !== 'unsafe',
		};
	}

	private confirmed(reply: Json): Json {
		this.state.stats.confirmed++;
		return reply;
	}

	private notePlanLimit(plan: number | undefined): void {
		const { callsPerMinute: credential } = this.connection;
		if (plan !== undefined && plan !== credential) this.state.limitMismatch = { plan, credential };
	}

	/** A limit above the credential's explains nothing: other programs may have used the rest of it. */
	private noteRefusal({ planLimit }: Failure): void {
		const { callsPerMinute } = this.connection;
		const isLess = planLimit !== undefined && planLimit < callsPerMinute;
		if (callsPerMinute === 0 || isLess) this.notePlanLimit(planLimit);
	}
}

/**
 * Ends an attempt at its deadline, whatever the server sends and the transport does. The time-outs of HTTP clients measure
 * silence, so a server that sends a byte a second would hold the gate forever.
 */
async function withDeadline(transport: Transport, request: HttpRequest): Promise<Outcome> {
	const deadline = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
	let onDeadline!: () => void;
	const tooLate = new Promise<Outcome>((resolve) => {
		const fault = { code: DEADLINE_PASSED, message: `no reply in ${ATTEMPT_TIMEOUT_MS} ms` };
		onDeadline = () => resolve({ fault });
		deadline.addEventListener('abort', onDeadline);
	});
	try {
		return await Promise.race([tooLate, transport(request)]);
	} finally {
		deadline.removeEventListener('abort', onDeadline);
	}
}

/**
 * Successful responses carry `Response: true` (contract, "What the service does"), or at least what was asked for. A shape that an
 * empty object has, too, says nothing, unless the endpoint takes other answers.
 */
function isAnswer(body: Json, { reply, otherAnswer }: Endpoint): boolean {
	if (body.Response === true || otherAnswer) return true;
	return reply.safeParse(body).success && !reply.safeParse({}).success;
}

/** @throws {ServiceError} with `ambiguous` for a call that cannot be looked up. @returns undefined if it can be sent again. */
function doubtAbout(
	retry: Retry<never>,
	confirmation: Confirmation | undefined,
	failure: Failure,
	since: number,
): Doubt | undefined {
	if (retry.kind !== 'unsafe') return undefined;
	const { check } = retry;
	if (!confirmation) throw ambiguous({ failure, check });
	return { confirmation, failure, check, since };
}

function queueTooLong(queueMs: number): ServiceError {
	return new ServiceError({ code: 'queueTooLong', queueMs });
}

function ambiguous({ failure, check }: Pick<Doubt, 'failure' | 'check'>): ServiceError {
	return new ServiceError({ ...failure, ambiguous: { check } });
}

/** Whether a call in doubt may have failed because it was processed before, or after all. */
function mayHideSuccess(error: unknown): error is ServiceError {
	return error instanceof ServiceError && !isAmbiguous(error) && !concernsAccount(error.failure);
}

/** "Not found" after a deletion that may have been processed. */
function isNotFound(retry: Retry<never>, { status }: Failure): boolean {
	return retry.kind === 'safeDelete' && status === 404;
}

/** The reply to a deletion of which nobody can know whether it, or somebody else, or nobody at all deleted anything. */
const NO_LONGER_THERE: Json = {
	Response: true,
	message: 'No longer there. An earlier attempt may have deleted it, but got no answer that says so.',
	deleted: null,
	noLongerThere: true,
};
