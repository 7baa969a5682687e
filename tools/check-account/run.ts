import { Account } from '../../nodes/shared/client/account';
import { Cancelled } from '../../nodes/shared/client/cancellation';
import { ServiceError, type FailureCode } from '../../nodes/shared/client/failures';
import { limitInPlan } from '../../nodes/shared/client/planLimit';
import { Service } from '../../nodes/shared/client/service';
import type { Transport } from '../../nodes/shared/client/transport';
import type { Json } from '../../nodes/shared/json';
import { findRecordLists } from '../../nodes/shared/api/recordLists';
import { isEmptyList } from './lists';
import { Recorder, type Attempt } from './recorder';
import type { Source, Step } from './step';

/** How an account is reached. */
export interface Access {
	/** Without a trailing slash. */
	baseUrl: string;
	transport: Transport;
	/** 0 does not pace. A lower limit in the plan wins as soon as it is known. */
	callsPerMinute: number;
}

/** What came of a step. */
export interface Outcome {
	step: Step;
	/**
	 * `empty`: the reply was read and has no records. `noRecord`: nothing in the account to try it with. `notReached`: the check
	 * ended before.
	 */
	result: 'read' | 'empty' | 'noRecord' | 'failed' | 'notReached';
	/** Why it failed. */
	failure?: { code: FailureCode; status?: number };
}

/** What a check has seen so far. */
export interface Seen {
	outcomes: Outcome[];
	attempts: readonly Attempt[];
	/** Why the check ended before its plan did. */
	ended?: 'stopped' | 'budget' | 'refused';
}

/** Failures after which no other call can succeed. */
const FINAL: ReadonlySet<FailureCode> = new Set([
	'tokenRefused',
	'unreachable',
	'untrusted',
	'egressBlocked',
]);

/** A check under way: its steps, one after the other, and what they have seen. */
export class Run {
	readonly seen: Seen;
	readonly service: Service;
	private readonly abort = new AbortController();
	private readonly recorder: Recorder;
	private readonly connection;

	/** @param budget the most calls, those that were repeated among them */
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

	/** How many calls may still be sent. */
	get left(): number {
		return this.budget - this.recorder.sent;
	}

	/** Ends the check: nothing is sent after that, and what was seen stays. */
	end(why: Seen['ended'] = 'stopped'): void {
		this.seen.ended ??= why;
		this.abort.abort();
	}

	/** @param onStep is told each outcome. */
	async read(plan: readonly Step[], onStep: (outcome: Outcome) => void = () => {}): Promise<void> {
		for (const step of plan) {
			const outcome = await this.outcomeOf(step);
			this.seen.outcomes.push(outcome);
			onStep(outcome);
			this.learnLimit();
			if (outcome.failure && this.isFinal(outcome.failure.code)) this.end('refused');
		}
	}

	/** A token that matches no account is refused as a module is that the account lacks, but from the first call on. */
	private isFinal(code: FailureCode): boolean {
		return FINAL.has(code) || (code === 'accessRefused' && this.service.state.stats.succeeded === 0);
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

	/** Carries a step out once. */
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

	/** The plan of the account may allow fewer calls than the person said. */
	private learnLimit(): void {
		const plan = this.recorder.attempts.find(({ call }) => call === 'POST /account/plan')?.body;
		const limit = plan && limitInPlan(plan);
		const { callsPerMinute } = this.connection;
		if (limit !== undefined && callsPerMinute > limit) this.connection.callsPerMinute = limit;
	}
}

/** An envelope may name any number as its status. */
const isStatus = (status = 0): boolean => status >= 100 && status < 600;
