import { CancelledError } from '../shared/client/cancellation';
import type { Page } from '../shared/api/pages';
import type { Json } from '../shared/json';
import { takeBreakIfDue } from '../shared/sleep';

interface ListToRead {
	/** Reads the pages of the list from a certain one. */
	pages(first: number): AsyncIterable<Page>;
	/** The page to begin with. */
	first: number;
	/** Whether a record is on a page that an earlier poll has read since reading began. */
	wasRead(record: Json): boolean;
	/** Takes a page with its number. Returns true if no more pages are needed. */
	take(page: Page, number: number): Promise<boolean>;
}

/**
 * Reads a list that may take more than one poll. If the time of the poll is up, or if the list has become shorter, the
 * next poll goes on with the last page that was read. If that page then has none of the records that were read,
 * reading begins with the first page again: records were deleted, so unread ones may be on earlier pages.
 *
 * @returns the page to go on with; undefined if no more pages are needed
 * @throws {CancelledError} if the time is up before a page was read
 */
export async function readOn(list: ListToRead): Promise<number | undefined> {
	const { pages, first, wasRead, take } = list;
	let next = first;
	let total = 0;
	async function read(): Promise<number | undefined> {
		for await (const page of pages(first)) {
			const isFarther = next === first && first > 1 && !(await hasAny(page.records, wasRead));
			if (isFarther) return await readOn({ ...list, first: 1 });
			if (page.total < total) return next - 1;
			total = page.total;
			if (await take(page, next++)) break;
		}
		return undefined;
	}
	return await read().catch((error: unknown) => {
		if (error instanceof CancelledError && next > first) return next - 1;
		throw error;
	});
}

/** Whether any of the records passes the test. Takes breaks, because there may be many. */
async function hasAny(records: readonly Json[], test: (record: Json) => boolean): Promise<boolean> {
	for (const record of records) {
		if (test(record)) return true;
		await takeBreakIfDue();
	}
	return false;
}
