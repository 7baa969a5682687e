import type { Outcome } from './transport';

/** Relative to a moment of our clock. `unknown` must never prove that something did not happen. */
export type Timing = 'before' | 'since' | 'unknown';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** A `Date` header has no fractions of a second, and a `CreationDate` may have none. */
const DATE_PRECISION_MS = SECOND_MS;

/** The clock behind record dates may differ this much from the one behind the `Date` header. */
const SKEW_MS = 30 * SECOND_MS;

/** The range of time zones, relative to UTC. */
const MOST_BEHIND_UTC_MS = 12 * HOUR_MS;
const MOST_AHEAD_OF_UTC_MS = 14 * HOUR_MS;
const FARTHEST_ZONE_MS = 14 * HOUR_MS;

/** The start of the monotonic clock, in ms since 1970 by our clock. */
const findEpoch = () => Date.now() - performance.now();

/** How far the dates of the service are ahead of our clock, in ms. */
interface Ahead {
	least: number;
	most: number;
}

/** Compares the service's dates with our clock, although the two clocks may differ. */
export class ServiceClock {
	/** How far the `Date` header is ahead of our clock, at least. */
	private headerAheadMs = 0;

	/** The same for record dates, with a zone (true) and without (false). */
	private readonly learned = new Map<boolean, Ahead>();

	/** Changes when our clock is set. */
	private epoch = findEpoch();

	/** Our clock was set at this moment, so earlier ones cannot be compared, in ms since 1970. */
	private placeableFrom = -Infinity;

	/** Adjusts to the `Date` header of a reply. */
	read(outcome: Outcome): void {
		this.noticeSetting();
		const date = 'reply' in outcome ? Date.parse(outcome.reply.headers.date ?? '') : Number.NaN;
		if (!Number.isNaN(date)) this.headerAheadMs = date - Date.now();
	}

	/**
	 * Learns the service's date format from a record created at a known moment. Ignores a date that no time
	 * zone explains.
	 */
	learn(creationDate: unknown, createdBefore: number): void {
		this.noticeSetting();
		const created = parseSpan(creationDate);
		if (!created || created.to - created.from > DATE_PRECISION_MS || createdBefore < this.placeableFrom)
			return;
		const aheadMs = created.from - createdBefore;
		if (!created.hasZone && Math.abs(aheadMs - this.headerAheadMs) > FARTHEST_ZONE_MS) return;
		this.learned.set(created.hasZone, { least: aheadMs, most: aheadMs });
	}

	/** Whether a record with this date was created at or after `sentAt`, in ms since 1970 by our clock. */
	timing(sentAt: number, creationDate: unknown): Timing {
		this.noticeSetting();
		const created = parseSpan(creationDate);
		if (!created || sentAt < this.placeableFrom) return 'unknown';
		const { least, most } = this.readAhead(created);
		if (created.to < sentAt + least) return 'before';
		return created.from >= sentAt + most - DATE_PRECISION_MS ? 'since' : 'unknown';
	}

	/** If our clock was set, forgets everything compared with it. */
	private noticeSetting(): void {
		const movedMs = findEpoch() - this.epoch;
		if (Math.abs(movedMs) <= DATE_PRECISION_MS) return;
		this.epoch += movedMs;
		this.headerAheadMs -= movedMs;
		this.learned.clear();
		// The later of two times: the new one, and the one without the change.
		this.placeableFrom = Date.now() - Math.min(0, movedMs);
	}

	private readAhead({ hasZone }: Span): Ahead {
		const learned = this.learned.get(hasZone);
		if (learned) return learned;
		const least = this.headerAheadMs - SKEW_MS;
		const most = this.headerAheadMs;
		return hasZone
			? { least, most }
			: { least: least - MOST_BEHIND_UTC_MS, most: most + MOST_AHEAD_OF_UTC_MS };
	}
}

/**
 * A date of the service as ISO 8601 in UTC with milliseconds, so that text order is time order. Without a
 * zone it is read as UTC: local daylight saving time would break the order.
 */
export function parseInstant(date: unknown): string | undefined {
	const span = parseSpan(date);
	return span && new Date(span.from).toISOString();
}

/** The day, minute or second that a date names, in ms since 1970. Without a zone it is read as UTC. */
interface Span {
	from: number;
	to: number;
	hasZone: boolean;
}

const DATE_TIME =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:[.,]\d{1,9})?)? ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Never uses the time zone of this process, as `Date.parse` does for local times. */
function parseSpan(value: unknown): Span | undefined {
	const [, day, time, seconds, zone] = (typeof value === 'string' && DATE_TIME.exec(value.trim())) || [];
	if (!day) return undefined;
	const wall = Date.parse(`${day}T${time ?? '00:00'}${(seconds ?? ':00').replace(',', '.')}Z`);
	if (Number.isNaN(wall)) return undefined;
	const from = wall - offsetMs(zone);
	return { from, to: from + lengthMs(time, seconds), hasZone: zone !== undefined };
}

function lengthMs(time: string | undefined, seconds: string | undefined): number {
	if (seconds) return SECOND_MS;
	return time ? 60 * SECOND_MS : 24 * HOUR_MS;
}

/** "+02:00", "-0500", "+00" */
function offsetMs(zone = 'Z'): number {
	const [, sign, hours, minutes = 0] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
	const ms = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 * SECOND_MS;
	return sign === '-' ? -ms : ms;
}
