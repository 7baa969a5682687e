import type { Client, Endpoint } from '../client/client';
import { asText, isAbsent, isObject, type Json } from '../json';
import { readCount } from '../numeral';
import { z, type ZodTypeAny } from '../zod';
import { endpoint, listing, reads } from './endpoint';
import { filterRecords, throwIfUnclear, type RecordTest } from './filters';
import { toContradiction, readPages, Tally, type Page, type PageReply } from './pages';
import { anyReply, areRecords } from './replies';

/**
 * The schema of a reply with one page of a list. The list is in `Data` or at the top level. Its counts are in the same
 * object or in `Pagination` within it. A missing list counts as empty only if the service's count is 0.
 *
 * @param texts keys whose values must be strings in every record. If there are none, every object counts as a record.
 */
export function pageReply<Key extends string = never>(key: string, total: string, ...texts: Key[]) {
	return anyReply.transform((body, context) => {
		/** The object that contains the list. */
		const rest = isObject(body.Data) ? body.Data : body;
		const counts = isObject(rest.Pagination) ? rest.Pagination : rest;
		const page = { total: readCount(counts[total]), totalPages: readCount(counts.TotalPages), rest };
		const records = isAbsent(rest[key]) && page.total === 0 ? [] : rest[key];
		if (areRecords(records, texts)) return { ...page, records };
		context.addIssue({ code: 'custom' });
		return z.NEVER;
	});
}

type ListRecord<Key extends string> = Json & Record<Key, string>;

interface WholePage<Key extends string> extends PageReply<ListRecord<Key>> {
	rest: Json;
}

interface PagedList<Filter extends ZodTypeAny, Key extends string> {
	call: Endpoint['call'];
	/** A plural, which completes "The list of …". */
	name: string;
	/** The key of the records in the reply. */
	key: string;
	/** A key whose value must be a string in every record. If omitted, every object counts as a record. */
	token?: Key;
	/**
	 * Identifies a record: a key or a function; `token` by default. A record without a value for the key is identified by
	 * its whole content.
	 */
	id?: string | ((record: Json) => string);
	/** The request key of the page number. */
	page?: string;
	/** The request key of the page size. Omit it if the size is fixed. */
	pageSize?: string;
	largestPage: number;
	/** The reply's key for the number of records on all pages, in `Data` or in `Data.Pagination`. */
	total: string;
	/** Completes "The response does not show …". */
	shows: string;
	filter: Filter;
	/** Makes the request from the filter, without the page keys. By default, the filter is the request. */
	toRequest?(filter: z.output<Filter>): Json;
	/** Returns a test for a filter that the service does not have. With such a test, pages are as large as possible. */
	findTest?(filter: z.output<Filter>): RecordTest | undefined;
	/** Changes a page according to other parts of the reply. */
	withRest?(page: WholePage<Key>, client: Client): WholePage<Key>;
	/**
	 * Reads the first page by calling `read`. Use this if the service may return a 404 for an empty list.
	 *
	 * @returns undefined if the list is empty
	 */
	readFirst?<T>(read: () => Promise<T>, client: Client, filter: z.output<Filter>): Promise<T | undefined>;
}

/**
 * Creates the functions that read a list. `fetch` is the endpoint of a page, `readPage` reads one page, and `pages`
 * reads all pages. `all` yields each record once, in groups, and `each` yields the records one at a time.
 *
 * `each` is for callers that conclude something from a missing record. It throws if the service counts more records than
 * it lists, or if a record does not show whether it passes the filter. In both cases, `all` adds a hint instead, and
 * `readPage` and `pages` check nothing.
 */
export function pagedList<Filter extends ZodTypeAny, Key extends string = never>(
	list: PagedList<Filter, Key>,
) {
	const { name, largestPage, page: pageKey = 'Page', pageSize, token, id = token ?? '' } = list;
	const fetch = endpoint({
		call: list.call,
		request: anyReply,
		reply: pageReply(list.key, list.total, ...(token ? [token] : [])),
		retry: reads(list.shows),
	});
	const keyOf = typeof id === 'function' ? id : (one: Json) => asText(one[id]) || JSON.stringify(one);

	const toRequest = (filter: z.output<Filter>): Json => list.toRequest?.(filter) ?? filter;

	async function readPage(
		client: Client,
		filter: z.output<Filter>,
		page: number,
		size = largestPage,
	): Promise<WholePage<Key>> {
		const request: Json = { ...toRequest(filter), [pageKey]: page };
		if (pageSize) request[pageSize] = Math.min(size, largestPage);
		const read = async () => await client.call(fetch, request);
		const found = page === 1 && list.readFirst ? await list.readFirst(read, client, filter) : await read();
		if (!found) return { records: [], total: 0, totalPages: 0, rest: {} };
		return list.withRest?.(found, client) ?? found;
	}

	function pages(
		client: Client,
		filter: z.output<Filter>,
		limit = Infinity,
	): AsyncGenerator<Page<ListRecord<Key>>> {
		const perPage = pageSize ? Math.min(limit, largestPage) : largestPage;
		return readPages(client, name, perPage, async (page) => await readPage(client, filter, page, perPage));
	}

	function withoutOptions(filter: z.output<Filter>): z.output<Filter> {
		const needed = Object.entries(filter as Json).filter(
			([key]) => !list.filter.safeParse({ ...filter, [key]: undefined }).success,
		);
		return Object.fromEntries(needed) as z.output<Filter>;
	}

	const isFiltered = (filter: z.output<Filter>) =>
		JSON.stringify(toRequest(filter)) !== JSON.stringify(toRequest(withoutOptions(filter)));

	/**
	 * Whether the service's count ignores the filter and covers the whole list, which the API documents do not rule out.
	 * The list is read again to distinguish this from a list that lacked records only once.
	 */
	async function ignoresFilter(client: Client, filter: z.output<Filter>, tally: Tally): Promise<boolean> {
		if (!isFiltered(filter)) return false;
		const first = await readPage(client, withoutOptions(filter), 1);
		if (first.total !== tally.total || isShort(first)) return false;
		for await (const { records } of pages(client, filter)) {
			if (records.some((record) => !tally.has(record))) return false;
			if (tally.listed === 0) break;
		}
		return true;
	}

	/**
	 * @param isStrict whether to throw if the list has fewer records than its count, or if a record does not show whether
	 *   it passes the filter. Otherwise, a hint is added.
	 */
	async function* read(
		client: Client,
		filter: z.output<Filter>,
		limit: number,
		isStrict: boolean,
		onTotal?: (total: number) => void,
	): AsyncGenerator<Array<ListRecord<Key>>> {
		const tally = new Tally(keyOf);
		const test = list.findTest?.(filter);
		const isWanted = test && isStrict ? throwIfUnclear(test, name) : test;
		const unique = tally.addAll(pages(client, filter, isWanted ? Infinity : limit), onTotal);
		yield* isWanted ? filterRecords(client, name, unique, isWanted) : unique;
		if (isStrict && tally.isShort && !(await ignoresFilter(client, filter, tally)))
			throw toContradiction(name, tally.total, tally.listed);
		const notice = describeGap(name, tally, isFiltered(filter));
		if (notice) client.hints.add(notice);
	}

	const all = listing({
		request: list.filter,
		// If the node filters the records, the service's total is not passed on, because it includes records that do not
		// pass the filter.
		read: (client, filter, limit, onTotal) =>
			read(client, filter, limit, false, list.findTest?.(filter) ? undefined : onTotal),
	});

	async function* each(
		client: Client,
		filter: z.output<Filter>,
		limit = Infinity,
	): AsyncGenerator<ListRecord<Key>> {
		for await (const records of read(client, filter, limit, true)) yield* records;
	}
	return { fetch, readPage, pages, keyOf, all, each };
}

/**
 * Whether the first page of a list lacks records: it is empty although there are more pages, or it is the only page and
 * has fewer records than the count. A page may be smaller than requested.
 */
function isShort({ records, total, totalPages = 1 }: PageReply): boolean {
	if (total === undefined) return false;
	return totalPages > 1 ? records.length === 0 : records.length < total;
}

/**
 * Returns the hint about a list that may lack records. With a filter, there is no hint if the service counts more
 * records than it lists, because its count may include records that do not match the filter.
 */
function describeGap(name: string, { listed, total, hasChanged }: Tally, isFiltered: boolean) {
	if (listed >= total) return undefined;
	if (hasChanged)
		return `The list of ${name} changed while it was read, and may be incomplete: ${listed} of ${total} were returned. Run this again to be sure.`;
	return isFiltered ? undefined : `The service counts ${total} ${name}, but listed only ${listed}.`;
}

/** The page keys and page size of the lists of messages, campaigns and drips (reference, "Messaging": ItemsPerPage). */
export const MESSAGING_PAGES = { pageSize: 'ItemsPerPage', largestPage: 100, total: 'TotalResults' };
