import { parseInstant } from './parse';
import { SECOND_MS } from './units';

/**
 * When a record was created: before a moment, at or after the moment (`since`), or `unknown`. `unknown` must never
 * count as proof that something did not happen.
 */
export type Timing = 'before' | 'since' | 'unknown';

/**
 * How imprecise a date of the service can be, in ms. A `Date` header has no fractions of a second, and a `CreationDate`
 * may have lost its fractions.
 */
const DATE_PRECISION_MS = SECOND_MS;

/**
 * The maximum difference between the clock that writes the dates of records and the clock that writes the `Date`
 * header, in ms.
 */
const SKEW_MS = 30 * SECOND_MS;

/**
 * Returns the time at which the monotonic clock started, in ms since 1970 by our clock. The value changes if somebody
 * sets our clock.
 */
const findEpoch = () => Date.now() - performance.now();

/** Compares the service's dates with our clock (the clock of this machine), although the two clocks may differ. */
export class ServiceClock {
	/**
	 * The minimum by which the service's clock is ahead of ours, in ms. It is only a minimum, because the service writes
	 * the `Date` header before the reply arrives.
	 */
	private headerAheadMs = 0;

	/**
	 * How far the dates of records are ahead of our clock, in ms. The key is true for dates with a time zone, and false
	 * for dates without one.
	 */
	private readonly learned = new Map<boolean, number>();

	/** The last result of `findEpoch`. */
	private epoch = findEpoch();

	/** When our clock was last set, in ms since 1970. Earlier moments cannot be compared with the service's dates. */
	private placeableFrom = -Infinity;

	/** Compares our clock with the `Date` header of a reply that has just arrived, if there is one. */
	read(header: string | undefined): void {
		this.forgetIfClockWasSet();
		const date = parseInstant(header);
		if (date?.hasZone) this.headerAheadMs = date.from - Date.now();
	}

	/**
	 * Learns how far the service's dates are ahead of our clock, from a record that was created at a known moment.
	 * Ignores a date without an exact time, and a date that is too far from that moment for any time zone.
	 */
	learn(creationDate: unknown, createdBefore: number): void {
		this.forgetIfClockWasSet();
		const created = parseInstant(creationDate);
		if (!created || created.to - created.from > DATE_PRECISION_MS || createdBefore < this.placeableFrom)
			return;
		const moment = createdBefore + this.headerAheadMs;
		const isPossible = moment >= created.earliest - SKEW_MS && moment <= created.latest + SKEW_MS;
		if (created.hasZone || isPossible) this.learned.set(created.hasZone, created.from - createdBefore);
	}

	/**
	 * Judges whether a record with this creation date was created before `sentAt`, or at or after it. `sentAt` is in ms
	 * since 1970 by our clock.
	 */
	judgeTiming(sentAt: number, creationDate: unknown): Timing {
		this.forgetIfClockWasSet();
		const created = parseInstant(creationDate);
		if (!created || sentAt < this.placeableFrom) return 'unknown';
		const learned = this.learned.get(created.hasZone);
		const [from, to] =
			learned === undefined ? [created.earliest, created.latest] : [created.from, created.to];
		const least = learned ?? this.headerAheadMs - SKEW_MS;
		const most = learned ?? this.headerAheadMs;
		if (Math.max(to, from + DATE_PRECISION_MS) < sentAt + least) return 'before';
		return from >= sentAt + most - DATE_PRECISION_MS ? 'since' : 'unknown';
	}

	/** If somebody has set our clock, forgets everything that was learned by comparison with it. */
	private forgetIfClockWasSet(): void {
		const movedMs = findEpoch() - this.epoch;
		if (Math.abs(movedMs) <= DATE_PRECISION_MS) return;
		this.epoch += movedMs;
		this.headerAheadMs -= movedMs;
		this.learned.clear();
		// The later of two times: what our clock shows now, and what it would show if nobody had set it.
		this.placeableFrom = Date.now() - Math.min(0, movedMs);
	}
}
