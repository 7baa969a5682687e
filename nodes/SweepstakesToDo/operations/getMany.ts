import { todos } from '../api';
import { limit, returnAll } from '../../shared/fields/limit';
import { priority } from '../../shared/fields/priority';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { administratorsOnly, resource } from '../fields';
import { toDoItem } from '../items';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many to-dos',
	description: 'Return the to-dos, newest first',
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
					description: 'The first day of creation, in the time zone of the workflow',
				},
				{
					displayName: 'Created To',
					name: 'dateTo',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'The last day of creation, in the time zone of the workflow',
				},
				{
					displayName: 'Pinned',
					name: 'pinned',
					type: 'boolean',
					default: true,
					description: 'Whether to return only pinned to-dos. When off, only those that are not pinned.',
				},
				{ ...priority, name: 'priority' },
				{ ...resource, name: 'resource' },
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
					description: 'Which to-dos to return',
				},
			],
		},
	],
	lookup: todos.all,
	toRequest: ({ filters }) => filters,
	toItems: ({ reply }) => toDoItem(reply),
});
