import { openAccounts } from '../../../sandbox/accounts';
import { Clock } from '../../../sandbox/time/clock';
import { Service as Backend } from '../../../sandbox/service';
import { Store } from '../../../sandbox/store';
import type { HttpReply, HttpRequest, Outcome, Transport } from '../../../nodes/shared/client/transport';
import type { VirtualTime } from './virtual-time';

/** How a service queues calls, and how it replies while it is busy. */
export interface Style {
	queues: 'one' | 'one for each operation';
	busy: keyof typeof BUSY;
}

const TOKEN = 'secret';

const BUSY = {
	'its own 503': reply(503, {
		Response: false,
		Message: 'The backend is processing another request.',
		Code: 503,
	}),
	'a bare 503': reply(503, { message: 'Service Unavailable' }),
};

/** What the caller sees if its gateway or connection gives up while the call is still being processed. */
const GIVEN_UP: readonly Outcome[] = [
	reply(504, ''),
	reply(504, { message: 'Endpoint request timed out' }),
	BUSY['a bare 503'],
	reply(502, '<html>Bad Gateway</html>'),
	{ fault: { code: 'ECONNRESET', message: 'socket hang up' } },
];

/** The average time that a call is on its way, and the average time of its processing, in ms. */
const WAY_MS = 3;
const CALL_MS = 60;

/**
 * How long the caller waits for the first write, and how much longer the service processes it: both are random and
 * within this range, in ms.
 */
const SHORTEST_MS = 5;
const LONGEST_MS = 30_000;

/** The share of first writes that never arrive. It is also the share of calls that wait for another customer's call. */
const LOST = 0.15;
const CROWDED = 0.1;

/**
 * The sandbox's service on a virtual clock. The caller never gets the reply to its first write, although the service
 * processes it.
 */
export class LateService {
	/** How many writes were processed. */
	processed = 0;
	private readonly backend: Backend;
	private readonly clock: Clock;
	private readonly busyQueues = new Set<string>();
	private isFirst = true;

	/** @param write the path of the write */
	constructor(
		private readonly time: VirtualTime,
		private readonly style: Style,
		private readonly write: string,
	) {
		const accounts = openAccounts([{ plan: { MaxApiCallsPerMinute: 1_000_000 } }], 60_000, () => TOKEN);
		this.clock = new Clock(() => time.now);
		this.backend = new Backend(accounts, new Store(), this.clock, 'contract');
	}

	/** Makes a call that takes no time. */
	api<Body>(path: string, body: object): Body {
		const request = { method: 'POST', url: path, body: JSON.stringify(body), safeToRetry: true } as const;
		return JSON.parse(this.process(request).reply.text) as Body;
	}

	/** The transport with which a process reaches the service. */
	readonly transport: Transport = async (request) => {
		await this.time.sleep(WAY_MS * (0.5 + Math.random()));
		const outcome = await this.arrive(request);
		await this.time.sleep(WAY_MS * (0.5 + Math.random()));
		return outcome;
	};

	private async arrive(request: HttpRequest): Promise<Outcome> {
		if (this.isFirst && request.url === this.write) {
			this.isFirst = false;
			const givenUpMs = anyDuration();
			if (Math.random() >= LOST) void this.answer(request, givenUpMs + anyDuration());
			await this.time.sleep(givenUpMs);
			return GIVEN_UP[Math.floor(Math.random() * GIVEN_UP.length)]!;
		}
		if (Math.random() < CROWDED) return BUSY[this.style.busy];
		return await this.answer(request, CALL_MS * (0.5 + Math.random()));
	}

	private async answer(request: HttpRequest, ms: number): Promise<Outcome> {
		const { queues, busy } = this.style;
		const queue = queues === 'one' ? '' : request.url;
		if (this.busyQueues.has(queue)) return BUSY[busy];
		this.busyQueues.add(queue);
		const outcome = await this.carryOut(request, ms);
		this.busyQueues.delete(queue);
		return outcome;
	}

	/**
	 * Carries out a call. A read returns the records as they were at its beginning, and a write changes them at its end.
	 */
	private async carryOut(request: HttpRequest, ms: number): Promise<Outcome> {
		const isWrite = request.url === this.write;
		const early = isWrite ? undefined : this.process(request);
		await this.time.sleep(ms);
		return early ?? this.process(request);
	}

	private process({ method, url, body = '' }: HttpRequest): { reply: HttpReply } {
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
		if (url === this.write && answer.status < 300) this.processed++;
		return reply(answer.status, answer.body, { date: new Date(this.clock.now()).toUTCString() });
	}
}

/** Returns a random duration in ms. Each order of magnitude is equally likely. */
function anyDuration(): number {
	return SHORTEST_MS * (LONGEST_MS / SHORTEST_MS) ** Math.random();
}

function reply(
	status: number,
	body: object | string,
	headers: Record<string, string> = {},
): { reply: HttpReply } {
	return { reply: { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) } };
}
