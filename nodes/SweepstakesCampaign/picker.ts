import { campaigns, drips } from './api';
import { withMarks } from '../shared/api/titles';
import { listOrId, searchList } from '../shared/n8n/editor/picker';
import { asText, type Json } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';

/** Returns a choice with a name such as "Summer News (email, sending)". */
const toChoice = (token: string) => (record: Json) => {
	const value = asText(record[token]);
	return {
		name: withMarks(asText(record.Name) || value, asText(record.Channel), asText(record.Status)),
		value,
	};
};

const searchCampaigns = searchList(campaigns.readPage, toChoice('CampaignToken'), (Search) => ({ Search }));
const searchDrips = searchList(drips.readPage, toChoice('DripToken'), (Search) => ({ Search }));

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

/** Picker for a drip. Its value is a DripToken. */
export const drip = {
	displayName: 'Drip',
	name: 'drip',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The drip (a sequence of messages) to work with',
	typeOptions: { listedBy: 'Get Many Drips' },
	...listOrId('Select a drip…', { searchDrips }, 'DripToken'),
} as const satisfies Field;
