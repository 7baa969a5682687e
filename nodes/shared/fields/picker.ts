import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { Client } from '../client/client';
import type { ListSearch } from '../n8n/operation/field';
import { askForEditor, matching, searchPages } from '../n8n/editor/ask';

/**
 * The modes of a picker for one record. `searches` has its search under the name of the method. Spread it into the field: n8n's linter takes a mode outside of
 * `modes` for a field.
 */
export function listOrId<Name extends string>(placeholder: string, searches: Record<Name, ListSearch>) {
	const [searchListMethod = ''] = Object.keys(searches);
	return {
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder,
				typeOptions: { searchListMethod, searchable: true },
				searches,
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
			},
		],
	} as const;
}

/** A `listSearch` method over a complete list: the choices whose names contain the search text. */
export function searchAll(
	readChoices: (client: Client, context: ILoadOptionsFunctions) => Promise<INodeListSearchItems[]>,
) {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const choices = await askForEditor(this, async (client) => await readChoices(client, this));
		return { results: matching(choices, filter) };
	};
}

/**
 * A `listSearch` method over a list in pages, which are searched here unless `toFilter` makes the service
 * search.
 */
export function searchList<Filter extends object, Item>(
	readPage: (
		client: Client,
		filter: Filter,
		page: number,
	) => Promise<{ records: Item[]; totalPages?: number }>,
	toChoice: (record: Item) => INodeListSearchItems,
	toFilter?: (
		search: string | undefined,
		client: Client,
		context: ILoadOptionsFunctions,
	) => Filter | Promise<Filter>,
) {
	return async function (
		this: ILoadOptionsFunctions,
		typed = '',
		paginationToken = '1',
	): Promise<INodeListSearchResult> {
		return await searchPages(this, toFilter ? '' : typed, paginationToken, async (client, page) => {
			const filter = (await toFilter?.(typed.trim() || undefined, client, this)) ?? ({} as Filter);
			const { records, totalPages } = await readPage(client, filter, page);
			return { entries: records.map(toChoice), totalPages };
		});
	};
}
