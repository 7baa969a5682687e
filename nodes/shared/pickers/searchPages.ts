import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { matching } from './editor';

/** How many pages one search reads. */
const PAGES_PER_SEARCH = 10;

/** A page of a list as a picker shows it. */
interface PageOfChoices {
	choices: INodeListSearchItems[];
	totalPages?: number;
}

/**
 * The entries of a list that the service cannot search: pages are read until one has a match, at most ten at a time.
 *
 * @param first the page with which the search begins
 */
export async function searchPages(
	readPage: (page: number) => Promise<PageOfChoices>,
	filter: string,
	first: string,
): Promise<INodeListSearchResult> {
	for (let page = Number(first); ; page++) {
		const { choices, totalPages = 1 } = await readPage(page);
		const results = matching(choices, filter).filter(({ value }) => value);
		if (page >= totalPages) return { results };
		const isEnough = results.length > 0 || page - Number(first) + 1 === PAGES_PER_SEARCH;
		if (isEnough) return { results, paginationToken: String(page + 1) };
	}
}
