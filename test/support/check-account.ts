import type { Sandbox } from '../../sandbox';
import { parseBody } from '../../nodes/shared/client/verdict';
import type { HttpReply, Transport } from '../../nodes/shared/client/transport';
import type { Listener } from '../../tools/check-account/recorder';
import { Run } from '../../tools/check-account/run';
import { withoutHttp } from './client';

/** A reply on its way from the sandbox to the check. A test may change it. */
export interface PassingReply {
	call: string;
	status: number;
	headers: Record<string, string>;
	/** The body of the request. */
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads whatever it likes
	request: any;
	/** The body of the reply. It is a string if the reply is not a JSON object. */
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test changes whatever it likes
	body: any;
}

/** Passes the sandbox's replies through `change`. */
function changeReplies(sandbox: Sandbox, change: (reply: PassingReply) => void): Transport {
	const transport = withoutHttp(sandbox);
	return async (request) => {
		const outcome = await transport(request);
		if ('fault' in outcome) return outcome;
		const { status, headers, text } = outcome.reply;
		const [path] = request.url.slice(sandbox.baseUrl.length).split('?', 1);
		const passing: PassingReply = {
			call: `${request.method} ${path}`,
			status,
			headers: { ...headers },
			request: parseBody(request.body ?? '') ?? {},
			body: parseBody(text) ?? text,
		};
		change(passing);
		const changed = typeof passing.body === 'string' ? passing.body : JSON.stringify(passing.body);
		return { reply: { status: passing.status, headers: passing.headers, text: changed } satisfies HttpReply };
	};
}

/** Runs the check against a sandbox without waiting for the rate limit. */
export function runOn(
	sandbox: Sandbox,
	change: (reply: PassingReply) => void = () => {},
	budget = 500,
	listener: Listener & { now?: () => number } = {},
): Run {
	return runThrough(sandbox, changeReplies(sandbox, change), budget, listener);
}

/** Runs the check against a sandbox through a test's transport. */
export function runThrough(
	{ baseUrl }: Sandbox,
	transport: Transport,
	budget = 500,
	listener: Listener & { now?: () => number } = {},
): Run {
	return new Run({ baseUrl, transport, callsPerMinute: 0 }, budget, listener);
}

/** Distributes deviations over rounds, so that no two deviations of a round have the same key. */
export function inRounds<Planted>(all: readonly Planted[], keyOf: (one: Planted) => unknown): Planted[][] {
	const rounds: Planted[][] = [];
	for (const one of all) {
		const round = rounds.find((others) => others.every((other) => keyOf(other) !== keyOf(one)));
		if (round) round.push(one);
		else rounds.push([one]);
	}
	return rounds;
}
