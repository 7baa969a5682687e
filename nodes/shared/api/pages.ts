import type { Client } from '../client/client';
import { ServiceError } from '../client/failures';
import type { Json } from '../json';
import { DataBudget } from './data-budget';

/** One page of a list. */
export interface Page<Item extends Json = Json> {
	records: Item[];
	/** The number of records on all pages. */
	total: number;
}

/** The maximum number of pages in any list. With 20 participants per page, this is 2 million participants. */
const MAX_PAGES = 100_000;

/**
 * Returns how many pages of a list to read at most. The list may grow while it is read, but only up to about twice the
 * number of pages that the first page reports.
 */
const getMaxPages = (totalPages: number) => Math.min(2 * totalPages + 100, MAX_PAGES);

const createEndlessError = (list: string, pages: number) =>
	new ServiceError({ code: 'endlessList', list, reason: `${pages} pages were read` });

/**
 * Reads the pages of a list up to the last page number that the newest page reports. An empty page does not end the
 * list.
 *
 * @param name a plural, which completes "The list of …"
 * @param first the number of the page to begin with
 * @throws {ServiceError} if a call fails, or if the list seems endless
 */
export async function* readPages<Page extends { totalPages: number }>(
	name: string,
	readPage: (page: number) => Promise<Page>,
	first = 1,
): AsyncGenerator<Page> {
	let maxPages = first;
	for (let page = first, pages = first; page <= pages; page++) {
		if (page > maxPages) throw createEndlessError(name, maxPages);
		const read = await readPage(page);
		if (page === first) maxPages = getMaxPages(read.totalPages);
		yield read;
		pages = read.totalPages;
	}
}

/** A difference between a list and the service's count. */
export interface Shortfall {
	/** A plural, which completes "The list of …". */
	name: string;
	total: number;
	listed: number;
	/** Whether the count changed while the list was read. */
	hasChanged?: boolean;
}

export function describeShortfall({ name, total, listed, hasChanged }: Shortfall): string {
	return hasChanged
		? `The list of ${name} changed while it was read, and may be incomplete: ${listed} of ${total} were returned. Run this again to be sure.`
		: `The service counts ${total} ${name}, but listed only ${listed}.`;
}

/** @throws {ServiceError} always: the caller needs the whole list */
export function throwShortfall({ name, total, listed, hasChanged }: Shortfall): never {
	throw new ServiceError(
		hasChanged
			? {
					code: 'inOwnWords',
					message: `The list of ${name} changed while it was read, so this node cannot tell which ${name} there are`,
					description: 'Run this again.',
				}
			: {
					code: 'unexpectedReply',
					missing: `which ${name} there are: it counts ${total}, but lists ${listed}`,
				},
	);
}

/** For callers that use whatever is listed. */
export const ignoreShortfall = () => undefined;

/** Counts the distinct records of a list while its pages are read, and compares them with the totals of the pages. */
export class Tally {
	private readonly seen = new Set<string>();
	private readonly budget = new DataBudget();
	/** The number of distinct records so far. */
	listed = 0;
	/** The total according to the first page. */
	private firstTotal: number | undefined;
	private hasChanged = false;

	constructor(private readonly keyOf: (record: Json) => string) {}

	/**
	 * Counts a page. Records with the same key on one page count as different records, because if records move from page
	 * to page, only records of earlier pages appear again.
	 *
	 * @returns the records of the page that are on no earlier page
	 */
	add<Item extends Json>({ records, total }: Page<Item>): Item[] {
		this.firstTotal ??= total;
		this.hasChanged ||= total !== this.firstTotal;
		const keys = records.map(this.keyOf);
		const added = records.filter((_record, index) => !this.seen.has(keys[index]!));
		for (const key of keys) this.note(key);
		this.listed += added.length;
		return added;
	}

	private note(key: string): void {
		if (!this.seen.has(key)) this.budget.holdKey(key);
		this.seen.add(key);
	}

	/** Whether this record is on a page that has been counted. */
	has(record: Json): boolean {
		return this.seen.has(this.keyOf(record));
	}

	/**
	 * Whether the list lacks records that existed when its first page was read. New records may push known ones to later
	 * pages, where they count only once. Deletions move records to earlier pages, where they are missed.
	 */
	get isShort(): boolean {
		return this.listed < (this.firstTotal ?? 0);
	}

	/** @param name a plural, which completes "The list of …" */
	findShortfall(name: string): Shortfall | undefined {
		const { listed, firstTotal: total = 0, hasChanged } = this;
		return this.isShort ? { name, total, listed, hasChanged } : undefined;
	}
}

/** @throws {ServiceError} if a complete list has fewer records than the service's count */
export function throwIfShort(name: string, total: number | undefined, records: readonly unknown[]): void {
	if (total !== undefined && records.length < total) throwShortfall({ name, total, listed: records.length });
}

/** Adds a hint if a complete list has fewer records than the service's count. Reading never fails because of that. */
export function hintIfShort(
	{ hints }: Pick<Client, 'hints'>,
	name: string,
	total: number | undefined,
	records: readonly unknown[],
): void {
	if (total !== undefined && records.length < total)
		hints.add(describeShortfall({ name, total, listed: records.length }));
}

/** @throws {ServiceError} if there is too much data for n8n */
export async function collect<Item extends object>(found: AsyncIterable<Item>): Promise<Item[]> {
	const budget = new DataBudget();
	const all: Item[] = [];
	for await (const one of found) {
		budget.holdRecords([one]);
		all.push(one);
	}
	return all;
}
