import { parseBody } from '../../nodes/shared/client/envelope';
import type { HttpRequest, Outcome, Transport } from '../../nodes/shared/client/transport';
import type { Json } from '../../nodes/shared/json';

/** One attempt of a call, with its reply. It holds values of the account: only `anatomy` may turn it into a report. */
export interface Attempt {
	/** Method and path without the query, such as "POST /groups/fetch". */
	call: string;
	/** The request body; empty without one. */
	request: Json;
	/** 0 if no reply arrived. */
	status: number;
	/** With lower-case names. */
	headers: Record<string, string>;
	/** Undefined if the reply is not a JSON object. */
	body: Json | undefined;
}

/** Records every attempt, and stops the check once the budget of calls is used up. */
export class Recorder {
	readonly attempts: Attempt[] = [];
	/** The attempts sent, including those without a reply. */
	sent = 0;

	/** @param onBudgetUsed called instead of sending an attempt above `budget` */
	constructor(
		private readonly budget: number,
		private readonly onBudgetUsed: () => void,
	) {}

	/** @param baseUrl without a trailing slash */
	through(transport: Transport, baseUrl: string): Transport {
		return async (request) => {
			if (this.sent >= this.budget) {
				this.onBudgetUsed();
				return { fault: { message: 'The budget of calls is used up' } };
			}
			this.sent++;
			const outcome = await transport(request);
			this.attempts.push(attemptOf(request, outcome, baseUrl));
			return outcome;
		};
	}
}

function attemptOf({ method, url, body }: HttpRequest, outcome: Outcome, baseUrl: string): Attempt {
	const [path] = url.slice(baseUrl.length).split('?', 1);
	const sent = { call: `${method} ${path}`, request: (body && parseBody(body)) || {} };
	if ('fault' in outcome) return { ...sent, status: 0, headers: {}, body: undefined };
	const { status, headers, text } = outcome.reply;
	return { ...sent, status, headers, body: parseBody(text) };
}
