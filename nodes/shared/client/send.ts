import type { IHttpRequestMethods } from 'n8n-workflow';

import { Cancelled, delay, throwIfCancelled, untilCancelled } from './delay';
import { maybeProcessed, seconds, ServiceError, type Problem } from './errors';
import type { Gate } from './gate';
import type { Json } from './json';
import { Patience } from './patience';
import { limitInPlan, type OtherLimit } from './plan';
import { ATTEMPT_TIMEOUT_MS, NO_ANSWER, type HttpRequest, type Outcome, type Transport } from './transport';
import { verdictOf, type Repeat, type Verdict } from './verdict';

/** Method and path of an operation, as the specification writes them: "POST /winners/draw". */
export type Endpoint =
	`${Extract<IHttpRequestMethods, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>} /${string}`;

/** One call of the service. */
export interface Call {
	endpoint: Endpoint;
	query?: Record<string, string>;
	body?: object;
	/**
	 * Whether a second processing would do no harm. `'deletion'`: none, and "not found" in answer to it says that the
	 * first was processed.
	 */
	repeatable: true | 'deletion' | Once;
}

/** Of a call that must not be processed twice: what to do when nobody knows whether it was. */
export interface Once {
	/** What the person is to check where the service cannot be asked. */
	no: string;
	/**
	 * Asks the service whether the call was processed.
	 *
	 * @returns the answer as it would have come, or undefined if the call was not processed: it is then sent again.
	 * @throws {ServiceError} if it cannot be known.
	 */
	happened?(isNew: IsNew): Promise<Json | undefined>;
}

/**
 * Whether something with this `CreationDate` can come from the call in question: what is older was there before.
 *
 * @throws {ServiceError} if the date cannot be read.
 */
export type IsNew = (creationDate: unknown) => boolean;

/** What this execution has spent at the service. */
export interface Spent {
	calls: number;
	repeated: number;
	/** Calls that were processed and must not be once more. */
	irrevocable: number;
	/** Calls without an answer of which the service, asked, knew that they were processed. */
	confirmed: number;
	/** ms waited for the rate limit or for a service that was busy or away. */
	waitedMs: number;
}

/** How the service of one credential is reached. */
export interface Connection {
	/** Without a trailing slash. */
	baseUrl: string;
	transport: Transport;
	gate: Gate;
	/** 0 does not pace. */
	callsPerMinute: number;
	signal?: AbortSignal;
}

/** Whatever calls of the service can be made by. */
export type Caller = Pick<Service, 'call'>;

/** The service as one execution sees it: every call goes through the account's gate. */
export class Service {
	readonly spent: Spent = { calls: 0, repeated: 0, irrevocable: 0, confirmed: 0, waitedMs: 0 };

	/** Set once the service has named another limit than the credential, in passing. */
	otherLimit?: OtherLimit;

	/** When the last attempt was sent, in ms since 1970 by our clock. */
	private sentAt = 0;

	/** What the service's clock is ahead of ours at the least, in ms; known to the second, from `Date` headers. */
	private aheadMs = 0;

	constructor(private readonly connection: Connection) {}

	/**
	 * Sends a call and repeats it as long as that is safe and promising (specification, Errors: 429 and 503 with
	 * exponential backoff).
	 *
	 * @returns the body of a success envelope.
	 * @throws {ServiceError} if it failed for good; `maybeProcessed` tells that its fate is unknown.
	 * @throws {Cancelled} once the execution was stopped; nothing is sent after that.
	 */
	async call(call: Call): Promise<Json> {
		const answer = await this.answered(call);
		if (isOnce(call.repeatable)) this.spent.irrevocable++;
		return answer;
	}

	private async answered(call: Call): Promise<Json> {
		const request = this.requestOf(call);
		const patience = new Patience();
		let inDoubtSince: number | undefined;
		for (;;) {
			const verdict = await this.attempt(request, patience);
			if (verdict.kind === 'done') {
				this.notePlan(limitInPlan(verdict.body));
				return verdict.body;
			}
			if (verdict.kind === 'stop') {
				const wasDeleted = inDoubtSince !== undefined && isGone(call, verdict.problem);
				if (wasDeleted) return this.confirmed({ Response: true });
				throw new ServiceError(verdict.problem);
			}
			if (verdict.cause === 'undecided') {
				inDoubtSince ??= this.sentAt;
				const answer = await this.answerTo(call.repeatable, verdict.problem, inDoubtSince);
				if (answer) return this.confirmed(answer);
			}
			const ms = patience.waitBefore(verdict);
			this.spent.waitedMs += ms;
			this.spent.repeated++;
			await delay(ms, this.connection.signal);
		}
	}

	/**
	 * Whether something with this `CreationDate` can have been created at or after a moment of ours: the service's clock
	 * may be another, and neither its `Date` header nor, maybe, a `CreationDate` has fractions of a second.
	 *
	 * @param sentAt ms since 1970 by our clock
	 * @throws {ServiceError} if the date cannot be read.
	 */
	isSince(sentAt: number, creationDate: unknown): boolean {
		const created = Date.parse(String(creationDate));
		if (Number.isNaN(created))
			throw new ServiceError({ message: 'The service does not say when this was created' });
		return created >= sentAt + this.aheadMs - DATE_PRECISION_MS;
	}

	/**
	 * The answer to a call that came without one, if it was processed.
	 *
	 * @param inDoubtSince when the first attempt without an answer was sent, in ms since 1970 by our clock: an earlier one
	 * may have been processed after the service was asked about it.
	 * @throws {ServiceError} with `maybeProcessed`, if this cannot be known.
	 */
	private async answerTo(
		repeatable: Call['repeatable'],
		problem: Problem,
		inDoubtSince: number,
	): Promise<Json | undefined> {
		if (!isOnce(repeatable)) return undefined;
		const unknown = new ServiceError(maybeProcessed(problem, repeatable.no));
		if (!repeatable.happened) throw unknown;
		try {
			return await repeatable.happened((creationDate) => this.isSince(inDoubtSince, creationDate));
		} catch (error) {
			throw error instanceof Cancelled ? error : unknown;
		}
	}

	private confirmed(answer: Json): Json {
		this.spent.confirmed++;
		return answer;
	}

	private notePlan(plan: number | undefined): void {
		const { callsPerMinute: credential } = this.connection;
		if (plan !== undefined && plan !== credential) this.otherLimit = { plan, credential };
	}

	/** More than the credential says is no mistake here: others who use the account may have had the rest. */
	private noteRefusal({ planLimit }: Problem): void {
		const { callsPerMinute } = this.connection;
		const isLess = planLimit !== undefined && planLimit < callsPerMinute;
		if (callsPerMinute === 0 || isLess) this.notePlan(planLimit);
	}

	private readClock(outcome: Outcome): void {
		const date = 'reply' in outcome ? Date.parse(outcome.reply.headers.date ?? '') : Number.NaN;
		if (!Number.isNaN(date)) this.aheadMs = date - Date.now();
	}

	private requestOf({ endpoint, query, body, repeatable }: Call): HttpRequest {
		const [method, path] = endpoint.split(' ', 2) as [IHttpRequestMethods, string];
		const search = query ? `?${new URLSearchParams(query).toString()}` : '';
		return {
			method,
			url: `${this.connection.baseUrl}${path}${search}`,
			body: body && JSON.stringify(body),
			repeatable: !isOnce(repeatable),
		};
	}

	/** Sends once, and again as its turn goes on while the account is what has to wait. */
	private async attempt(request: HttpRequest, patience: Patience): Promise<Verdict> {
		const { gate, callsPerMinute, signal } = this.connection;
		this.spent.waitedMs += await gate.enter(callsPerMinute, signal);
		try {
			for (;;) {
				const verdict = await this.send(request);
				if (verdict.kind !== 'repeat' || !concernsAccount(verdict)) return verdict;
				this.noteRefusal(verdict.problem);
				gate.block(patience.waitBefore(verdict));
				this.spent.repeated++;
				this.spent.waitedMs += await gate.pace(callsPerMinute, signal);
			}
		} finally {
			gate.leave();
		}
	}

	private async send(request: HttpRequest): Promise<Verdict> {
		const { gate, transport, signal } = this.connection;
		this.spent.calls++;
		this.sentAt = Date.now();
		let verdict: Verdict | undefined;
		try {
			const outcome = await untilCancelled(inTime(transport, request), signal);
			throwIfCancelled(signal);
			this.readClock(outcome);
			return (verdict = verdictOf(outcome));
		} finally {
			if (mayCount(verdict)) gate.count();
		}
	}
}

/**
 * Ends at the deadline, whatever the server sends and the transport does: time-outs of HTTP clients are for silence, and a
 * byte a second would hold the gate for ever.
 */
async function inTime(transport: Transport, request: HttpRequest): Promise<Outcome> {
	const deadline = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
	const message = `no answer in ${seconds(ATTEMPT_TIMEOUT_MS)}`;
	let onDeadline!: () => void;
	const tooLate = new Promise<Outcome>((resolve) => {
		onDeadline = () => resolve({ fault: { code: NO_ANSWER, message } });
		deadline.addEventListener('abort', onDeadline);
	});
	try {
		return await Promise.race([tooLate, transport(request)]);
	} finally {
		deadline.removeEventListener('abort', onDeadline);
	}
}

const DATE_PRECISION_MS = 1_000;

function isOnce(repeatable: Call['repeatable']): repeatable is Once {
	return typeof repeatable === 'object';
}

function isGone({ repeatable }: Call, { status }: Problem): boolean {
	return repeatable === 'deletion' && status === 404;
}

/** The whole account has to wait, so the call keeps its turn meanwhile. */
function concernsAccount({ cause }: Repeat): boolean {
	return cause === 'rate-limited' || cause === 'busy';
}

/** A 429 is not charged (specification, Limits), and what never left cannot be; of a 503 it is not said, so it counts. */
function mayCount(verdict: Verdict | undefined): boolean {
	return !(
		verdict?.kind === 'repeat' &&
		(verdict.cause === 'rate-limited' || verdict.cause === 'out-of-reach')
	);
}
