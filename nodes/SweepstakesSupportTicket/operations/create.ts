import { createTicket, TICKETS } from '../api';
import { priority } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { returnExisting } from '../../shared/n8n/operation/find-or-create';
import { description, platform, title } from '../fields';
import { toOpenedItem } from '../items';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a support ticket',
	description: 'Open a ticket with the service’s support team',
	fields: [
		title,
		description,
		priority,
		{
			displayName: 'When Title Exists',
			name: 'whenTitleExists',
			type: 'options',
			options: [
				{ name: 'Create Another', value: 'create', description: 'Several tickets may have the same title' },
				{
					name: 'Return Existing',
					value: 'return',
					description: 'Returns the existing ticket instead of creating another',
				},
			],
			default: 'return',
			description:
				'What to do if the account already has an open ticket with this title. With “Return Existing”, the output column “existed” tells whether the ticket was already there. Looking for existing tickets takes at least one API call per run.',
		},
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
						'The email address or name of an administrator of the service. By default, the ticket goes to all administrators.',
				},
				platform,
			],
		},
	],
	endpoint: createTicket,
	existing: returnExisting(TICKETS, 'whenTitleExists', 'already open'),
	toRequest: ({ options, whenTitleExists: _, ...ticket }) => ({ ...ticket, ...options }),
	toItems: ({ reply }) => toOpenedItem(reply.Data),
});
