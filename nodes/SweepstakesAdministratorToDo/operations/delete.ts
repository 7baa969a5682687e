import { deleteTodo as endpoint, todos } from '../api';
import { deletion } from '../../shared/n8n/output/deleted-item';
import { toToDoItem } from '../items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { todo } from '../picker';
import { isSameId } from '../../shared/json';

export const deleteToDo = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a to-do',
	description: 'Permanently delete a to-do, by its ID',
	fields: [
		{
			displayName: 'This cannot be undone. Only the service’s own administrators can use to-dos.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		todo,
	],
	...deletion(endpoint, 'to-do', async (client, { TodoToken }) => {
		for await (const todo of todos.each(client, {}))
			if (isSameId(todo.TodoToken, TodoToken)) return toToDoItem(todo);
		return undefined;
	}),
	toRequest: ({ todo: TodoToken }) => ({ TodoToken }),
});
