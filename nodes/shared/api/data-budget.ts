import { ServiceError } from '../client/failures';

/** The maximum amount of data to hold, in MB. A process with 2 GB of memory can hold this much. */
const MAX_DATA_MB = 250;

/** The memory that even the smallest record takes in n8n, in characters. */
const RECORD_OVERHEAD = 400;

/** The memory that a key in a set takes in addition to its characters. */
const KEY_OVERHEAD = 100;

/** The memory that a field of a copied record takes, in characters. */
const FIELD_SIZE = 50;

/** Limits the data that is held in memory at the same time. Data that was read but is not kept does not count. */
export class DataBudget {
	private size = 0;

	/** @param megabytes the maximum amount of data */
	constructor(private readonly megabytes = MAX_DATA_MB) {}

	/**
	 * Counts records that are held.
	 *
	 * @throws {ServiceError} if the budget was used up before
	 */
	holdRecords(records: readonly object[]): void {
		this.throwIfExceeded();
		for (const record of records) this.size += JSON.stringify(record).length + RECORD_OVERHEAD;
	}

	/**
	 * Counts a key that is held to recognize its record.
	 *
	 * @throws {ServiceError} if the budget was used up before
	 */
	holdKey(key: string): void {
		this.throwIfExceeded();
		this.size += key.length + KEY_OVERHEAD;
	}

	/**
	 * Counts a copy of a record, whose values take no memory of their own.
	 *
	 * @throws {ServiceError} if the budget was used up before
	 */
	holdCopy(record: object): void {
		this.throwIfExceeded();
		this.size += Object.keys(record).length * FIELD_SIZE;
	}

	get isExceeded(): boolean {
		return this.size > this.megabytes * 1_000_000;
	}

	/** @throws {ServiceError} if n8n should not hold more */
	throwIfExceeded(): void {
		if (this.isExceeded) throw new ServiceError({ code: 'tooMuchData', megabytes: this.megabytes });
	}
}
