import type { Outcome, Transport } from '../../nodes/shared/client/transport';

/** The service's reply with a status: its envelope, unless there is another body. */
export function replyWith(
	status: number,
	{ body, headers = {} }: { body?: object | string; headers?: Record<string, string> } = {},
): Outcome {
	const content = body ?? { Response: status < 300, Message: `Status ${status}.`, Code: status };
	return {
		reply: { status, headers, text: typeof content === 'string' ? content : JSON.stringify(content) },
	};
}

/** The call was sent, and the connection broke. */
export const RESET: Outcome = { fault: { code: 'ECONNRESET', message: 'socket hang up' } };

/** The call was not sent. */
export const UNREACHABLE: Outcome = { fault: { code: 'ECONNREFUSED', message: 'connect' } };

/** The call never ends. */
export const ENDLESS = new Promise<Outcome>(() => {});

export interface FakeService {
	transport: Transport;
	/** The calls so far: when each was sent, and the status of its reply (none: 0). */
	calls: Array<{ path: string; at: number; status: number }>;
	/** Plans what the next calls to a path meet. Without a plan, a call succeeds at once. */
	plan(path: string, outcome: Outcome | Promise<Outcome>, times?: number): void;
}

/** A service without a network. */
export function fakeService(): FakeService {
	const planned: Array<[path: string, outcome: Outcome | Promise<Outcome>]> = [];
	const calls: FakeService['calls'] = [];
	return {
		calls,
		plan(path, outcome, times = 1) {
			for (let n = 0; n < times; n++) planned.push([path, outcome]);
		},
		async transport({ url }) {
			const path = new URL(url).pathname;
			const call = { path, at: Date.now(), status: 0 };
			calls.push(call);
			const index = planned.findIndex(([of]) => of === path);
			const outcome = await (index < 0 ? replyWith(200) : planned.splice(index, 1)[0]![1]);
			if ('reply' in outcome) call.status = outcome.reply.status;
			return outcome;
		},
	};
}
