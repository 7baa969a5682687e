import { cancelCampaign } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { campaign } from '../picker';

export const cancel = defineOperation({
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel a campaign',
	description:
		'Cancel an unfinished campaign by its ID. Real people who have not received its message yet will not get it. Sent messages cannot be taken back.',
	fields: [
		{
			displayName:
				'This cannot be undone. Messages that are not sent yet will never be sent. To stop a campaign for a while, use the operation Pause instead.',
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
