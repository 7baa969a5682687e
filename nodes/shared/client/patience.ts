import { backoffMs } from './delay';
import { asksForTooLong, gaveUp, ServiceError } from './errors';
import type { Repeat, RepeatCause } from './verdict';

/** How many times one call is sent, by what stands in its way. */
const TRIES: Record<RepeatCause, number> = {
	'rate-limited': 5,
	busy: 8,
	'out-of-reach': 6,
	undecided: 4,
};

/** The waits of one call together, in ms, without those for the window and the queue. */
const WAIT_BUDGET_MS = 300_000;

/** How long one call is worth repeating. */
export class Patience {
	private readonly tries = new Map<RepeatCause, number>();
	private waitedMs = 0;

	/**
	 * The wait in ms before the call is sent again. `Retry-After` is a floor: never shortened, without jitter; 0 asks for
	 * nothing.
	 *
	 * @throws {ServiceError} once patience is at its end, or the service asks for more than is left of it.
	 */
	waitBefore({ cause, problem, floorMs }: Omit<Repeat, 'kind'>): number {
		const tries = (this.tries.get(cause) ?? 0) + 1;
		this.tries.set(cause, tries);
		if (tries >= TRIES[cause]) throw new ServiceError(gaveUp(problem, tries, this.waitedMs));
		const ms = floorMs || backoffMs(tries);
		if (this.waitedMs + ms > WAIT_BUDGET_MS) throw new ServiceError(asksForTooLong(problem, ms));
		this.waitedMs += ms;
		return ms;
	}
}
