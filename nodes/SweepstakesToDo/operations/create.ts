import { createTodo, pendingTodoTitled } from '../api';
import { priority } from '../../shared/fields/priority';
import { nameKey } from '../../shared/api/titles';
import { lookFirst } from '../../shared/n8n/run/lookFirst';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { administratorsOnly, deadline, description, pin, resource, title } from '../fields';
import { createdItem } from '../items';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a to-do',
	description: 'Create a to-do for the administrators of the service',
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
					description: 'Return the pending to-do with this title, unchanged, and create no other',
				},
			],
			default: 'return',
			description:
				'What to do if there already is a pending to-do with this title. Return Existing makes one extra call to check, and sets “existed” to true or false.',
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
	request: createTodo.request,
	toRequest: ({ Title, Priority, options }) => ({ Title, Priority, ...options }),
	async *run({ service, request, parameters, run }) {
		const create = async () =>
			await service.callForItems(createTodo, request, ({ Data }) => createdItem(Data));
		if (parameters.whenTitleExists === 'create') {
			yield* await create();
			return;
		}
		const key = nameKey('to-do', '', request.Title);
		yield* lookFirst(service, run, {
			keys: [key],
			like: key,
			request,
			reason: 'already created',
			find: async () => await pendingTodoTitled(service, request.Title),
			toItems: (todo) => [createdItem(todo)],
			write: create,
		});
	},
});
