import { createTodo } from '../api';
import { priority } from '../../shared/fields/priority';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { administratorsOnly, deadline, description, pin, resource, title } from '../fields';
import { toDoItem } from '../items';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a to-do',
	description: 'Create a to-do with a title',
	fields: [
		administratorsOnly,
		title,
		priority,
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
	toRequest: ({ Title, Priority, options }) => ({ Title, Priority, ...options }),
	toItems: ({ reply }) => toDoItem(reply.Data),
});
