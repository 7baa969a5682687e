import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { campaigns } from '../api/campaigns';
import type { Field } from '../../shared/n8n/operation/field';
import { searchByName } from './searchByName';

/** The picker for a campaign. Its parameter is the CampaignToken. */
export const campaign = {
	displayName: 'Campaign',
	name: 'campaign',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The campaign to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a campaign…',
			typeOptions: { searchListMethod: 'searchCampaigns', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

/** `listSearch` method: the campaigns of the account, a page at a time. The service itself searches. */
export async function searchCampaigns(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '1',
): Promise<INodeListSearchResult> {
	return await searchByName(this, campaigns.fetch, { key: 'CampaignToken', filter, paginationToken });
}
