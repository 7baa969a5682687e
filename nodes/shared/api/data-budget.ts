import type { Client } from '../client/client';
import { ServiceError } from '../client/failures';

/**
 * The most data of one list, and of all lists that a run returns, in MB. A process with 2 GB of memory can
 * hold this much.
 */
const MOST_DATA_MB = 250;

/** What even the smallest record takes in the memory of n8n, in characters. */
const RECORD_OVERHEAD = 400;

/** Throws once this many records, or the data they came with, are more than n8n should hold in memory. */
export type DataBudget = (records: number) => void;

/** @param received the length of all replies, in characters */
export function isOver(megabytes: number, received: number, records: number): boolean {
	return received + records * RECORD_OVERHEAD > megabytes * 1_000_000;
}

function throwIfTooMuch(received: number, records: number): void {
	if (isOver(MOST_DATA_MB, received, records))
		throw new ServiceError({ code: 'tooMuchData', megabytes: MOST_DATA_MB });
}

/** The budget of a list that is read from now on. */
export function listBudget({ stats }: Pick<Client, 'stats'>): DataBudget {
	const before = stats.received;
	return (records) => throwIfTooMuch(stats.received - before, records);
}

/** The records that a run returns, all of which n8n holds until its end. */
export class HeldData {
	private received = 0;
	private records = 0;

	/** @param received the length of the replies with these records, in characters */
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
