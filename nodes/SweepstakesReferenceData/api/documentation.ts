import { z } from '../../shared/zod';
import { pagedList } from '../../shared/api/paged-list';

/** The service's help articles, newest first (reference, Help articles). */
export const helpArticles = pagedList({
	call: 'POST /documentation/fetch',
	name: 'help articles',
	key: 'Documents',
	id: 'DocumentToken',
	page: 'page',
	pageSize: 'limit',
	largestPage: 10,
	total: 'TotalDocuments',
	shows: 'which help articles there are',
	filter: z.object({ search: z.string().optional() }),
});
