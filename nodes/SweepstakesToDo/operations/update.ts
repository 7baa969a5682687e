import { updateTodo } from '../api';
import { priority } from '../../shared/fields/priority';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { todo } from '../picker';
import { administratorsOnly, deadline, description, pin, resource, title } from '../fields';
import { toDoItem } from '../items';

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update a to-do',
	description: 'Change a to-do by its ID, or mark it as completed',
	fields: [
		administratorsOnly,
		todo,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			typeOptions: { minRequiredFields: 1 },
			placeholder: 'Add field',
			default: {},
			description: 'The fields to change, at least one. An empty field stays as it is.',
			options: [
				{
					displayName: 'Completed',
					name: 'Status',
					type: 'boolean',
					default: true,
					description: 'Whether the to-do is completed. When off, it is pending.',
				},
				deadline,
				description,
				pin,
				priority,
				{
					displayName: 'Progress (%)',
					name: 'Completion',
					type: 'number',
					typeOptions: { minValue: 0, maxValue: 100, numberPrecision: 0 },
					default: 0,
					description: 'How much of it is done, from 0 to 100',
				},
				{
					displayName: 'Remove Deadline',
					name: 'removeDeadline',
					type: 'boolean',
					default: true,
					description: 'Whether to remove the deadline of the to-do',
				},
				resource,
				{ ...title, required: false },
			],
		},
	],
	endpoint: updateTodo,
	toRequest: ({ todo: TodoToken, updateFields: { removeDeadline, ...changes } }) => ({
		TodoToken,
		...changes,
		...(removeDeadline && { Deadline: null }),
	}),
	toItems: ({ reply }) => toDoItem(reply.Data),
});
