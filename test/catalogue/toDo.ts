import type { Store } from '../../sandbox/store';
import { countOf, deletion, item, type Row } from './row';
import { byId, type World } from './world';

const titled =
	(prefix: string) =>
	({ todos }: Store, { n }: { n: number }) =>
		countOf(todos.all(), ({ Title }) => Title === `${prefix} ${n}`);

async function createTodo({ api }: World, Title: string): Promise<string> {
	const { Data } = await api<{ Data: { TodoToken: string } }>('/tickets/createTodo', { Title, Priority: 3 });
	return Data.TodoToken;
}

const DETAILS = {
	Deadline: '2090-06-01',
	Description: 'The end date is missing.',
	Pin: true,
	ResourceAffected: 'website',
};

export const toDo: Row[] = [
	{
		operation: 'create',
		endpoint: 'POST /tickets/createTodo',
		parameters: (_, { n }) => ({ Title: `New to-do ${n}`, Priority: 3, options: DETAILS }),
		dates: { Deadline: 'date' },
		output: ({ n }) =>
			item({ TodoToken: expect.any(String), Title: `New to-do ${n}`, existed: false, Priority: 'high' }),
		withoutReply: 'confirms',
		stored: titled('New to-do'),
	},
	{
		operation: 'getMany',
		endpoint: 'POST /tickets/fetchTodos',
		parameters: async (world, { n }) => {
			const Title = `Listed to-do ${n}`;
			await world.api('/tickets/createTodo', { Title, Priority: 3, ...DETAILS });
			const filters = {
				search: Title,
				status: 'pending',
				priority: 3,
				resource: 'website',
				pinned: true,
				dateFrom: '2020-01-01',
				dateTo: '2090-12-31',
			};
			return { limit: 1, filters };
		},
		dates: { dateFrom: 'date', dateTo: 'date' },
		output: ({ n }) => item({ Title: `Listed to-do ${n}`, Deadline: '2090-06-01' }),
	},
	{
		operation: 'update',
		endpoint: 'POST /tickets/updateTodo',
		parameters: async (world, { n }) => ({
			todo: byId(await createTodo(world, `Old to-do ${n}`)),
			updateFields: { Title: `Changed to-do ${n}`, Priority: 1, Status: true, Completion: 100, ...DETAILS },
		}),
		dates: { Deadline: 'date' },
		output: ({ n }) => item({ Title: `Changed to-do ${n}`, Status: 'completed', Completion: 100 }),
		stored: titled('Changed to-do'),
	},
	{
		operation: 'delete',
		endpoint: 'POST /tickets/deleteTodo',
		parameters: async (world, { n }) => ({ todo: byId(await createTodo(world, `Deleted to-do ${n}`)) }),
		...deletion('TodoToken'),
		stored: (store, unique) => 1 - titled('Deleted to-do')(store, unique),
	},
];
