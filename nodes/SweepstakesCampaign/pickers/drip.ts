import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { drips } from '../api/drips';
import type { Field } from '../../shared/n8n/operation/field';
import { searchByName } from './searchByName';

/** The picker for a drip. Its parameter is the DripToken. */
export const drip = {
	displayName: 'Drip',
	name: 'drip',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The drip (a sequence of messages) to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a drip…',
			typeOptions: { searchListMethod: 'searchDrips', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

/** `listSearch` method: the drips of the account, a page at a time. The service itself searches. */
export async function searchDrips(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '1',
): Promise<INodeListSearchResult> {
	return await searchByName(this, drips.fetch, { key: 'DripToken', filter, paginationToken });
}
