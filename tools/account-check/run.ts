import { findRecordLists } from '../../nodes/shared/api/replies';
import { Account } from '../../nodes/shared/client/account';
import { CancelledError } from '../../nodes/shared/client/cancellation';
import { Client } from '../../nodes/shared/client/client';
import { ServiceError } from '../../nodes/shared/client/failures';
import type { OnWait } from '../../nodes/shared/client/queue';
import {
	ATTEMPT_TIMEOUT_MS,
	type CallOutcome,
	type HttpRequest,
	type Transport,
} from '../../nodes/shared/client/transport';
import { parseBody } from '../../nodes/shared/client/verdict';
import { asObject, isObject, type Json } from '../../nodes/shared/json';
import { isSuccess, type Reading, type Reply } from './reading';
import { isEmpty } from './shape';
import type { Source, Step } from './step';

/** How to reach a service. */
export interface Access {
	/** The address without a slash at the end. */
	baseUrl: string;
	transport: Transport;
	/** 0 means no limit. A lower limit of the plan applies as soon as it is known. */
	callsPerMinute: number;
	onWait?: OnWait;
}

/** The most calls of a check, apart from those that delete what it has made up. */
const MAX_CALLS = 300;

/** How long a call may wait for the rate limit, and between its retries, in ms. */
const PATIENCE_MS = 120_000;

/** After this many failures in a row, the check takes its first step again, and ends if that fails, too. */
const MAX_FAILURES = 4;

/** Makes the calls of a check, one at a time, and keeps their replies. */
export class Run {
	readonly readings: Reading[] = [];
	/** Why the check ended early. */
	ended?: 'stopped' | 'failed' | 'tooMany';
	calls = 0;
	private maxCalls = MAX_CALLS;
	private series: Reply[] = [];
	private readonly abort = new AbortController();
	private readonly pending = new Set<Promise<unknown>>();
	private readonly connection;

	constructor({ transport, ...access }: Access) {
		const options = { account: new Account(), patienceMs: PATIENCE_MS, signal: this.abort.signal };
		this.connection = { ...access, ...options, transport: this.record(transport) };
	}

	/** Ends the check. Nothing more is sent, and the replies so far are kept. */
	end(why: Run['ended'] = 'stopped'): void {
		this.ended ??= why;
		this.abort.abort();
	}

	/** Returns a client for cleaning up, which works even after `end`. Waits first for the replies that are under way. */
	async openCleaner(): Promise<Client> {
		await Promise.allSettled(this.pending);
		this.maxCalls = Infinity;
		this.series = [];
		return new Client({ ...this.connection, signal: undefined });
	}

	/** Takes the steps of a plan, in order. A step that fails does not keep the others from being taken. */
	async take(plan: readonly Step[], onStep: (reading: Reading) => void = () => {}): Promise<void> {
		const client = new Client(this.connection);
		let failures = 0;
		for (const step of plan) {
			const reading = await this.takeStep(client, step);
			this.readings.push(reading);
			onStep(reading);
			this.learnLimit();
			const { failure, result } = reading;
			if (result === 'read' || result === 'empty') failures = 0;
			if (!failure) continue;
			const isRefused = failure.code === 'tokenRefused' || client.stats.succeeded === 0;
			if (
				isRefused ||
				(++failures >= MAX_FAILURES && (await this.takeStep(client, plan[0]!)).result !== 'read')
			)
				this.end('failed');
		}
	}

	private async takeStep(client: Client, step: Step): Promise<Reading> {
		if (this.ended) return { step, result: 'notReached', series: [] };
		const reading: Reading = { step, result: 'noRecord', series: [] };
		const { needs } = step;
		for (const record of needs ? this.findRecords(needs).slice(0, needs.tries ?? 1) : [{}]) {
			this.series = [];
			reading.series.push(this.series);
			Object.assign(reading, await attempt(step, client, record));
			if (reading.result === 'read' && isEmpty(this.series)) reading.result = 'empty';
			if (reading.result !== 'empty') break;
		}
		return reading;
	}

	private findRecords({ name, key }: Source): Json[] {
		const replies = this.readings.find(({ step }) => step.name === name)?.series.flat() ?? [];
		const bodies = replies.filter(isSuccess).flatMap(({ body }) => [body, asObject(body?.Data)]);
		const records = bodies.flatMap((body) => [
			...(isObject(body) ? [body] : []),
			...findRecordLists(body).flatMap((one) => one.records),
		]);
		return records.filter((record) => typeof record[key] === 'string');
	}

	private learnLimit(): void {
		const { step, series } = this.readings.at(-1)!;
		if (!step.name.endsWith('Get Plan')) return;
		const plan = asObject(series.flat().at(-1)?.body?.Data);
		const limit = plan.MaxApiCallsPerMinute ?? asObject(plan.Settings).MaxApiCallsPerMinute;
		const { callsPerMinute } = this.connection;
		if (typeof limit === 'number' && limit > 0 && limit < callsPerMinute)
			this.connection.callsPerMinute = Math.floor(limit) || 1;
	}

	private record(transport: Transport): Transport {
		return async (request) => {
			if (this.calls >= this.maxCalls) {
				this.end('tooMany');
				return { fault: { message: 'The check makes no more calls', whileConnecting: true } };
			}
			this.calls++;
			// A call that was sent gets its reply even if the check is stopped, because it may have made something.
			const work = transport({ ...request, signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) });
			this.pending.add(work);
			const outcome = await work.finally(() => this.pending.delete(work));
			this.series.push(toReply(request, outcome));
			return outcome;
		};
	}
}

function toReply({ method, body }: HttpRequest, outcome: CallOutcome): Reply {
	const request = (body && parseBody(body)) || {};
	if ('fault' in outcome) return { method, request, status: 0, headers: {}, body: undefined };
	const { status, headers, text } = outcome.reply;
	return { method, request, status, headers, body: parseBody(text) };
}

async function attempt(step: Step, client: Client, record: Json): Promise<Partial<Reading>> {
	try {
		await step.run(client, record);
		return { result: 'read' };
	} catch (error) {
		if (error instanceof CancelledError) return { result: 'notReached' };
		if (!(error instanceof ServiceError)) throw error;
		const { code, status = 0 } = error.failure;
		if (step.isRefused && status >= 400 && status < 500) return { result: 'read' };
		return { result: 'failed', failure: { code, status } };
	}
}
