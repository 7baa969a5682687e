import { createTicket } from '../api';
import { priority } from '../../shared/fields/priority';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { description, platform, title } from '../fields';
import { ticketItem } from '../items';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a support ticket',
	description: 'Open a ticket at the support of the service, with a title and a description',
	fields: [
		title,
		description,
		priority,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Assign To',
					name: 'AssignTo',
					type: 'string',
					default: '',
					placeholder: 'e.g. jane@example.com',
					description:
						'The email address or name of an administrator of the service. When empty, the ticket goes to all of them.',
				},
				platform,
			],
		},
	],
	endpoint: createTicket,
	toRequest: ({ options, ...ticket }) => ({ ...ticket, ...options }),
	toItems: ({ reply }) => ticketItem(reply.Data),
});
