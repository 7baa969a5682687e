import { createTodo, TODOS } from '../api';
import { priority } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { returnExisting } from '../../shared/n8n/operation/find-or-create';
import { administratorsOnly, deadline, description, pin, resource, title } from '../fields';
import { toCreatedItem } from '../items';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a to-do',
	description: 'Create a to-do for the service’s administrators',
	fields: [
		administratorsOnly,
		title,
		priority,
		{
			displayName: 'When Title Exists',
			name: 'whenTitleExists',
			type: 'options',
			options: [
				{ name: 'Create Another', value: 'create', description: 'Several to-dos may have the same title' },
				{
					name: 'Return Existing',
					value: 'return',
					description: 'Returns the existing to-do instead of creating another',
				},
			],
			default: 'return',
			description:
				'What to do if there is already a pending to-do with this title. With “Return Existing”, the output column “existed” tells whether the to-do was already there. Looking for existing to-dos takes at least one API call per run.',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [deadline, description, pin, resource],
		},
	],
	endpoint: createTodo,
	existing: returnExisting(TODOS, 'whenTitleExists'),
	toRequest: ({ Title, Priority, options }) => ({ Title, Priority, ...options }),
	toItems: ({ reply }) => toCreatedItem(reply.Data),
});
