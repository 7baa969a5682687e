import type { Sandbox } from '../../sandbox';
import type { HttpReply, Transport } from '../../nodes/shared/client/transport';
import { parseBody } from '../../nodes/shared/client/verdict';
import { Run } from '../../tools/account-check/run';
import { withoutHttp } from './client';

/** A reply on its way from the sandbox to the check. A test may change it. */
export interface PassingReply {
	/** The method and path. */
	call: string;
	status: number;
	headers: Record<string, string>;
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
		const call = `${request.method} ${path}`;
		const passing: PassingReply = { call, status, headers: { ...headers }, body: parseBody(text) ?? text };
		change(passing);
		const { body } = passing;
		const changed = typeof body === 'string' ? body : JSON.stringify(body);
		return { reply: { ...passing, text: changed } satisfies HttpReply };
	};
}

/** Opens a check of a sandbox that does not wait for the rate limit. */
export function openRun(sandbox: Sandbox, change: (reply: PassingReply) => void = () => {}): Run {
	const { baseUrl } = sandbox;
	return new Run({ baseUrl, transport: changeReplies(sandbox, change), callsPerMinute: 0 });
}
