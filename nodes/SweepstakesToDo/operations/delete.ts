import { deleteTodo as endpoint } from '../../shared/api/todos';
import { deletedItem } from '../../shared/items/deletedItem';
import { defineOperation } from '../../shared/n8n/operation';
import { todo } from '../../shared/pickers/todo';

export const deleteToDo = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a to-do',
	description: 'Delete a to-do permanently, by its ID',
	fields: [
		{
			displayName: 'This cannot be undone. Only administrators of the service may use to-dos.',
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
