import { drips } from '../../api';
import { limit, returnAll, simplify } from '../../../shared/n8n/common-fields';
import { defineOperation } from '../../../shared/n8n/operation/operation';
import { archived, channel, ofSweepstakes, search } from '../../fields';
import { toDripItem } from '../../items';

export const getManyDrips = defineOperation({
	name: 'Get Many Drips',
	value: 'getManyDrips',
	action: 'Get many drips',
	description:
		'Return the account’s drips (sequences of messages) with their status and number of contacts, newest first',
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
				channel,
				archived,
				search,
				{
					displayName: 'Status',
					name: 'Status',
					type: 'options',
					options: [
						{ name: 'Active', value: 'active' },
						{ name: 'Blocked', value: 'blocked', description: 'Stopped by the service' },
						{ name: 'Completed', value: 'completed' },
						{ name: 'Draft', value: 'draft' },
						{ name: 'Paused', value: 'paused' },
					],
					default: 'active',
					description: 'Return only drips with this status',
				},
			],
		},
	],
	endpoint: drips.all,
	toRequest: ({ sweepstakes: SweepstakesToken, filters }) => ({ SweepstakesToken, ...filters }),
	toItems: ({ reply, parameters }) => toDripItem(reply, parameters),
});
