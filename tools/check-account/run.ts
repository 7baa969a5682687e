import { Account } from '../../nodes/shared/client/account';
import { Cancelled } from '../../nodes/shared/client/cancellation';
import { ServiceError, type FailureCode } from '../../nodes/shared/client/failures';
import { limitInPlan } from '../../nodes/shared/client/plan';
import { Service } from '../../nodes/shared/client/service';
import type { Transport } from '../../nodes/shared/client/transport';
import type { Json } from '../../nodes/shared/json';
import { findRecordLists } from '../../nodes/shared/api/guesses';
import { isEmptyList } from './lists';
import { Recorder, type Attempt } from './recorder';
import type { Source, Step } from './step';

/** Access to an account. */
export interface Access {
	/** Without a trailing slash. */
	baseUrl: string;
	transport: Transport;
	/** The rate limit; 0 means no pacing. A lower limit in the plan takes precedence once known. */
	callsPerMinute: number;
}

/** The result of a step. */
export interface Outcome {
	step: Step;
	/**
	 * `empty`: the reply has no records. `noRecord`: the account has no record to try the step with. `notReached`: the
	 * check ended earlier.
	 */
	result: 'read' | 'empty' | 'noRecord' | 'failed' | 'notReached';
	/** The reason of a failure. */
	failure?: { code: FailureCode; status?: number };
}

/** All results so far. */
export interface Seen {
	outcomes: Outcome[];
	attempts: readonly Attempt[];
	/** The reason if the check ended early. */
	ended?: 'stopped' | 'budget' | 'refused';
}

/** Failures after which no other call can succeed. */
const FINAL: ReadonlySet<FailureCode> = new Set([
	'tokenRefused',
	'unreachable',
	'untrusted',
	'egressBlocked',
]);

/** A running check, with its steps and results. */
export class Run {
	readonly seen: Seen;
	readonly service: Service;
	private readonly abort = new AbortController();
	private readonly recorder: Recorder;
	private readonly connection;

	/** @param budget the most calls, including retries */
	constructor(
		{ baseUrl, transport, callsPerMinute }: Access,
		private readonly budget: number,
	) {
		this.recorder = new Recorder(budget, () => this.end('budget'));
		this.seen = { outcomes: [], attempts: this.recorder.attempts };
		this.connection = {
			baseUrl,
			transport: this.recorder.through(transport, baseUrl),
			account: new Account(),
			callsPerMinute,
			signal: this.abort.signal,
		};
		this.service = new Service(this.connection);
	}

	/** The number of calls left in the budget. */
	get left(): number {
		return this.budget - this.recorder.sent;
	}

	/** Ends the check. Nothing more is sent, and the results stay. */
	end(why: Seen['ended'] = 'stopped'): void {
		this.seen.ended ??= why;
		this.abort.abort();
	}

	/** @param onStep called with each outcome */
	async read(plan: readonly Step[], onStep: (outcome: Outcome) => void = () => {}): Promise<void> {
		for (const step of plan) {
			const outcome = await this.outcomeOf(step);
			this.seen.outcomes.push(outcome);
			onStep(outcome);
			this.learnLimit();
			if (outcome.failure && this.isFinal(outcome.failure.code)) this.end('refused');
		}
	}

	/** A wrong token and a missing module get the same refusal. Before any success, assume the token. */
	private isFinal(code: FailureCode): boolean {
		return FINAL.has(code) || (code === 'accessRefused' && this.service.stats.succeeded === 0);
	}

	private async outcomeOf(step: Step): Promise<Outcome> {
		if (this.seen.ended) return { step, result: 'notReached' };
		const records = step.needs ? this.recordsFrom(step.needs).slice(0, step.tries ?? 1) : [{}];
		let outcome: Outcome = { step, result: 'noRecord' };
		for (const record of records) {
			outcome = await this.tryWith(step, record);
			if (outcome.result === 'notReached' || outcome.result === 'read') break;
		}
		return outcome;
	}

	/** Runs a step once. */
	async tryWith(step: Step, record: Json): Promise<Outcome> {
		try {
			await step.read(this.service, record);
			const isEmpty = !step.provokes && isEmptyList(this.recorder.attempts.at(-1));
			return { step, result: isEmpty ? 'empty' : 'read' };
		} catch (error) {
			if (error instanceof Cancelled) return { step, result: 'notReached' };
			if (!(error instanceof ServiceError)) throw error;
			const { code, status } = error.failure;
			return { step, result: 'failed', failure: { code, status: isStatus(status) ? status : undefined } };
		}
	}

	private recordsFrom({ key, from }: Source): Json[] {
		const bodies = this.recorder.attempts.filter(({ call, status }) => call === from && status < 300);
		const records = bodies.flatMap(({ body }) => findRecordLists(body).flatMap((one) => one.records));
		return records.filter((record) => typeof record[key] === 'string');
	}

	/** The plan may allow fewer calls than the user said. */
	private learnLimit(): void {
		const plan = this.recorder.attempts.find(({ call }) => call === 'POST /account/plan')?.body;
		const limit = plan && limitInPlan(plan);
		const { callsPerMinute } = this.connection;
		if (limit !== undefined && callsPerMinute > limit) this.connection.callsPerMinute = limit;
	}
}

/** An envelope may contain any number as its status. */
const isStatus = (status = 0): boolean => status >= 100 && status < 600;
