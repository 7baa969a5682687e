import { ServiceError } from './failures';
import type { Outcome } from './transport';

/** Neither a `Date` header nor, possibly, a `CreationDate` has fractions of a second. */
const DATE_PRECISION_MS = 1_000;

/** The service's clock, known to the second from its `Date` headers. It may differ from ours. */
export class ServiceClock {
	/** By how much the service's clock is ahead of ours, at least. */
	private aheadMs = 0;

	/** Sets the clock by the `Date` header of a reply. */
	read(outcome: Outcome): void {
		const date = 'reply' in outcome ? Date.parse(outcome.reply.headers.date ?? '') : Number.NaN;
		if (!Number.isNaN(date)) this.aheadMs = date - Date.now();
	}

	/**
	 * Whether something with this `CreationDate` can have been created at or after a time of our clock.
	 *
	 * @param sentAt ms since 1970
	 * @throws {ServiceError} if the date cannot be read.
	 */
	isSince(sentAt: number, creationDate: unknown): boolean {
		const created = Date.parse(String(creationDate));
		if (Number.isNaN(created)) throw new ServiceError({ code: 'inconclusive' });
		return created >= sentAt + this.aheadMs - DATE_PRECISION_MS;
	}
}
