import { resumeCampaign } from '../api';
import { simplify } from '../../shared/n8n/common-fields';
import { mergeRecord } from '../../shared/n8n/output/keys';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { campaign } from '../picker';
import { toCampaignItem } from '../items';

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
	toRequest: ({ campaign: CampaignToken }) => ({ CampaignToken }),
	toItems: ({ reply, parameters }) => toCampaignItem(mergeRecord(reply.Data, 'Campaign'), parameters),
});
