import { fetchCampaign, resumeCampaign } from '../api/campaigns';
import { simplify } from '../../shared/n8n/common-fields';
import { withBeside } from '../../shared/n8n/output/keys';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { plural } from '../../shared/plural';
import { campaign } from '../pickers/campaign';
import { campaignItem } from '../items';

export const resume = defineOperation({
	name: 'Resume',
	value: 'resume',
	action: 'Resume a campaign',
	description: 'Resume a paused campaign by its ID. It starts sending again in about a minute.',
	fields: [
		{
			displayName:
				'The campaign will send messages to real people again. Sent messages cannot be taken back.',
			name: 'resumeNotice',
			type: 'notice',
			default: '',
		},
		campaign,
		simplify,
	],
	endpoint: resumeCampaign,
	preview: {
		toDo: (count) => `resume ${plural(count, 'campaign')}`,
		async reply({ client, request }) {
			const { Campaign } = (await client.call(fetchCampaign, request)).Data;
			return { Response: true, Data: { Campaign } };
		},
	},
	toRequest: ({ campaign: CampaignToken }) => ({ CampaignToken }),
	toItems: ({ reply, parameters }) => campaignItem(withBeside(reply.Data, 'Campaign'), parameters),
});
