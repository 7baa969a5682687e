import type { CallOutcome, Transport } from '../../../nodes/shared/client/transport';
import type { VirtualTime } from './virtual-time';

export interface AccountOptions {
	/** The plan's limit: how many calls it allows in any 60 seconds. */
	limit: number;
	/** How long the service takes to process a call, in ms. */
	callMs: number;
	/** The shortest time from a reply to the next arrival from the same process, in ms. */
	gapMs: number;
	/** Whether busy replies count toward the limit, which the API documents do not say. */
	countsBusy?: boolean;
}

const WINDOW_MS = 60_000;

const OK: CallOutcome = reply(200, { Response: true });
const BUSY: CallOutcome = reply(503, {
	Response: false,
	Message: 'The backend is processing another request.',
	Code: 503,
});

/** An account of the service with a rolling window and a single worker (contract, Limits). */
export class Account {
	/** When the calls that count toward the limit arrived, in ms, oldest first. */
	readonly arrivals: number[] = [];
	served = 0;
	refused = 0;
	busy = 0;
	private oldest = 0;
	private isBusy = false;

	constructor(
		private readonly time: VirtualTime,
		private readonly options: AccountOptions,
	) {}

	/** The transport with which a process reaches the service. */
	readonly transport: Transport = async () => {
		const { callMs, gapMs } = this.options;
		// The time on the way varies, because the processes would otherwise stay in step.
		const onTheWay = (gapMs / 2) * (0.8 + 0.4 * Math.random());
		await this.time.sleep(onTheWay);
		const outcome = await this.answer(callMs * (0.9 + 0.2 * Math.random()));
		await this.time.sleep(onTheWay);
		return outcome;
	};

	private async answer(callMs: number): Promise<CallOutcome> {
		const { limit, countsBusy } = this.options;
		const { now } = this.time;
		if (this.isBusy) {
			this.busy++;
			if (countsBusy && this.countAt(now) < limit) this.arrivals.push(now);
			return BUSY;
		}
		this.isBusy = true;
		await this.time.sleep(callMs);
		this.isBusy = false;
		if (this.countAt(now) >= limit) {
			this.refused++;
			return reply(429, { Response: false, Message: 'Too many calls.', Code: 429 }, { 'retry-after': '60' });
		}
		this.served++;
		this.arrivals.push(now);
		return OK;
	}

	private countAt(now: number): number {
		while (this.oldest < this.arrivals.length && this.arrivals[this.oldest]! <= now - WINDOW_MS)
			this.oldest++;
		return this.arrivals.length - this.oldest;
	}
}

function reply(status: number, body: object, headers = {}): CallOutcome {
	return { reply: { status, headers, text: JSON.stringify(body) } };
}
