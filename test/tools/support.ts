import type { Sandbox } from '../../sandbox';
import { parseBody } from '../../nodes/shared/client/envelope';
import type { HttpReply, Transport } from '../../nodes/shared/client/transport';
import { throughFetch } from '../../nodes/shared/n8n/connection/transports';
import { Run } from '../../tools/check-account/run';

/** A reply in transit, which a test may change. */
export interface Passing {
	call: string;
	status: number;
	headers: Record<string, string>;
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test changes whatever it likes
	body: any;
}

/** Passes the sandbox's replies through `change`. */
function changedBy({ baseUrl, token }: Sandbox, change: (reply: Passing) => void): Transport {
	const transport = throughFetch(token);
	return async (request) => {
		const outcome = await transport(request);
		if ('fault' in outcome) return outcome;
		const { status, headers, text } = outcome.reply;
		const [path] = request.url.slice(baseUrl.length).split('?', 1);
		const passing: Passing = {
			call: `${request.method} ${path}`,
			status,
			headers: { ...headers },
			body: parseBody(text),
		};
		change(passing);
		const changed = typeof passing.body === 'string' ? passing.body : JSON.stringify(passing.body);
		return { reply: { status: passing.status, headers: passing.headers, text: changed } satisfies HttpReply };
	};
}

/** A check of a sandbox, without pacing. */
export function runOn(sandbox: Sandbox, change: (reply: Passing) => void = () => {}, budget = 500): Run {
	return new Run(
		{ baseUrl: sandbox.baseUrl, transport: changedBy(sandbox, change), callsPerMinute: 0 },
		budget,
	);
}
