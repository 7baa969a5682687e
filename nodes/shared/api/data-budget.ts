import { ServiceError } from '../client/failures';

/**
 * The maximum amount of data in one list, and in all lists of a run together, in MB. A process with 2 GB of memory can
 * hold this much.
 */
const MAX_DATA_MB = 250;

/** The memory that even the smallest record takes in n8n, in characters. */
const RECORD_OVERHEAD = 400;

/** Limits the data that n8n has to hold in memory at the same time. */
export class DataBudget {
	private size = 0;

	/** @param megabytes the maximum amount of data */
	constructor(private readonly megabytes = MAX_DATA_MB) {}

	/**
	 * Counts records.
	 *
	 * @param received the length of the replies that contained the records, in characters
	 */
	add(records: number, received: number): void {
		if (records > 0) this.size += received + records * RECORD_OVERHEAD;
	}

	get isExceeded(): boolean {
		return this.size > this.megabytes * 1_000_000;
	}

	/** @throws {ServiceError} if n8n should not read more */
	throwIfExceeded(): void {
		if (this.isExceeded) throw new ServiceError({ code: 'tooMuchData', megabytes: this.megabytes });
	}
}
