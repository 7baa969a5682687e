import { updateTodo } from '../api';
import { priority } from '../../shared/n8n/common-fields';
import { InputError } from '../../shared/n8n/errors/node-errors';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { todo } from '../picker';
import { administratorsOnly, deadline, description, pin, resource, title } from '../fields';
import { toToDoItem } from '../items';

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update a to-do',
	description: 'Update a to-do, or mark it as completed, by its ID',
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
			description: 'The fields to change, at least one. Empty fields are left unchanged.',
			options: [
				{
					displayName: 'Completed',
					name: 'Status',
					type: 'boolean',
					default: true,
					description: 'Whether the to-do is completed. If off, it is pending.',
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
					description: 'How much is done, from 0 to 100',
				},
				{
					displayName: 'Clear Deadline',
					name: 'removeDeadline',
					type: 'boolean',
					default: true,
					description: 'Whether to remove the deadline',
				},
				resource,
				{ ...title, required: false },
			],
		},
	],
	endpoint: updateTodo,
	toRequest: ({ todo: TodoToken, updateFields: { removeDeadline, ...changes } }) => {
		if (removeDeadline && changes.Deadline !== undefined)
			throw new InputError(
				'Update Fields › Clear Deadline',
				'must be off while “Deadline” has a value: remove one of the two',
			);
		return { TodoToken, ...changes, ...(removeDeadline && { Deadline: null }) };
	},
	toItems: ({ reply }) => toToDoItem(reply.Data),
});
