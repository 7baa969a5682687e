import type { Json } from '../json';
import type { z, ZodTypeAny } from '../zod';
import type { Account } from './account';
import { Cancelled, delay, throwIfCancelled, untilCancelled } from './cancellation';
import type { Caller, Confirmation, Endpoint, Retry, Unsafe } from './endpoint';
import { ExecutionState } from './executionState';
import { ServiceError, type Failure } from './failures';
import { limitInPlan } from './planLimit';
import {
	accountWaits,
	mayBeProcessed,
	mayHaveCounted,
	RetryBudget,
	verdictOf,
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
	signal?: AbortSignal;
}

type Confirm<Request> = Unsafe<Request>['confirm'];

/** The service as one execution uses it: every call goes through the account's gate. */
export class Service implements Caller {
	private readonly clock = new ServiceClock();

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
		const items: object | readonly object[] = reply.success ? toItems(reply.data as z.output<Reply>) : body;
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

	/** The retry loop. While the whole account has to wait, the call keeps its turn. */
	private async sendUntilDecided(
		endpoint: Endpoint,
		request: HttpRequest,
		confirmation: Confirmation | undefined,
	): Promise<Json> {
		const { retry } = endpoint;
		const { callsPerMinute, signal } = this.connection;
		const { gate } = this.account;
		const { stats, onWait } = this.state;
		const budget = new RetryBudget();
		/** When the first attempt was sent that may have been processed: even a later lookup may be too early to see it. */
		let ambiguousSince: number | undefined;
		let hasTurn = false;
		try {
			for (;;) {
				stats.waitedMs += await (hasTurn
					? gate.pace(callsPerMinute, signal, onWait)
					: gate.enter(callsPerMinute, signal, onWait));
				hasTurn = true;
				const sentAt = Date.now();
				const verdict = this.inContext(await this.sendOnce(request, endpoint.otherAnswer), endpoint);
				if (verdict.kind === 'done') {
					this.state.stats.succeeded++;
					this.notePlanLimit(limitInPlan(verdict.body));
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
					this.waitWithAccount(verdict, budget);
					stats.retries++;
					continue;
				}
				gate.leave();
				hasTurn = false;
				if (mayBeProcessed(verdict.cause)) {
					ambiguousSince ??= sentAt;
					const reply = await this.confirmOrThrow(retry, confirmation, verdict.failure, ambiguousSince);
					if (reply) return this.confirmed(reply);
				}
				const ms = budget.nextDelayMs(verdict);
				stats.retries++;
				stats.waitedMs += ms;
				await delay(ms, signal);
			}
		} finally {
			if (hasTurn) gate.leave();
		}
	}

	/** Blocks the gate until the call may be sent again. Without a limit to share, we take no turns either. */
	private waitWithAccount(verdict: RetryVerdict, budget: RetryBudget): void {
		const { callsPerMinute } = this.connection;
		const { gate } = this.account;
		const ms = budget.nextDelayMs(verdict, callsPerMinute > 0 ? gate.retriesInTurn() : undefined);
		if (verdict.cause === 'busy') gate.busy(ms);
		else gate.refuse(ms, callsPerMinute);
	}

	/** The verdict as it is once the endpoint and the earlier calls of the execution are taken into account. */
	private inContext(verdict: Verdict, { reply, expects, conflict }: Endpoint): Verdict {
		if (verdict.kind === 'done' && !isAnswer(verdict.body, reply))
			return { kind: 'retry', cause: 'ambiguous', failure: { code: 'notConfirmed' } };
		if (verdict.kind !== 'stop') return verdict;
		const { failure } = verdict;
		// The address is right, so something in between refused this one call.
		if (failure.code === 'notTheService' && this.state.stats.succeeded > 0)
			return { kind: 'stop', failure: { ...failure, code: 'refusedOnTheWay' } };
		const advice = failure.status === 400 ? expects : failure.status === 409 ? conflict : undefined;
		return { kind: 'stop', failure: { ...failure, expects: advice } };
	}

	/**
	 * Decides about an unsafe call without a clear outcome.
	 *
	 * @param since when the first attempt without a clear outcome was sent, in ms since 1970 by our clock.
	 * @returns the reply that would have come, or undefined if the call can be sent again.
	 * @throws {ServiceError} with `ambiguous`, if it cannot be known.
	 */
	private async confirmOrThrow(
		retry: Retry<never>,
		confirmation: Confirmation | undefined,
		failure: Failure,
		since: number,
	): Promise<Json | undefined> {
		if (retry.kind !== 'unsafe') return undefined;
		const ambiguous = new ServiceError({ ...failure, ambiguous: { check: retry.check } });
		if (!confirmation) throw ambiguous;
		try {
			return await confirmation.lookUp((creationDate) => this.isNew(since, creationDate), since);
		} catch (error) {
			throw error instanceof Cancelled ? error : ambiguous;
		}
	}

	/** @throws {ServiceError} if the date cannot be placed exactly. */
	private isNew(since: number, creationDate: unknown): boolean {
		const timing = this.timing(since, creationDate);
		if (timing === 'unknown') throw new ServiceError({ code: 'inconclusive' });
		return timing === 'since';
	}

	private async sendOnce(request: HttpRequest, otherAnswer: Endpoint['otherAnswer']): Promise<Verdict> {
		const { transport, signal } = this.connection;
		const { gate } = this.account;
		this.state.stats.calls++;
		let verdict: Verdict | undefined;
		try {
			const outcome = await untilCancelled(withDeadline(transport, request), signal);
			throwIfCancelled(signal);
			this.clock.read(outcome);
			if ('reply' in outcome) this.state.stats.received += outcome.reply.text.length;
			return (verdict = verdictOf(outcome, otherAnswer));
		} finally {
			if (mayHaveCounted(verdict)) gate.count();
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

/** Successful responses carry `Response: true` (contract, "What the service does"), or at least what was asked for. */
function isAnswer(body: Json, reply: ZodTypeAny): boolean {
	return body.Response === true || reply.safeParse(body).success;
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
