import { asText } from '../../shared/json';
import { z } from '../../shared/zod';
import { endpoint, lookup, safe } from '../../shared/api/endpoint';
import { pageReply } from '../../shared/api/pagedLists';
import { readPages, uniqueRecords } from '../../shared/api/pages';

/** The largest page (reference, Help articles). */
const ARTICLES_PER_PAGE = 10;

const articleFilter = z.object({ search: z.string().optional() });

const fetchHelpArticles = endpoint({
	call: 'POST /documentation/fetch',
	request: articleFilter.extend({ page: z.number(), limit: z.number() }),
	reply: pageReply('Documents', 'TotalDocuments'),
	tells: 'which help articles there are',
	retry: safe,
});

/** The help articles that match, newest first. */
export const helpArticles = lookup({
	request: articleFilter,
	read: (service, filter) =>
		uniqueRecords(
			service,
			readPages({
				name: 'help articles',
				perPage: ARTICLES_PER_PAGE,
				readPage: async (page) =>
					await service.call(fetchHelpArticles, { ...filter, page, limit: ARTICLES_PER_PAGE }),
			}),
			(article) => asText(article.DocumentToken) || JSON.stringify(article),
		),
});
