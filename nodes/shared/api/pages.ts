import type { Client } from '../client/client';
import { ServiceError } from '../client/failures';
import type { Json } from '../json';
import { DataBudget } from './data-budget';

/** One page of a list as the service sends it. `total` is the number of records on all pages. */
export interface PageReply<Item extends Json = Json> {
	records: Item[];
	total?: number;
	totalPages?: number;
}

export interface Page<Item extends Json = Json> {
	records: Item[];
	/** The number of records on all pages. */
	total: number;
	/**
	 * Whether records were deleted since the previous page was read. If so, earlier pages are read again, because later
	 * records have moved to them.
	 */
	shifted: boolean;
}

/**
 * Reads the pages of a list up to the last page number that the service reports. An empty page does not end the list.
 * Deletions move later records to earlier pages, so after a deletion, these pages are read again.
 *
 * @param name a plural, which completes "The list of …"
 * @param perPage the size of a full page
 * @throws {ServiceError} if a call fails, if a page has no totals, if the list seems endless, or if it has too much
 *   data for n8n
 */
export async function* readPages<Item extends Json>(
	client: Pick<Client, 'stats'>,
	name: string,
	perPage: number,
	readPage: (page: number) => Promise<PageReply<Item>>,
): AsyncGenerator<Page<Item>> {
	const counter = new PageCounter(name, client);
	let before = 0;
	for (let page = 1, pages = 1; page <= pages; page++) {
		counter.throwIfTooLong();
		const { records, total, totalPages } = await readPage(page);
		if (total === undefined || totalPages === undefined) {
			const missing = `how many ${name} there are, so this node cannot tell whether the list is complete`;
			throw new ServiceError({ code: 'unexpectedReply', missing });
		}
		counter.count(records.length, totalPages);
		const deleted = before - total;
		yield { records, total, shifted: deleted > 0 };
		if (deleted > 0) page = Math.max(0, page - Math.ceil(deleted / perPage) - 1);
		before = total;
		pages = totalPages;
	}
}

/** Counts the distinct records of a list while its pages are read, and compares them with the totals of the pages. */
export class Tally {
	private readonly seen = new Set<string>();
	private readonly totals = new Set<number>();
	/** The number of distinct records so far. */
	listed = 0;
	/** The total according to the last page that was counted. */
	total = 0;

	constructor(private readonly keyOf: (record: Json) => string) {}

	/**
	 * Counts a page. Records with the same key on one page count as different records, because if records move from page
	 * to page, only records of earlier pages appear again.
	 *
	 * @returns the records of the page that are on no earlier page
	 */
	add<Item extends Json>({ records, total }: Pick<Page<Item>, 'records' | 'total'>): Item[] {
		this.totals.add(total);
		this.total = total;
		const keys = records.map(this.keyOf);
		const added = records.filter((_record, index) => !this.seen.has(keys[index]!));
		for (const key of keys) this.seen.add(key);
		this.listed += added.length;
		return added;
	}

	/** Whether this record is on a page that has been counted. */
	has(record: Json): boolean {
		return this.seen.has(this.keyOf(record));
	}

	/**
	 * Counts pages as they are read, and yields their records without repetitions.
	 *
	 * @param onTotal called with the total of each page
	 */
	async *addAll<Item extends Json>(
		pages: AsyncIterable<Page<Item>>,
		onTotal?: (total: number) => void,
	): AsyncGenerator<Item[]> {
		for await (const page of pages) {
			onTotal?.(page.total);
			yield this.add(page);
		}
	}

	/** Whether records were added or deleted while the list was read. */
	get hasChanged(): boolean {
		return this.totals.size > 1;
	}

	/** Whether the list lacks records that existed the whole time while it was read. */
	get isShort(): boolean {
		return this.listed < Math.min(...this.totals);
	}
}

/** Creates the error for a list whose length differs from the service's count. */
export function toContradiction(name: string, total: number, listed: number): ServiceError {
	const missing = `which ${name} there are: it counts ${total}, but lists ${listed}`;
	return new ServiceError({ code: 'unexpectedReply', missing });
}

/** @throws {ServiceError} if a complete list has fewer records than the service's count */
export function throwIfShort(name: string, total: number | undefined, records: readonly unknown[]): void {
	if (total !== undefined && records.length < total) throw toContradiction(name, total, records.length);
}

/** Adds a hint if a complete list has fewer records than the service's count. Reading a list never fails because of it. */
export function hintIfShort(
	{ hints }: Pick<Client, 'hints'>,
	name: string,
	total: number | undefined,
	records: readonly unknown[],
): void {
	if (total !== undefined && records.length < total) hints.add(describeGap(name, total, records.length));
}

export const describeGap = (name: string, total: number, listed: number) =>
	`The service counts ${total} ${name}, but listed only ${listed}.`;

export async function collect<Item>(found: AsyncIterable<Item>): Promise<Item[]> {
	const all: Item[] = [];
	for await (const one of found) all.push(one);
	return all;
}

/**
 * The number of empty pages in a row after which a list counts as endless. Deletions while a list is read may cause one
 * or two.
 */
const MAX_EMPTY_PAGES = 3;

/** The maximum number of pages in any list. With 20 participants per page, this is 2 million participants. */
const MAX_PAGES = 100_000;

/** Counts the pages of a list while it is read, and detects if it seems endless or has too much data for n8n. */
export class PageCounter {
	private pages = 0;
	private emptyInARow = 0;
	private maxPages = MAX_PAGES;
	private received: number;

	/** @param list completes "The list of …" */
	constructor(
		private readonly list: string,
		private readonly client: Pick<Client, 'stats'>,
		private readonly budget = new DataBudget(),
	) {
		this.received = client.stats.received;
	}

	/**
	 * Counts a page that was read.
	 *
	 * @param totalPages the number of pages according to the service. The list may grow while it is read, but only up to
	 *   about twice this number.
	 */
	count(records: number, totalPages: number): void {
		if (this.pages === 0) this.maxPages = Math.min(2 * totalPages + 100, MAX_PAGES);
		this.pages++;
		const { received } = this.client.stats;
		this.budget.add(records, received - this.received);
		this.received = received;
		this.emptyInARow = records === 0 ? this.emptyInARow + 1 : 0;
	}

	/** @throws {ServiceError} if no more pages should be read, or if the data budget is exceeded */
	throwIfTooLong(): void {
		const reason = this.findStopReason();
		if (reason) throw new ServiceError({ code: 'endlessList', list: this.list, reason });
		this.budget.throwIfExceeded();
	}

	private findStopReason(): string | undefined {
		if (this.emptyInARow >= MAX_EMPTY_PAGES) return `${this.emptyInARow} pages in a row were empty`;
		return this.pages >= this.maxPages ? `${this.pages} pages were read` : undefined;
	}
}
