import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { campaigns } from '../api/campaigns';
import { MESSAGING_PAGES } from '../../shared/api/pagedLists';
import { asText, type Json } from '../../shared/json';
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
		const entries = records.map((record) => ({ name: toName(record, key), value: asText(record[key]) }));
		return { entries, totalPages };
	});
}

/** "Summer News (email, sending)" */
function toName(record: Json, key: string): string {
	const name = asText(record.Name) || asText(record[key]);
	const marks = [asText(record.Channel), asText(record.Status)].filter(Boolean).join(', ');
	return marks ? `${name} (${marks})` : name;
}
