import { Account } from '../../nodes/shared/client/account';
import { CancelledError } from '../../nodes/shared/client/cancellation';
import { ServiceError, type FailureCode } from '../../nodes/shared/client/failures';
import type { OnWait } from '../../nodes/shared/client/queue';
import { Client } from '../../nodes/shared/client/client';
import type { Transport } from '../../nodes/shared/client/transport';
import { asObject, type Json } from '../../nodes/shared/json';
import { findRecordLists } from '../../nodes/shared/api/replies';
import { failureFinding, isOfPlan, notRefusedFinding, type StepFailure } from './failures';
import type { Finding } from './finding';
import { isEmptyList } from './lists';
import { isSuccess, Recorder, type Attempt, type Listener } from './recorder';
import type { Source, Step } from './step';

/** How to reach an account. */
export interface Access {
	/** The address without a slash at the end. */
	baseUrl: string;
	transport: Transport;
	/**
	 * The number of calls per minute. 0 means that calls are not delayed. A lower limit of the plan applies as soon as it
	 * is known.
	 */
	callsPerMinute: number;
}

/** The result of a step. */
export interface Outcome {
	step: Step;
	/**
	 * `empty` means that the reply has no records, `noRecord` that the account has no record to try the step with, and
	 * `notReached` that the check ended earlier.
	 */
	result: 'read' | 'empty' | 'noRecord' | 'failed' | 'notReached';
	failure?: StepFailure;
	/** The findings of the step itself, such as failures with other records than the last one. */
	findings?: Finding[];
}

export interface Observations {
	outcomes: Outcome[];
	attempts: readonly Attempt[];
	/** The reason if the check ended early. */
	ended?: 'stopped' | 'budget' | 'refused' | 'elsewhere';
}

/** Failures after which no later call can succeed. */
const FINAL: ReadonlySet<FailureCode> = new Set([
	'tokenRefused',
	'unreachable',
	'untrusted',
	'egressBlocked',
	'rateLimited',
]);

/** Failures in which the reply, if there was one, did not come from the service. */
const ELSEWHERE: ReadonlySet<FailureCode> = new Set([
	'notTheService',
	'refusedOnTheWay',
	'redirected',
	'unreadableReply',
	'notAcknowledged',
	'noReply',
]);

/** After this many failures in a row, the check tests whether calls can succeed at all. */
const MAX_FAILURES = 3;

/** How long a call may take, in ms, including its wait for the rate limit and its retries. */
const PATIENCE_MS = 300_000;

/** A running check, with its steps and results. */
export class Run {
	readonly seen: Observations;
	readonly client: Client;
	private readonly abort = new AbortController();
	readonly recorder: Recorder;
	private readonly transport: Transport;
	private readonly connection;
	private failedInARow: StepFailure[] = [];

	/** @param budget how many calls are allowed, including retries */
	constructor(
		{ baseUrl, transport, callsPerMinute }: Access,
		budget: number,
		listener: Listener & { onWait?: OnWait; now?: () => number } = {},
	) {
		this.recorder = new Recorder(budget, () => this.end('budget'), listener, listener.now);
		this.seen = { outcomes: [], attempts: this.recorder.attempts };
		this.transport = this.recorder.recordTransport(transport, baseUrl);
		this.connection = {
			baseUrl,
			transport: withoutRetries(this.transport),
			account: new Account(),
			callsPerMinute,
			patienceMs: PATIENCE_MS,
			onWait: listener.onWait,
			signal: this.abort.signal,
		};
		this.client = new Client(this.connection);
	}

	/**
	 * Returns a client that writes records. It shares the check's rate limit.
	 *
	 * @param around wraps the transport, and so sees each request before it is sent
	 */
	openWriter(around: (transport: Transport) => Transport): Client {
		return new Client({ ...this.connection, transport: around(this.transport) });
	}

	/** Returns a client that removes records. It shares the check's rate limit, but `end` does not stop it. */
	openRemover(): Client {
		return new Client({ ...this.connection, transport: this.transport, signal: undefined });
	}

	/** Ends the check. Nothing more is sent, and the results so far are kept. */
	end(why: Observations['ended'] = 'stopped'): void {
		this.seen.ended ??= why;
		this.abort.abort();
	}

	/**
	 * Runs the steps of a plan in order.
	 *
	 * @param plan the steps, of which the first must need nothing but a valid token
	 * @param onStep called with each outcome
	 */
	async read(plan: readonly Step[], onStep: (outcome: Outcome) => void = () => {}): Promise<void> {
		for (const step of plan) {
			const outcome = await this.runStep(step);
			this.seen.outcomes.push(outcome);
			onStep(outcome);
			this.learnLimit();
			await this.endIfHopeless(outcome, plan[0]!);
		}
	}

	private async endIfHopeless({ result, failure }: Outcome, first: Step): Promise<void> {
		if (result === 'read' || result === 'empty') this.failedInARow = [];
		if (!failure) return;
		if (this.isFinal(failure.code)) return this.end('refused');
		this.failedInARow.push(failure);
		if (this.failedInARow.length < MAX_FAILURES) return;
		if (this.failedInARow.every(({ code }) => ELSEWHERE.has(code))) return this.end('elsewhere');
		const isAlive = (await this.tryWith(first, {})).result === 'read';
		if (!isAlive) this.end('refused');
		this.failedInARow = [];
	}

	/**
	 * Whether a failure ends the check. The service refuses a wrong token in the same way as a missing module, so the
	 * check blames the token until a call has succeeded.
	 */
	private isFinal(code: FailureCode): boolean {
		return FINAL.has(code) || (code === 'accessRefused' && this.client.stats.succeeded === 0);
	}

	private async runStep(step: Step): Promise<Outcome> {
		if (this.seen.ended) return { step, result: 'notReached' };
		const records = step.needs ? this.recordsFrom(step.needs).slice(0, step.tries ?? 1) : [{}];
		let outcome: Outcome = { step, result: 'noRecord' };
		for (const record of records) {
			const { failure, findings = [] } = outcome;
			const noticed = failure && !isOfPlan(failure) ? [...findings, failureFinding(failure)] : findings;
			const next = await this.tryWith(step, record);
			outcome = { ...next, findings: [...noticed, ...(next.findings ?? [])] };
			if (outcome.result === 'notReached' || outcome.result === 'read') break;
		}
		return outcome;
	}

	/** Runs a step with one record. */
	async tryWith(step: Step, record: Json): Promise<Outcome> {
		const { attempts } = this.recorder;
		const earlier = attempts.length;
		const { provokes } = step;
		try {
			await step.read(this.client, record);
			if (!provokes) return { step, result: isEmptyList(attempts.at(-1)) ? 'empty' : 'read' };
			const isRefused = attempts.slice(earlier).some(({ status }) => provokes.includes(status));
			return { step, result: 'read', findings: isRefused ? [] : [notRefusedFinding(provokes)] };
		} catch (error) {
			if (error instanceof CancelledError) return { step, result: 'notReached' };
			if (!(error instanceof ServiceError)) throw error;
			const { code, status } = error.failure;
			const last = attempts.at(-1)?.status;
			const shown = ELSEWHERE.has(code) ? last : status;
			return { step, result: 'failed', failure: { code, status: isStatus(shown) ? shown : undefined } };
		}
	}

	private recordsFrom({ key, from }: Source): Json[] {
		const bodies = this.recorder.attempts.filter((one) => one.call === from && isSuccess(one));
		const records = bodies.flatMap(({ body }) => findRecordLists(body).flatMap((one) => one.records));
		return records.filter((record) => typeof record[key] === 'string');
	}

	/** Switches to the plan's rate limit if it is lower than the user's. */
	private learnLimit(): void {
		const plan = this.recorder.attempts.find(({ call }) => call === 'POST /account/plan')?.body;
		const limit = plan && readLimitInPlan(plan);
		const { callsPerMinute } = this.connection;
		if (limit !== undefined && callsPerMinute > limit) this.connection.callsPerMinute = limit;
	}
}

/** Returns the plan's calls per minute from a reply about the plan; undefined for any other reply. */
function readLimitInPlan({ Data }: Json): number | undefined {
	const plan = asObject(Data);
	const limit = plan.MaxApiCallsPerMinute ?? asObject(plan.Settings).MaxApiCallsPerMinute;
	return typeof limit === 'number' && limit > 0 ? limit : undefined;
}

/** Whether a number is an HTTP status. Needed because a reply's Code may be any number. */
const isStatus = (status = 0): boolean => status >= 100 && status < 600;

/**
 * Returns a transport that reports a web page with status 200 as a refusal, so that the call is not retried. The check
 * can do without these retries, because this transport is not used to write.
 */
function withoutRetries(transport: Transport): Transport {
	return async (request) => {
		const outcome = await transport(request);
		if ('fault' in outcome || outcome.reply.status >= 300 || !/^\s*</.test(outcome.reply.text))
			return outcome;
		return { reply: { ...outcome.reply, status: 400 } };
	};
}
