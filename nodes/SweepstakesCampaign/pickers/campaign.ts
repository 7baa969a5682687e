import { campaigns } from '../api/campaigns';
import { listOrId, searchList } from '../../shared/n8n/editor/picker';
import type { Field } from '../../shared/n8n/operation/field';
import { toChoice } from './to-choice';

const searchCampaigns = searchList(campaigns.readPage, toChoice('CampaignToken'), (Search) => ({
	Search,
}));

/** Picker for a campaign. Its value is a CampaignToken. */
export const campaign = {
	displayName: 'Campaign',
	name: 'campaign',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The campaign to work with',
	...listOrId('Select a campaign…', { searchCampaigns }, 'CampaignToken'),
} as const satisfies Field;
