import type { CallOutcome, Transport } from '../../nodes/shared/client/transport';

/** Creates a reply of the service with a status. By default, its body has the service's usual format. */
export function replyWith(
	status: number,
	{ body, headers = {} }: { body?: object | string; headers?: Record<string, string> } = {},
): CallOutcome {
	const content = body ?? { Response: status < 300, Message: `Status ${status}.`, Code: status };
	return {
		reply: { status, headers, text: typeof content === 'string' ? content : JSON.stringify(content) },
	};
}

/** An outcome in which the call was sent and the connection then broke. */
export const RESET: CallOutcome = { fault: { code: 'ECONNRESET', message: 'socket hang up' } };

/** An outcome in which the call was not sent. */
export const UNREACHABLE: CallOutcome = { fault: { code: 'ECONNREFUSED', message: 'connect' } };

/** An outcome in which the call never ends. */
export const ENDLESS = new Promise<CallOutcome>(() => {});

export interface FakeService {
	transport: Transport;
	/** The calls so far, each with the time when it was sent and the status of its reply (0 if there was none). */
	calls: Array<{ path: string; at: number; status: number }>;
	/** Plans the outcome of the next calls to a path. Calls without a plan succeed at once. */
	plan(path: string, outcome: CallOutcome | Promise<CallOutcome>, times?: number): void;
}

/** Creates a service that needs no network. */
export function fakeService(): FakeService {
	const planned: Array<[path: string, outcome: CallOutcome | Promise<CallOutcome>]> = [];
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
