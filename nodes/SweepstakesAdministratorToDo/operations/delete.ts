import { deleteTodo as endpoint } from '../api';
import { deletedItem } from '../../shared/n8n/output/deleted-item';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { todo } from '../picker';

export const deleteToDo = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a to-do',
	description: 'Delete a to-do permanently, by its ID',
	fields: [
		{
			displayName: 'This cannot be undone. Only administrators of the service can use to-dos.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		todo,
	],
	endpoint,
	toRequest: ({ todo: TodoToken }) => ({ TodoToken }),
	toItems: ({ reply, request }) => deletedItem(reply, request),
});
