import { campaigns } from '../api';
import { limit, returnAll, simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { archived, channel, ofSweepstakes, search } from '../fields';
import { toCampaignItem } from '../items';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many campaigns',
	description: 'Return the account’s campaigns with their status and counts, newest first',
	fields: [
		ofSweepstakes,
		returnAll,
		limit,
		simplify,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Category',
					name: 'Category',
					type: 'options',
					options: [
						{ name: 'Marketing', value: 'marketing' },
						{ name: 'Referral', value: 'referral' },
						{ name: 'Transactional', value: 'transactional' },
					],
					default: 'marketing',
					description: 'Return only campaigns of this category',
				},
				channel,
				archived,
				search,
				{
					displayName: 'Status',
					name: 'Status',
					type: 'options',
					options: [
						{ name: 'Blocked', value: 'blocked', description: 'Stopped by the service' },
						{ name: 'Cancelled', value: 'cancelled' },
						{ name: 'Completed', value: 'completed' },
						{ name: 'Draft', value: 'draft' },
						{ name: 'Failed', value: 'failed' },
						{ name: 'Paused', value: 'paused' },
						{ name: 'Queued', value: 'queued' },
						{ name: 'Scheduled', value: 'scheduled' },
						{ name: 'Sending', value: 'sending' },
					],
					default: 'sending',
					description: 'Return only campaigns with this status',
				},
			],
		},
	],
	endpoint: campaigns.all,
	toRequest: ({ sweepstakes: SweepstakesToken, filters }) => ({ SweepstakesToken, ...filters }),
	toItems: ({ reply, parameters }) => toCampaignItem(reply, parameters),
});
