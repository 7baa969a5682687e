import type { Caller, Endpoint } from '../client/endpoint';
import { isNothing, isObject, type Json } from '../json';
import { z, type ZodTypeAny } from '../zod';
import { endpoint, lookup, records, safe } from './endpoint';
import { optionalCount } from './formats';
import { readPages, uniqueRecords, type Page } from './pages';

/**
 * The reply with one page of a list: under `Data`, or beside `Response`. The counts stand there, too, or in `Pagination`. Nothing in
 * place of the records is an empty list only if the service counts none: a list that is missing must not pass for an empty one.
 *
 * @param key under which key it has the records
 * @param total the key that says how many records all pages have
 * @param texts what every record has; by default, any objects are records
 */
export function pageReply<Key extends string = never>(key: string, total: string, ...texts: Key[]) {
	return z
		.object({})
		.passthrough()
		.transform((body: Json) => {
			const rest = isObject(body.Data) ? body.Data : body;
			const counts = isObject(rest.Pagination) ? rest.Pagination : rest;
			return { records: rest[key], total: counts[total], totalPages: counts.TotalPages, rest };
		})
		.refine((page) => !isNothing(page.records) || optionalCount.parse(page.total) === 0)
		.pipe(
			z.object({
				records: records(...texts),
				total: optionalCount,
				totalPages: optionalCount,
				/** All that stands beside the records. */
				rest: z.custom<Json>(),
			}),
		);
}

/** A list that the service sends in pages. */
interface PagedList<Filter extends ZodTypeAny, Key extends string> {
	call: Endpoint['call'];
	/** What it lists, in the plural: completes "The list of …". */
	name: string;
	/** Under which key the reply has the records. */
	key: string;
	/** The text that every record has; by default, any objects are records. */
	token?: Key;
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

/** Declares a list: `fetch` is the endpoint of one page, `pages` reads all pages, and `all` looks up each record once. */
export function pagedList<Filter extends ZodTypeAny, Key extends string = never>(
	list: PagedList<Filter, Key>,
) {
	const fetch = endpoint({
		call: list.call,
		request: z.custom<PageRequest>(isObject),
		reply: pageReply(list.key, list.total, ...(list.token ? [list.token] : [])),
		tells: list.tells,
		retry: safe,
	});
	/** @param limit how many records are wanted: no page is larger */
	const pages = (service: Caller, filter: z.output<Filter>, limit = Infinity): AsyncGenerator<Page> => {
		const perPage = Math.min(limit, list.largestPage);
		const readPage = async (Page: number) =>
			await service.call(fetch, { ...filter, Page, [list.pageSize]: perPage });
		return readPages({ name: list.name, perPage, readPage });
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
