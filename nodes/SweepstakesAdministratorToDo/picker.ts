import { todos } from './api';
import { withMarks } from '../shared/api/titles';
import { listOrId, searchList } from '../shared/n8n/editor/picker';
import { asText, type Json } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';

const searchTodos = searchList(todos.readPage, toChoice, (search) => ({ search }));

/** Returns a choice with a name such as "Order prizes (completed)". */
function toChoice({ TodoToken, Title, Status }: Json & { TodoToken: string }) {
	return { name: withMarks(asText(Title) || TodoToken, Status === true && 'completed'), value: TodoToken };
}

/** Picker for a to-do. Its value is a TodoToken. */
export const todo = {
	displayName: 'To-Do',
	name: 'todo',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The to-do to work with',
	...listOrId('Select a to-do…', { searchTodos }, 'TodoToken'),
} as const satisfies Field;
