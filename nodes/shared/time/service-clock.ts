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

/** Compares the service's dates with our clock (the clock of this machine), although the two clocks may differ. */
export class ServiceClock {
	/**
	 * The minimum by which the service's clock is ahead of ours, in ms. It is only a minimum, because the service writes
	 * the `Date` header before the reply arrives.
	 */
	private aheadMs = 0;

	/** Compares our clock with the `Date` header of a reply that has just arrived, if there is one. */
	read(header: string | undefined): void {
		const date = parseInstant(header);
		if (date?.hasZone) this.aheadMs = date.from - Date.now();
	}

	/**
	 * Judges whether a record with this creation date was created before `sentAt`, or at or after it. A date without a
	 * time zone may be of any time zone.
	 *
	 * @param sentAt in ms since 1970 by our clock
	 */
	judgeTiming(sentAt: number, creationDate: unknown): Timing {
		const created = parseInstant(creationDate);
		if (!created) return 'unknown';
		const sent = sentAt + this.aheadMs;
		const { earliest, latest } = created;
		if (Math.max(latest, earliest + DATE_PRECISION_MS) < sent - SKEW_MS) return 'before';
		return earliest >= sent - DATE_PRECISION_MS ? 'since' : 'unknown';
	}
}
