import type { Client } from '../client/client';
import { ServiceError } from '../client/failures';

/**
 * The maximum amount of data in one list, and in all lists of a run together, in MB. A process with 2 GB of memory can
 * hold this much.
 */
const MAX_DATA_MB = 250;

/** The memory that even the smallest record takes in n8n, in characters. */
const RECORD_OVERHEAD = 400;

/** Throws if this number of records, together with the replies that contained them, is too much for n8n's memory. */
export type DataBudget = (records: number) => void;

/**
 * Whether records and the replies that contained them exceed a maximum size.
 *
 * @param received the length of the replies, in characters
 */
export function exceedsLimit(megabytes: number, received: number, records: number): boolean {
	return received + records * RECORD_OVERHEAD > megabytes * 1_000_000;
}

function throwIfTooMuch(received: number, records: number): void {
	if (exceedsLimit(MAX_DATA_MB, received, records))
		throw new ServiceError({ code: 'tooMuchData', megabytes: MAX_DATA_MB });
}

/** Creates the data budget for one list, before the list is read. */
export function createListBudget({ stats }: Pick<Client, 'stats'>): DataBudget {
	const before = stats.received;
	return (records) => throwIfTooMuch(stats.received - before, records);
}

/** Counts the data that a run returns, because n8n holds all of it in memory until the run ends. */
export class HeldData {
	private received = 0;
	private records = 0;

	/**
	 * Adds records to the count.
	 *
	 * @param received the length of the replies that contained the records, in characters
	 */
	add(records: number, received: number): void {
		if (records === 0) return;
		this.records += records;
		this.received += received;
	}

	/** @throws {ServiceError} if the run must not read more */
	throwIfFull(): void {
		throwIfTooMuch(this.received, this.records);
	}
}
