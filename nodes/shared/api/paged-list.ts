import type { Client } from '../client/client';
import type { Endpoint } from '../client/endpoint';
import { asText, isNothing, isObject, type Json } from '../json';
import { readCount } from '../numeral';
import { z, type ZodTypeAny } from '../zod';
import { endpoint, lookup, safe } from './endpoint';
import { fitting, type Test } from './filters';
import { readPages, readUnique, type Page, type PageReply } from './pages';
import { areRecords } from './replies';

/**
 * The reply with one page of a list, under `Data` or at the top level, with its counts there or in
 * `Pagination`. A missing list is empty only if the service counts no records.
 *
 * @param texts the keys that have a text in every record; without any, every object is a record
 */
export function pageReply<Key extends string = never>(key: string, total: string, ...texts: Key[]) {
	return z.custom<Json>(isObject).transform((body, context) => {
		/** Everything beside the records. */
		const rest = isObject(body.Data) ? body.Data : body;
		const counts = isObject(rest.Pagination) ? rest.Pagination : rest;
		const page = { total: readCount(counts[total]), totalPages: readCount(counts.TotalPages), rest };
		const records = isNothing(rest[key]) && page.total === 0 ? [] : rest[key];
		if (areRecords(records, texts)) return { ...page, records };
		context.addIssue({ code: 'custom' });
		return z.NEVER;
	});
}

type Item<Key extends string> = Json & Record<Key, string>;

interface WholePage<Key extends string> extends PageReply<Item<Key>> {
	rest: Json;
}

interface PagedList<Filter extends ZodTypeAny, Key extends string> {
	call: Endpoint['call'];
	/** A plural, which completes "The list of …". */
	name: string;
	/** The key of the records in the reply. */
	key: string;
	/** A key that has a text in every record. Without one, any object is a record. */
	token?: Key;
	/** The key or function that identifies a record; default `token`. If empty, the whole content is the ID. */
	id?: string | ((record: Json) => string);
	/** The request key of the page number. */
	page?: string;
	/** The request key of the page size. Omitted if the size is fixed. */
	pageSize?: string;
	largestPage: number;
	/** The key of the count over all pages, in `Data` or in `Data.Pagination`. */
	total: string;
	/** Completes "The service did not say …". */
	tells: string;
	filter: Filter;
	/** Builds the request, without its page keys. Default: the filter itself. */
	toRequest?(filter: z.output<Filter>): Json;
	/** A filter that the service does not have. All pages are then as large as possible. */
	findTest?(filter: z.output<Filter>): Test | undefined;
	/** Completes a page with other parts of its reply. */
	withRest?(page: WholePage<Key>, client: Client): WholePage<Key>;
	/** Awaits the first page of a list that may be missing. @returns undefined if a missing list is empty. */
	awaitFirst?<T>(reading: Promise<T>, client: Client, filter: z.output<Filter>): Promise<T | undefined>;
}

/**
 * `fetch` is the endpoint of a page, `readPage` reads one, `pages` all, `all` finds each record once, and `each`
 * finds them one at a time.
 */
export function pagedList<Filter extends ZodTypeAny, Key extends string = never>(
	list: PagedList<Filter, Key>,
) {
	const { name, largestPage, page: pageKey = 'Page', pageSize, token, id = token ?? '' } = list;
	const fetch = endpoint({
		call: list.call,
		request: z.custom<Json>(isObject),
		reply: pageReply(list.key, list.total, ...(token ? [token] : [])),
		tells: list.tells,
		retry: safe,
	});
	const keyOf = typeof id === 'function' ? id : (one: Json) => asText(one[id]) || JSON.stringify(one);

	async function readPage(
		client: Client,
		filter: z.output<Filter>,
		page: number,
		size = largestPage,
	): Promise<WholePage<Key>> {
		const request: Json = { ...(list.toRequest?.(filter) ?? filter), [pageKey]: page };
		if (pageSize) request[pageSize] = Math.min(size, largestPage);
		const reading = client.call(fetch, request);
		const read =
			page === 1 && list.awaitFirst ? await list.awaitFirst(reading, client, filter) : await reading;
		if (!read) return { records: [], total: 0, totalPages: 0, rest: {} };
		return list.withRest?.(read, client) ?? read;
	}

	function pages(
		client: Client,
		filter: z.output<Filter>,
		limit = Infinity,
	): AsyncGenerator<Page<Item<Key>>> {
		const perPage = pageSize ? Math.min(limit, largestPage) : largestPage;
		return readPages(client, name, perPage, async (page) => await readPage(client, filter, page, perPage));
	}

	const all = lookup({
		request: list.filter,
		async *read(client, filter, limit, onTotal) {
			const isWanted = list.findTest?.(filter);
			if (isWanted) {
				const found = readUnique(client, name, pages(client, filter), keyOf);
				return yield* fitting(client, name, found, isWanted);
			}
			yield* readUnique(client, name, counting(pages(client, filter, limit), onTotal), keyOf);
		},
	});

	async function* each(client: Client, filter: z.output<Filter>, limit = Infinity) {
		for await (const records of all.read(client, filter, limit)) yield* records;
	}
	return { fetch, readPage, pages, all, each };
}

/** The same pages. `onTotal` gets the total of each. */
async function* counting<Item extends Json>(
	pages: AsyncIterable<Page<Item>>,
	onTotal?: (total: number) => void,
): AsyncGenerator<Page<Item>> {
	for await (const page of pages) {
		onTotal?.(page.total);
		yield page;
	}
}

/** The paging of messaging and drip lists (reference, "Messaging": ItemsPerPage). */
export const MESSAGING_PAGES = { pageSize: 'ItemsPerPage', largestPage: 100, total: 'TotalResults' };
