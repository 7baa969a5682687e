import { cancelCampaign } from '../api/campaigns';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { campaign } from '../pickers/campaign';

export const cancel = defineOperation({
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel a campaign',
	description:
		'End a campaign that is not finished, by its ID. Real people who have not got its message never get it; messages already sent stay sent.',
	fields: [
		{
			displayName:
				'This cannot be undone: a cancelled campaign cannot be resumed. To stop it for a while, use Pause.',
			name: 'cancelNotice',
			type: 'notice',
			default: '',
		},
		campaign,
	],
	endpoint: cancelCampaign,
	toRequest: ({ campaign: CampaignToken }) => ({ CampaignToken }),
	toItems: ({ reply }) => ({ cancelled: true, ...reply.Data }),
});
