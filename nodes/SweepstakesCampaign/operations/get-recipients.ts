import { campaignRecipients } from '../api';
import { limit, returnAll, wholeAddress } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { campaign } from '../picker';

export const getRecipients = defineOperation({
	name: 'Get Recipients',
	value: 'getRecipients',
	action: 'Get the recipients of a campaign',
	description:
		'Return the recipients of a campaign by its ID, with the status of each message. The service keeps this data for 180 days.',
	fields: [
		campaign,
		returnAll,
		limit,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				wholeAddress,
				{
					displayName: 'Status',
					name: 'Status',
					type: 'options',
					options: [
						{ name: 'Bounced', value: 'bounced', description: 'The address rejected the message' },
						{ name: 'Cancelled', value: 'cancelled' },
						{ name: 'Clicked', value: 'clicked' },
						{ name: 'Complained', value: 'complained', description: 'Marked as spam' },
						{ name: 'Delivered', value: 'delivered' },
						{ name: 'Failed', value: 'failed' },
						{ name: 'Opened', value: 'opened' },
						{ name: 'Queued', value: 'queued' },
						{ name: 'Sending', value: 'sending' },
						{ name: 'Sent', value: 'sent' },
						{ name: 'Suppressed', value: 'suppressed', description: 'On the do-not-contact list' },
						{ name: 'Unsubscribed', value: 'unsubscribed' },
					],
					default: 'bounced',
					description: 'Return only recipients with this status',
				},
			],
		},
	],
	endpoint: campaignRecipients.all,
	toRequest: ({ campaign: CampaignToken, filters }) => ({ CampaignToken, ...filters }),
	toItems: ({ reply }) => reply,
});
