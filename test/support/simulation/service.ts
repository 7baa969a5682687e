import { openAccounts, type AccountOptions } from '../../../sandbox/accounts';
import type { Dialect } from '../../../sandbox/dialect';
import { Service as Backend } from '../../../sandbox/service';
import { Store } from '../../../sandbox/store';
import { Clock } from '../../../sandbox/time/clock';
import type { HttpReply, HttpRequest, CallOutcome, Transport } from '../../../nodes/shared/client/transport';
import type { VirtualTime } from './virtual-time';

export interface ServiceOptions {
	/** How the service queues calls. */
	queues: 'one' | 'one for each operation';
	/** How the service replies while it is busy. */
	busy: keyof typeof BUSY;
	/** How long the service takes to process a call, in ms on average. */
	callMs: number;
	/** The average time that a call takes to reach the service, and the same for its reply on the way back, in ms. */
	wayMs: number;
	/** The path of the calls that write. */
	write: string;
	/** The dialect of the sandbox; `contract` by default. */
	dialect?: Dialect;
	/** The settings of the account. By default, its plan has no limit. */
	account?: AccountOptions;
}

/** A reply that the service has sent. */
export interface SentReply {
	reply: HttpReply;
}

const TOKEN = 'secret';

export const BUSY = {
	'its own 503': reply(503, {
		Response: false,
		Message: 'The backend is processing another request.',
		Code: 503,
	}),
	'a bare 503': reply(503, { message: 'Service Unavailable' }),
};

/** The sandbox's service on a virtual clock, for calls of several processes at once. */
export class SimulatedService {
	readonly store = new Store();
	private readonly backend: Backend;
	private readonly clock: Clock;
	private readonly busyQueues = new Set<string>();

	constructor(
		protected readonly time: VirtualTime,
		private readonly options: ServiceOptions,
	) {
		const account = { plan: { MaxApiCallsPerMinute: 1_000_000 }, ...options.account };
		const accounts = openAccounts([account], 60_000, () => TOKEN);
		this.clock = new Clock(() => time.now);
		this.backend = new Backend(accounts, this.store, this.clock, options.dialect ?? 'contract');
	}

	/** Makes a call that takes no time. */
	api<Body>(path: string, body: object): Body {
		const request = { method: 'POST', url: path, body: JSON.stringify(body) } as const;
		return JSON.parse(this.process(request).reply.text) as Body;
	}

	/** The transport with which a process reaches the service. */
	readonly transport: Transport = async (request) => {
		await this.time.sleep(this.options.wayMs * (0.5 + Math.random()));
		const outcome = await this.arrive(request);
		await this.time.sleep(this.options.wayMs * (0.5 + Math.random()));
		return outcome;
	};

	protected async arrive(request: HttpRequest): Promise<CallOutcome> {
		return await this.answer(request, this.options.callMs * (0.5 + Math.random()));
	}

	protected async answer(request: HttpRequest, ms: number): Promise<CallOutcome> {
		const { queues, busy } = this.options;
		const queue = queues === 'one' ? '' : request.url;
		if (this.busyQueues.has(queue)) return BUSY[busy];
		this.busyQueues.add(queue);
		const outcome = await this.carryOut(request, ms);
		this.busyQueues.delete(queue);
		return outcome;
	}

	/**
	 * Carries out a call. A read returns the records as they were when the call began, and a write changes them when the
	 * call ends.
	 */
	private async carryOut(request: HttpRequest, ms: number): Promise<CallOutcome> {
		const early = this.isWrite(request) ? undefined : this.process(request);
		await this.time.sleep(ms);
		return early ?? this.process(request);
	}

	protected isWrite({ url }: HttpRequest): boolean {
		return url === this.options.write;
	}

	protected process({ method, url, body = '' }: HttpRequest): SentReply {
		const answer = this.backend.answer({
			method,
			path: url,
			query: undefined,
			body: Buffer.from(body),
			authorization: `Bearer ${TOKEN}`,
			contentType: 'application/json',
			origin: undefined,
			arrivedAt: this.clock.now(),
		});
		return reply(answer.status, answer.body, {
			date: new Date(this.clock.now()).toUTCString(),
			...answer.headers,
		});
	}
}

export function reply(
	status: number,
	body: object | string,
	headers: Record<string, string> = {},
): SentReply {
	return { reply: { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) } };
}
