import type { Outcome } from './transport';

/**
 * Where a date of the service lies, compared with a moment of our clock. `unknown`: it cannot be placed exactly enough, so
 * it must not decide that something did not happen (reference, "Serve both": date-times).
 */
export type Timing = 'before' | 'since' | 'unknown';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Neither a `Date` header nor, possibly, a `CreationDate` has fractions of a second. */
const DATE_PRECISION_MS = SECOND_MS;

/** The clock that writes dates may differ this much from the one that writes the `Date` header. */
const SKEW_MS = 30 * SECOND_MS;

/** Local time is behind UTC or ahead of it by at most this. */
const MOST_BEHIND_UTC_MS = 12 * HOUR_MS;
const MOST_AHEAD_OF_UTC_MS = 14 * HOUR_MS;
const FARTHEST_ZONE_MS = 14 * HOUR_MS;

/** When the monotonic clock began by our clock, in ms since 1970. */
const findEpoch = () => Date.now() - performance.now();

/** By how much the dates of the service are ahead of our clock, in ms. */
interface Ahead {
	least: number;
	most: number;
}

/** The dates of the service, compared with our clock, which may differ from the service's. */
export class ServiceClock {
	/** By how much the `Date` header is ahead of our clock, at least. */
	private headerAheadMs = 0;

	/** The same for the dates of records, with a zone and without. */
	private readonly learned = new Map<boolean, Ahead>();

	/** The moment of our clock at which the monotonic one began: another one once our clock has been set. */
	private epoch = findEpoch();

	/** What was sent before cannot be placed, because our clock has been set since then, in ms since 1970. */
	private placeableFrom = -Infinity;

	/** Sets the clock by the `Date` header of a reply. */
	read(outcome: Outcome): void {
		this.noticeSetting();
		const date = 'reply' in outcome ? Date.parse(outcome.reply.headers.date ?? '') : Number.NaN;
		if (!Number.isNaN(date)) this.headerAheadMs = date - Date.now();
	}

	/**
	 * Learns how the service writes dates from something that was created at a known moment. Afterwards dates of the same
	 * form are placed exactly, even without a zone. No zone is as far away as some dates would say: they teach nothing.
	 *
	 * @param createdBefore ms since 1970 by our clock: when the reply to its creation arrived
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

	/**
	 * Whether something with this date of the service was created at or after a moment of our clock.
	 *
	 * @param sentAt ms since 1970
	 */
	timing(sentAt: number, creationDate: unknown): Timing {
		this.noticeSetting();
		const created = parseSpan(creationDate);
		if (!created || sentAt < this.placeableFrom) return 'unknown';
		const { least, most } = this.readAhead(created);
		if (created.to < sentAt + least) return 'before';
		return created.from >= sentAt + most - DATE_PRECISION_MS ? 'since' : 'unknown';
	}

	/** Forgets what was compared with our clock if it has been set since then. */
	private noticeSetting(): void {
		const movedMs = findEpoch() - this.epoch;
		if (Math.abs(movedMs) <= DATE_PRECISION_MS) return;
		this.epoch += movedMs;
		this.headerAheadMs -= movedMs;
		this.learned.clear();
		// The later one of what our clock says and would have said.
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
 * A date of the service as ISO 8601 in UTC with milliseconds, so that the order of texts is the order of time. Without a
 * zone it is read as UTC: with daylight saving time, dates would not be in order.
 *
 * @returns undefined if it cannot be read.
 */
export function parseInstant(date: unknown): string | undefined {
	const span = parseSpan(date);
	return span && new Date(span.from).toISOString();
}

/** What a date says: a day, a minute, or a second. Without a zone it is read as UTC. In ms since 1970. */
interface Span {
	from: number;
	to: number;
	hasZone: boolean;
}

const DATE_TIME =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:[.,]\d{1,9})?)? ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** @returns undefined if it cannot be read. Never by the time zone of this process, as `Date.parse` reads local times. */
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
