import { textOf } from '../../shared/json';
import { z } from '../../shared/zod';
import { endpoint, lookup, records, safe } from '../../shared/api/endpoint';
import { count } from '../../shared/api/formats';
import { pagesOf, uniqueRecords } from '../../shared/api/pages';

/** The largest page (reference, Help articles). */
const ARTICLES_PER_PAGE = 10;

const articleFilter = z.object({ search: z.string().optional() });

const fetchHelpArticles = endpoint({
	call: 'POST /documentation/fetch',
	request: articleFilter.extend({ page: z.number(), limit: z.number() }),
	reply: z.object({
		Data: z.object({ Documents: records(), TotalDocuments: count, TotalPages: count }),
	}),
	tells: 'which help articles there are',
	retry: safe,
});

/** The help articles that match, newest first. */
export const helpArticles = lookup({
	request: articleFilter,
	read: (service, filter) =>
		uniqueRecords(
			service,
			pagesOf({
				name: 'help articles',
				perPage: ARTICLES_PER_PAGE,
				async readPage(page) {
					const request = { ...filter, page, limit: ARTICLES_PER_PAGE };
					const { Documents, TotalDocuments, TotalPages } = (await service.call(fetchHelpArticles, request))
						.Data;
					return { records: Documents, total: TotalDocuments, totalPages: TotalPages };
				},
			}),
			(article) => textOf(article.DocumentToken) || JSON.stringify(article),
		),
});
