import type { Caller } from '../client/endpoint';
import { ServiceError } from '../client/failures';
import type { Json } from '../json';
import { PageCounter } from './endlessList';

/** How a list is read page by page. */
interface PagedList {
	/** What it lists, in the plural: completes "The list of …". */
	name: string;
	/** How many records a full page has. */
	perPage: number;
	/** Reads a page, from 1 on. `total` and `totalPages` are about all pages together. */
	readPage(page: number): Promise<{ records: Json[]; total?: number; totalPages?: number }>;
}

/** One page of a list. */
export interface Page {
	records: Json[];
	/** How many records all pages have together. */
	total: number;
	/** What the list lists, in the plural. */
	list: string;
	/** Records were deleted since the previous page: some may have moved to pages that are read again after this one. */
	shifted: boolean;
}

/**
 * The pages of a list, up to the last one that the service names.
 *
 * Records deleted meanwhile move later ones to earlier pages, so as many pages are read again. The service says where the list
 * ends, never an empty page alone.
 *
 * @throws {ServiceError} also for a page that does not say where the list ends, because it would end without anybody noticing,
 * and for a list that does not end.
 */
export async function* readPages({ name, perPage, readPage }: PagedList): AsyncGenerator<Page> {
	const counter = new PageCounter(name);
	let before: number | undefined;
	for (let page = 1, pages = 1; page <= pages; page++) {
		counter.throwIfEndless();
		const { records, total, totalPages } = await readPage(page);
		if (total === undefined || totalPages === undefined) throw incomplete(name);
		counter.count(records.length, totalPages);
		const deleted = (before ?? total) - total;
		yield { records, total, list: name, shifted: deleted > 0 };
		if (deleted > 0) page = Math.max(0, page - Math.ceil(deleted / perPage) - 1);
		before = total;
		pages = totalPages;
	}
}

function incomplete(name: string): ServiceError {
	return new ServiceError({
		code: 'unexpectedReply',
		missing: `how many ${name} there are, so this node cannot know whether the list is complete`,
	});
}

/**
 * The records of all pages, each once: those added meanwhile move others to later pages, where they appear again. If the total
 * changed meanwhile and is not reached, a notice says so.
 *
 * @param keyOf what identifies a record
 * @param isWanted whether it is yielded, where the service cannot filter
 */
export async function* uniqueRecords(
	{ state }: Pick<Caller, 'state'>,
	pages: AsyncIterable<Page>,
	keyOf: (record: Json) => string,
	isWanted: (record: Json) => boolean = () => true,
): AsyncGenerator<Json> {
	const seen = new Set<string>();
	const totals = new Set<number>();
	let last: Page | undefined;
	for await (const page of pages) {
		totals.add(page.total);
		last = page;
		for (const record of page.records) {
			const key = keyOf(record);
			if (seen.has(key)) continue;
			seen.add(key);
			if (isWanted(record)) yield record;
		}
	}
	if (last && totals.size > 1 && seen.size < last.total)
		state.notices.add(
			`The list of ${last.list} changed while it was read, and may be incomplete: ${seen.size} came, and the service counts ${last.total}. Run this again to be sure.`,
		);
}
