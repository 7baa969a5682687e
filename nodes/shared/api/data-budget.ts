import type { Client } from '../client/client';
import { ServiceError } from '../client/failures';

/**
 * The maximum amount of data in one list, and in all lists that a run returns, in MB. A process with 2 GB of memory can
 * hold this much.
 */
const MAX_DATA_MB = 250;

/** The memory that even the smallest record takes in n8n, in characters. */
const RECORD_OVERHEAD = 400;

/** Throws if n8n would have to hold too much in memory: this many records, or the replies that contained them. */
export type DataBudget = (records: number) => void;

/** @param received the length of all replies, in characters */
export function isOver(megabytes: number, received: number, records: number): boolean {
	return received + records * RECORD_OVERHEAD > megabytes * 1_000_000;
}

function throwIfTooMuch(received: number, records: number): void {
	if (isOver(MAX_DATA_MB, received, records))
		throw new ServiceError({ code: 'tooMuchData', megabytes: MAX_DATA_MB });
}

/** Makes the budget of a list that is about to be read. */
export function createListBudget({ stats }: Pick<Client, 'stats'>): DataBudget {
	const before = stats.received;
	return (records) => throwIfTooMuch(stats.received - before, records);
}

/** Counts the records that a run returns, because n8n holds all of them until the run ends. */
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
