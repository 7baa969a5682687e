import { parseBody } from '../../nodes/shared/client/verdict';
import {
	ATTEMPT_TIMEOUT_MS,
	type HttpRequest,
	type CallOutcome,
	type Transport,
} from '../../nodes/shared/client/transport';
import type { Json } from '../../nodes/shared/json';

/**
 * One attempt of a call, with its reply. The reply contains values of the account, so only `describeReplies` and the
 * open questions in guesses.ts may read it.
 */
export interface Attempt {
	/** The method and the path without the query, such as "POST /groups/fetch". */
	call: string;
	/** The request body, which is empty if there is none. */
	request: Json;
	/** The status, or 0 if no reply arrived. */
	status: number;
	/** The headers, whose names are in lower case. */
	headers: Record<string, string>;
	/** The reply, or undefined if it is not a JSON object. */
	body: Json | undefined;
	/** The time from the request to the end of the reply, or to the failure, in ms. */
	ms: number;
	/** Whether it is certain that the request did not reach the service. */
	isUnsent?: boolean;
}

/** Whether the service replied that it processed the call. */
export const isSuccess = ({ status }: Pick<Attempt, 'status'>): boolean => status >= 200 && status < 300;

/** The functions that are called when an attempt is sent, and when it gets a reply or fails. */
export interface Listener {
	onSent?(call: string): void;
	onAnswered?(attempt: Attempt): void;
}

/** Records every attempt, and stops the check when no more calls are allowed. */
export class Recorder {
	readonly attempts: Attempt[] = [];
	/** The number of attempts that were sent, including those without a reply. */
	sent = 0;
	private readonly pending = new Set<Promise<unknown>>();

	/**
	 * @param budget how many calls are allowed; it may grow so that added records can be removed
	 * @param onBudgetUsed called in place of an attempt that exceeds `budget`
	 */
	constructor(
		public budget: number,
		private readonly onBudgetUsed: () => void,
		private readonly listener: Listener = {},
		private readonly now = () => performance.now(),
	) {}

	/** @param baseUrl without a trailing slash */
	recordTransport(transport: Transport, baseUrl: string): Transport {
		return async (request) => {
			if (this.sent >= this.budget) {
				this.onBudgetUsed();
				return { fault: { message: 'The budget of calls is used up', whileConnecting: true } };
			}
			this.sent++;
			const work = this.record(transport, request, baseUrl);
			this.pending.add(work);
			return await work.finally(() => this.pending.delete(work));
		};
	}

	/** Waits for the replies to all calls that were sent, even if no other code is waiting for them. */
	async settle(): Promise<void> {
		await Promise.allSettled(this.pending);
	}

	private async record(transport: Transport, request: HttpRequest, baseUrl: string): Promise<CallOutcome> {
		const [path] = request.url.slice(baseUrl.length).split('?', 1);
		const call = `${request.method} ${path}`;
		this.listener.onSent?.(call);
		const sentAt = this.now();
		// A call waits for its reply even if the check is stopped, because it may have added a record.
		const outcome = await transport({ ...request, signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) });
		const attempt = { ...toAttempt(request, outcome), call, ms: this.now() - sentAt };
		this.attempts.push(attempt);
		this.listener.onAnswered?.(attempt);
		return outcome;
	}
}

function toAttempt({ body }: HttpRequest, outcome: CallOutcome): Omit<Attempt, 'call' | 'ms'> {
	const request = (body && parseBody(body)) || {};
	if ('fault' in outcome) {
		const { whileConnecting: isUnsent } = outcome.fault;
		return { request, status: 0, headers: {}, body: undefined, isUnsent };
	}
	const { status, headers, text } = outcome.reply;
	return { request, status, headers, body: parseBody(text) };
}
