import type { HttpRequest, CallOutcome } from '../../../nodes/shared/client/transport';
import { BUSY, reply, SimulatedService, type SentReply, type ServiceOptions } from './service';
import type { VirtualTime } from './virtual-time';

/** How a service queues calls, and how it replies while it is busy. */
export type Style = Pick<ServiceOptions, 'queues' | 'busy'>;

/** What the caller sees if its gateway or connection gives up while the call is still being processed. */
const GIVEN_UP: readonly CallOutcome[] = [
	reply(504, ''),
	reply(504, { message: 'Endpoint request timed out' }),
	BUSY['a bare 503'],
	reply(502, '<html>Bad Gateway</html>'),
	{ fault: { code: 'ECONNRESET', message: 'socket hang up' } },
];

/** The average time that a call is on its way, in ms. */
const WAY_MS = 3;
/** The average time that the service takes to process a call, in ms. */
const CALL_MS = 60;

/**
 * The minimum of each of two random times, in ms: how long the caller waits for the first write, and how much later the
 * service processes it.
 */
const MIN_MS = 5;
/** The maximum of each of the two times, in ms. */
const MAX_MS = 30_000;

/** The share of first writes that never arrive. */
const LOST = 0.15;
/** The share of all other calls that find the service busy with a call of another customer. */
const CROWDED = 0.1;

/** A service whose caller never gets the reply to its first write, although the service processes it. */
export class LateService extends SimulatedService {
	/** How many writes were processed. */
	processed = 0;
	private isFirst = true;

	/** @param write the path of the write */
	constructor(
		time: VirtualTime,
		private readonly style: Style,
		write: string,
	) {
		super(time, { ...style, write, callMs: CALL_MS, wayMs: WAY_MS });
	}

	protected override async arrive(request: HttpRequest): Promise<CallOutcome> {
		if (this.isFirst && this.isWrite(request)) {
			this.isFirst = false;
			const givenUpMs = anyDuration();
			if (Math.random() >= LOST) void this.answer(request, givenUpMs + anyDuration());
			await this.time.sleep(givenUpMs);
			return GIVEN_UP[Math.floor(Math.random() * GIVEN_UP.length)]!;
		}
		return Math.random() < CROWDED ? BUSY[this.style.busy] : await super.arrive(request);
	}

	protected override process(request: HttpRequest): SentReply {
		const processed = super.process(request);
		if (this.isWrite(request) && processed.reply.status < 300) this.processed++;
		return processed;
	}
}

/** Returns a random duration in ms. Each order of magnitude is equally likely. */
function anyDuration(): number {
	return MIN_MS * (MAX_MS / MIN_MS) ** Math.random();
}
