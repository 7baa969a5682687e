import { parseInstant } from './parse';
import { SECOND_MS } from './units';

/**
 * When a record was created, relative to a moment of our clock. `unknown` must never count as proof that something did
 * not happen.
 */
export type Timing = 'before' | 'since' | 'unknown';

/** A `Date` header has no fractions of a second, and the fractions of a `CreationDate` may have been cut off. */
const DATE_PRECISION_MS = SECOND_MS;

/** The clock behind the dates of records may differ by up to this much from the clock behind the `Date` header. */
const SKEW_MS = 30 * SECOND_MS;

/** Returns the start of the monotonic clock, in ms since 1970 by our clock. */
const findEpoch = () => Date.now() - performance.now();

/** Compares the service's dates with our clock, although the two clocks may differ. */
export class ServiceClock {
	/** The minimum by which the `Date` header is ahead of our clock, in ms. */
	private headerAheadMs = 0;

	/** How far the dates of records are ahead of our clock, in ms: with a time zone (true) and without one (false). */
	private readonly learned = new Map<boolean, number>();

	/** This value changes if our clock is set. */
	private epoch = findEpoch();

	/** When our clock was last set, in ms since 1970. Earlier moments cannot be compared with later ones. */
	private placeableFrom = -Infinity;

	/** Adjusts to the `Date` header of a reply, if there is one. */
	read(header: string | undefined): void {
		this.forgetIfClockWasSet();
		const date = parseInstant(header);
		if (date?.hasZone) this.headerAheadMs = date.from - Date.now();
	}

	/**
	 * Learns how far the service's dates are ahead of our clock, from a record that was created at a known moment.
	 * Ignores a date that is only a day, or whose difference no time zone explains.
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

	/** Whether a record with this date was created at or after `sentAt`, in ms since 1970 by our clock. */
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

	/** If our clock was set, forgets everything that was compared with it. */
	private forgetIfClockWasSet(): void {
		const movedMs = findEpoch() - this.epoch;
		if (Math.abs(movedMs) <= DATE_PRECISION_MS) return;
		this.epoch += movedMs;
		this.headerAheadMs -= movedMs;
		this.learned.clear();
		// Of two times, the later one counts: what our clock shows, and what it would show if it had not been set.
		this.placeableFrom = Date.now() - Math.min(0, movedMs);
	}
}
