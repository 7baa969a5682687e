import { todos } from '../api';
import { limit, priority, returnAll } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { administratorsOnly, resource } from '../fields';
import { toToDoItem } from '../items';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many to-dos',
	description: 'Return the to-dos of the administrators, newest first',
	fields: [
		administratorsOnly,
		returnAll,
		limit,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Created From',
					name: 'dateFrom',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'Return only to-dos created on or after this day',
				},
				{
					displayName: 'Created Until',
					name: 'dateTo',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'Return only to-dos created on or before this day',
				},
				{
					displayName: 'Pinned',
					name: 'pinned',
					type: 'boolean',
					default: true,
					description: 'Whether to return only pinned to-dos. If off, only unpinned to-dos are returned.',
				},
				{ ...priority, name: 'priority', description: 'Return only to-dos with this priority' },
				{ ...resource, name: 'resource', description: 'Return only to-dos about this part of the service' },
				{
					displayName: 'Search',
					name: 'search',
					type: 'string',
					default: '',
					placeholder: 'e.g. rules',
					description: 'Text to find in the to-dos',
				},
				{
					displayName: 'Status',
					name: 'status',
					type: 'options',
					options: [
						{ name: 'Completed', value: 'completed' },
						{ name: 'Pending', value: 'pending' },
					],
					default: 'pending',
					description: 'Return only to-dos with this status',
				},
			],
		},
	],
	endpoint: todos.all,
	toRequest: ({ filters }) => filters,
	toItems: ({ reply }) => toToDoItem(reply),
});
