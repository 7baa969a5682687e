import type { Client, Endpoint } from '../client/client';
import { ServiceError, undefinedIfRehearsed } from '../client/failures';
import { asText, isAbsent, isObject, type Json } from '../json';
import { readCount } from '../numeral';
import { z, type ZodTypeAny } from '../zod';
import { endpoint, listing, reads } from './endpoint';
import { filterRecords, type RecordTest } from './filters';
import { describeShortfall, readPages, Tally, throwShortfall, type Shortfall, type Page } from './pages';
import { anyReply, areRecords } from './replies';

/**
 * The schema of a reply with one page of a list. The list is in `Data` or at the top level. Its counts are in the same
 * object or in `Pagination` within it. A missing list counts as empty only if the service's count is 0.
 *
 * @param texts keys whose values must be strings in every record. If there are none, every object counts as a record.
 */
function pageReply<Key extends string = never>(key: string, total: string, ...texts: Key[]) {
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

/** One page of a list as the service sends it. */
interface PageReply<Key extends string> {
	records: Array<ListRecord<Key>>;
	/** The number of records on all pages. */
	total?: number;
	totalPages?: number;
	/** The object that contains the list. */
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
	/** Completes "The service’s response does not show …". */
	shows: string;
	filter: Filter;
	/** Makes the request from the filter, without the page keys. By default, the filter is the request. */
	toRequest?(filter: z.output<Filter>): Json;
	/** Returns a test for a filter that the service does not have. With such a test, pages are as large as possible. */
	findTest?(filter: z.output<Filter>): RecordTest | undefined;
	/** Completes the records of a page with data that the reply has outside the list, such as the names of categories. */
	withRest?(page: PageReply<Key>, client: Client): PageReply<Key>;
	/**
	 * Reads the page with which reading begins by calling `read`. Use this if the service may return a 404 for an empty
	 * list.
	 *
	 * @returns undefined if the list is empty
	 */
	readFirst?<T>(read: () => Promise<T>, client: Client, filter: z.output<Filter>): Promise<T | undefined>;
}

interface ReadOptions {
	/** How many records are needed. */
	limit: number;
	/** Called at the end of the list if the service counts more records than it listed. */
	onShortfall(shortfall: Shortfall): void;
	/** Called with the total of each page. */
	onTotal?(total: number): void;
}

/**
 * Creates the functions that read a list. `fetch` is the endpoint of a page, `readPage` reads one page, and `pages`
 * reads all pages from a certain one. `all` yields each record once, in groups, and `each` yields the records one at a time.
 *
 * Reading never fails because the service counts more records than it lists: `all` adds a hint, and `readPage` and
 * `pages` check nothing. Only callers that conclude something from a missing record need the whole list. They use
 * `each`, which throws by default.
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
		first = 1,
	): Promise<PageReply<Key>> {
		const request: Json = { ...toRequest(filter), [pageKey]: page };
		if (pageSize) request[pageSize] = Math.min(size, largestPage);
		const read = async () => await client.call(fetch, request);
		const reading = page === first && list.readFirst ? list.readFirst(read, client, filter) : read();
		const found = await reading.catch(undefinedIfRehearsed);
		if (!found) return { records: [], total: 0, totalPages: 0, rest: {} };
		return list.withRest?.(found, client) ?? found;
	}

	function pages(
		client: Client,
		filter: z.output<Filter>,
		limit = Infinity,
		first = 1,
	): AsyncGenerator<Page<ListRecord<Key>> & { totalPages: number }> {
		const perPage = pageSize ? Math.min(limit, largestPage) : largestPage;
		const read = async (page: number) => {
			const { records, total, totalPages } = await readPage(client, filter, page, perPage, first);
			if (total !== undefined && totalPages !== undefined) return { records, total, totalPages };
			const missing = `how many ${name} there are, so this node cannot tell whether the list is complete`;
			throw new ServiceError({ code: 'unexpectedReply', missing });
		};
		return readPages(name, read, first);
	}

	async function* read(
		client: Client,
		filter: z.output<Filter>,
		{ limit, onShortfall, onTotal }: ReadOptions,
	): AsyncGenerator<Array<ListRecord<Key>>> {
		const tally = new Tally(keyOf);
		const test = list.findTest?.(filter);
		async function* readUnique() {
			for await (const page of pages(client, filter, test ? Infinity : limit)) {
				// If the node filters the records, the service's total includes records that do not pass.
				if (!test) onTotal?.(page.total);
				yield tally.add(page);
			}
		}
		yield* test ? filterRecords(client, name, readUnique(), test) : readUnique();
		const shortfall = tally.findShortfall(name);
		if (shortfall) onShortfall(shortfall);
	}

	const all = listing({
		request: list.filter,
		read: (client, filter, limit, onTotal) =>
			read(client, filter, {
				limit,
				onTotal,
				onShortfall: (shortfall) => client.hints.add(describeShortfall(shortfall)),
			}),
	});

	async function* each(
		client: Client,
		filter: z.output<Filter>,
		{ limit = Infinity, onShortfall = throwShortfall }: Partial<ReadOptions> = {},
	): AsyncGenerator<ListRecord<Key>> {
		for await (const records of read(client, filter, { limit, onShortfall })) yield* records;
	}

	/**
	 * Reads the list if that takes fewer calls than looking up records one by one.
	 *
	 * @param lookups how many records would be looked up. If the list has more pages, only the first page is read.
	 * @param use gets the new records of each page, and returns true if no further page is needed
	 * @returns whether no further page is needed, or the list was read to its end and lacks nothing
	 * @throws {ServiceError} if a call fails, or if there is too much data for n8n
	 */
	async function readInsteadOf(
		client: Client,
		lookups: number,
		filter: z.output<Filter>,
		use: (records: Array<ListRecord<Key>>) => boolean | void,
	): Promise<boolean> {
		if (lookups <= FEW_LOOKUPS) return false;
		const tally = new Tally(keyOf);
		for await (const page of pages(client, filter)) {
			if (use(tally.add(page))) return true;
			if (page.totalPages > lookups) return false;
		}
		return !tally.isShort;
	}
	return { fetch, readPage, pages, keyOf, all, each, readInsteadOf };
}

/** Up to this many records are looked up one by one, because reading a page of the list costs a call, too. */
const FEW_LOOKUPS = 2;

/** The page keys and page size of the lists of messages, campaigns and drips (reference, "Messaging": ItemsPerPage). */
export const MESSAGING_PAGES = { pageSize: 'ItemsPerPage', largestPage: 100, total: 'TotalResults' };
