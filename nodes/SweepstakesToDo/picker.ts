import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { fetchTodos } from './api';
import { asText } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { searchPages } from '../shared/n8n/editor/ask';

/** The picker for a to-do. Its parameter is the TodoToken. */
export const todo = {
	displayName: 'To-Do',
	name: 'todo',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The to-do to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a to-do…',
			typeOptions: { searchListMethod: 'searchTodos', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

/** `listSearch` method: the to-dos, a page at a time. The service itself searches. */
export async function searchTodos(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '1',
): Promise<INodeListSearchResult> {
	return await searchPages(this, '', paginationToken, async (service, page) => {
		const search = filter.trim();
		const { records, totalPages } = await service.call(fetchTodos, { page, ...(search && { search }) });
		const entries = records.map((one) => ({
			name: `${asText(one.Title) || one.TodoToken}${one.Status === true ? ' (completed)' : ''}`,
			value: one.TodoToken,
		}));
		return { entries, totalPages };
	});
}
