import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { campaigns } from '../api/campaigns';
import { MESSAGING_PAGES } from '../../shared/api/pagedLists';
import { textOf, type Json } from '../../shared/json';
import { searchPages } from '../../shared/n8n/editor/ask';

/** What is typed in a picker, and which page is asked for. */
interface Search {
	/** Which field of a record is its value. */
	key: string;
	filter: string;
	paginationToken: string;
}

/** One page of the campaigns or drips whose names contain what is typed. */
export async function searchByName(
	context: ILoadOptionsFunctions,
	fetch: (typeof campaigns)['fetch'],
	{ key, filter, paginationToken }: Search,
): Promise<INodeListSearchResult> {
	return await searchPages(context, '', paginationToken, async (service, Page) => {
		const Search = filter.trim() || undefined;
		const { records, totalPages } = await service.call(fetch, {
			Search,
			Page,
			ItemsPerPage: MESSAGING_PAGES.largestPage,
		});
		const entries = records.map((record) => ({ name: nameOf(record, key), value: textOf(record[key]) }));
		return { entries, totalPages };
	});
}

/** "Summer News (email, sending)" */
function nameOf(record: Json, key: string): string {
	const name = textOf(record.Name) || textOf(record[key]);
	const marks = [textOf(record.Channel), textOf(record.Status)].filter(Boolean).join(', ');
	return marks ? `${name} (${marks})` : name;
}
