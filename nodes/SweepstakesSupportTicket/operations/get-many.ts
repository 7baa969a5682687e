import { tickets } from '../api';
import { limit, priority, returnAll } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { platform } from '../fields';
import { toTicketItem } from '../items';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many support tickets',
	description: 'Return the account’s open or closed support tickets, newest first',
	fields: [
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Open', value: 'open' },
				{ name: 'Closed', value: 'closed' },
			],
			default: 'open',
			description: 'The status of the tickets to return',
		},
		returnAll,
		limit,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{ ...platform, name: 'platform' },
				{ ...priority, name: 'priority' },
				{
					displayName: 'Search',
					name: 'search',
					type: 'string',
					default: '',
					placeholder: 'e.g. winners',
					description: 'Text to find in the title or description, ignoring case',
				},
			],
		},
	],
	endpoint: tickets,
	toRequest: ({ status, filters }) => ({ status, ...filters }),
	toItems: ({ reply, request }) => toTicketItem({ Status: request.status, ...reply }),
});
