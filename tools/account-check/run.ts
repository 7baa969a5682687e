import { findRecordLists } from '../../nodes/shared/api/replies';
import { Account } from '../../nodes/shared/client/account';
import { CancelledError } from '../../nodes/shared/client/cancellation';
import { Client, type ClientOptions } from '../../nodes/shared/client/client';
import { ServiceError, type FailureCode } from '../../nodes/shared/client/failures';
import {
	ATTEMPT_TIMEOUT_MS,
	type CallOutcome,
	type HttpRequest,
	type Transport,
} from '../../nodes/shared/client/transport';
import { parseBody } from '../../nodes/shared/client/verdict';
import { asObject, type Json } from '../../nodes/shared/json';
import type { Source, Step } from './step';

/** A reply. It contains values of the account, so only `toShape` may read it. */
export interface Reply {
	method: string;
	request: Json;
	/** The status, or 0 if no reply arrived. */
	status: number;
	/** The headers, whose names are in lower case. */
	headers: Record<string, string>;
	/** The body, or undefined if it is not a JSON object. */
	body: Json | undefined;
}

export const isSuccess = ({ status }: Reply): boolean => status >= 200 && status < 300;

/** The result of a step. */
export interface Reading {
	step: Step;
	/** The replies for each record. There are none if the account has no record, or the check ended before. */
	series: Reply[][];
	failure?: Failure;
}

interface Failure {
	code: FailureCode;
	/** The status, or the code in the body. */
	status: number;
}

/** The most calls of a check, apart from those that delete what it has made up. */
const MAX_CALLS = 300;

/** How long a call may wait for the rate limit, and between its retries, in ms. */
const PATIENCE_MS = 120_000;

/** How many records of a source to ask for. The first one may be new and have few values. */
const RECORDS_PER_SOURCE = 3;

/** Makes the calls of a check, one at a time, and keeps their replies. */
export class Run {
	readonly readings: Reading[] = [];
	/** A sentence that says why the check ended early. */
	ended?: string;
	calls = 0;
	private series: Reply[] = [];
	private lastCall?: Promise<CallOutcome>;
	private readonly abort = new AbortController();
	private readonly options;

	constructor(access: Pick<ClientOptions, 'baseUrl' | 'transport' | 'callsPerMinute' | 'onWait'>) {
		this.options = { ...access, account: new Account(), patienceMs: PATIENCE_MS };
	}

	/** Ends the check. Nothing more is sent, and the replies so far are kept. */
	end(why = 'The check was stopped before its end.'): void {
		this.ended ??= why;
		this.abort.abort();
	}

	/** Returns a client for cleaning up, which works even after `end`. Waits first for a reply that is under way. */
	async openCleaner(): Promise<Client> {
		await this.lastCall;
		return new Client(this.options);
	}

	/** Takes the steps of a plan, in order. A step that fails does not keep the others from being taken. */
	async take(plan: readonly Step[], onStep: (step: Step) => void = () => {}): Promise<void> {
		const { signal } = this.abort;
		const client = new Client({ ...this.options, signal, transport: this.record(this.options.transport) });
		for (const step of plan) {
			const reading: Reading = { step, series: [] };
			this.readings.push(reading);
			if (!this.ended) onStep(step);
			for (const record of step.source ? this.findRecords(step.source) : [{}]) {
				if (this.ended || reading.failure) break;
				reading.series.push((this.series = []));
				reading.failure = await attempt(step, client, record);
			}
			if (reading.failure && client.stats.succeeded === 0) this.end(UNREACHED);
		}
	}

	private findRecords({ name, key, where = () => true }: Source): Json[] {
		const replies = this.readings.find(({ step }) => step.name === name)?.series.flat() ?? [];
		const found = replies
			.filter(isSuccess)
			.flatMap(({ body = {} }) => [
				body,
				asObject(body.Data),
				...findRecordLists(body).flatMap(({ records }) => records),
			]);
		const asked = found.filter((record) => typeof record[key] === 'string' && where(record));
		return asked.slice(0, RECORDS_PER_SOURCE);
	}

	private record(transport: Transport): Transport {
		return async (request) => {
			if (this.calls === MAX_CALLS) {
				this.end('The check ended early, because it had made the most calls that it may make.');
				return { fault: { message: 'The check makes no more calls', whileConnecting: true } };
			}
			this.calls++;
			// A call that was sent gets its reply even if the check is stopped, because it may have made something.
			this.lastCall = transport({ ...request, signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) });
			const outcome = await this.lastCall;
			this.series.push(toReply(request, outcome));
			return outcome;
		};
	}
}

const UNREACHED =
	'The check ended early, because the service could not be reached or refused the token. Check the Base URL and the token.';

function toReply({ method, body }: HttpRequest, outcome: CallOutcome): Reply {
	const request = (body && parseBody(body)) || {};
	if ('fault' in outcome) return { method, request, status: 0, headers: {}, body: undefined };
	const { status, headers, text } = outcome.reply;
	return { method, request, status, headers, body: parseBody(text) };
}

async function attempt(step: Step, client: Client, record: Json): Promise<Failure | undefined> {
	try {
		await step.run(client, record);
		return undefined;
	} catch (error) {
		if (error instanceof CancelledError) return undefined;
		if (!(error instanceof ServiceError)) throw error;
		const { code, status = 0 } = error.failure;
		return step.isRefused && status >= 400 && status < 500 ? undefined : { code, status };
	}
}
