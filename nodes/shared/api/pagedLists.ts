import type { Caller, Endpoint } from '../client/endpoint';
import { isObject, type Json } from '../json';
import { z, type ZodTypeAny } from '../zod';
import { endpoint, lookup, records, safe } from './endpoint';
import { count } from './formats';
import { pagesOf, uniqueRecords, type Page } from './pages';

/** A list that the service sends in pages. */
interface PagedList<Filter extends ZodTypeAny> {
	call: Endpoint['call'];
	/** What it lists, in the plural: completes "The list of …". */
	name: string;
	/** Under which key the reply has the records. */
	key: string;
	/** What every record has; by default, any objects are records. */
	records?: ZodTypeAny;
	/** The key of the request that says how many records a page has. */
	pageSize: string;
	/** How many records a page has at most. */
	largestPage: number;
	/** The key that says how many records all pages have, in `Data` or in `Data.Pagination`. */
	total: string;
	/** The request without the keys of its pages. */
	filter: Filter;
	/** Completes "The service did not say …". */
	tells: string;
	/** What identifies a record. */
	keyOf(record: Json): string;
}

const page = z.object({
	records: records(),
	total: count.optional(),
	totalPages: count.optional(),
});

/** Declares a list: `fetch` is the endpoint of one page, `pages` reads all pages, and `all` looks up each record once. */
export function pagedList<Filter extends ZodTypeAny>(list: PagedList<Filter>) {
	const fetch = endpoint({
		call: list.call,
		request: z.custom<PageRequest>(isObject),
		reply: z
			.object({ Data: z.object({ [list.key]: list.records ?? records() }).passthrough() })
			.transform(({ Data }) => {
				const counts = isObject(Data.Pagination) ? Data.Pagination : Data;
				return { records: Data[list.key], total: counts[list.total], totalPages: counts.TotalPages };
			})
			.pipe(page),
		tells: list.tells,
		retry: safe,
	});
	/** @param limit how many records are wanted: no page is larger */
	const pages = (service: Caller, filter: z.output<Filter>, limit = Infinity): AsyncGenerator<Page> => {
		const perPage = Math.min(limit, list.largestPage);
		const readPage = async (Page: number) =>
			await service.call(fetch, { ...filter, Page, [list.pageSize]: perPage });
		return pagesOf({ name: list.name, perPage, readPage });
	};
	const all = lookup({
		request: list.filter,
		read: (service, filter, limit) => uniqueRecords(service, pages(service, filter, limit), list.keyOf),
	});
	return { fetch, pages, all };
}

/** The filter of a list and the keys of a page. */
type PageRequest = Json & { Page?: number };

/** How the lists of messaging and drips are read (reference, "Messaging": ItemsPerPage). */
export const MESSAGING_PAGES = { pageSize: 'ItemsPerPage', largestPage: 100, total: 'TotalResults' };
