import type { Endpoint } from '../client/endpoint';
import { isObject, type Json } from '../json';
import { z, type ZodTypeAny } from '../zod';
import { endpoint, lookup, records, safe } from './endpoint';
import { count } from './formats';
import { pagesOf, uniqueRecords } from './pages';

/** The largest page of the service (reference, "Messaging": ItemsPerPage). */
const RECORDS_PER_PAGE = 100;

/** A list of messaging or drips. */
interface MessagingList<Filter extends ZodTypeAny> {
	call: Endpoint['call'];
	/** What it lists, in the plural: completes "The list of …". */
	name: string;
	/** Under which key the reply has the records. */
	key: string;
	/** The request without the keys of its pages. */
	filter: Filter;
	/** Completes "The service did not say …". */
	tells: string;
	/** What identifies a record. */
	keyOf(record: Json): string;
}

/** Declares the endpoint of a list, which reads one page, and the lookup of all of its records. */
export function messagingList<Filter extends ZodTypeAny>(list: MessagingList<Filter>) {
	const fetch = endpoint({
		call: list.call,
		request: z.custom<PageRequest>(isObject),
		reply: z
			.object({
				Data: z
					.object({ TotalResults: count.optional(), TotalPages: count.optional() })
					.catchall(z.unknown())
					.refine((data) => records().safeParse(data[list.key]).success),
			})
			.transform(({ Data: { TotalResults: total, TotalPages: totalPages, ...data } }) => ({
				records: data[list.key] as Json[],
				total,
				totalPages,
			})),
		tells: list.tells,
		retry: safe,
	});
	const all = lookup({
		request: list.filter,
		read(service, filter, limit) {
			const perPage = Math.min(limit, RECORDS_PER_PAGE);
			const readPage = async (Page: number) =>
				await service.call(fetch, { ...filter, Page, ItemsPerPage: perPage });
			return uniqueRecords(service, pagesOf({ name: list.name, perPage, readPage }), list.keyOf);
		},
	});
	return { fetch, all };
}

/** The filter of a list and the keys of a page. */
type PageRequest = Json & { Page?: number; ItemsPerPage?: number };
