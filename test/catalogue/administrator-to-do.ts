import { createRecord, deletion, item, namedIn, once, row, type Row } from './row';
import { byId, type World } from './world';

const titled = namedIn('todos', 'Title');

const createTodo = async (world: World, Title: string) =>
	await createRecord(world, '/tickets/createTodo', { Title, Priority: 3 }, 'TodoToken');

const Deadline = '2090-06-01';
const DETAILS = { Deadline, Description: 'The end date is missing.', Pin: true, ResourceAffected: 'website' };

export const administratorToDo: Row[] = [
	once('create', 'POST /tickets/createTodo', {
		parameters: (_, { n }) => ({ Title: `New to-do ${n}`, Priority: 3, options: DETAILS }),
		dates: { Deadline: 'date' },
		output: ({ n }) =>
			item({ TodoToken: expect.any(String), Title: `New to-do ${n}`, existed: false, Priority: 'high' }),
		stored: titled('New to-do'),
	}),
	row('getMany', 'POST /tickets/fetchTodos', {
		parameters: async (world, { n }) => {
			const Title = `Listed to-do ${n}`;
			await world.api('/tickets/createTodo', { Title, Priority: 3, ...DETAILS });
			const filters = { search: Title, status: 'pending', priority: 3, resource: 'website', pinned: true };
			return { limit: 1, filters: { ...filters, dateFrom: '2020-01-01', dateTo: '2090-12-31' } };
		},
		dates: { dateFrom: 'date', dateTo: 'date' },
		output: ({ n }) => item({ Title: `Listed to-do ${n}`, Deadline }),
	}),
	row('update', 'POST /tickets/updateTodo', {
		parameters: async (world, { n }) => ({
			todo: byId(await createTodo(world, `Old to-do ${n}`)),
			updateFields: { Title: `Changed to-do ${n}`, Priority: 1, Status: true, Completion: 100, ...DETAILS },
		}),
		dates: { Deadline: 'date' },
		output: ({ n }) => item({ Title: `Changed to-do ${n}`, Status: 'completed', Completion: 100 }),
		stored: titled('Changed to-do'),
	}),
	deletion('POST /tickets/deleteTodo', 'TodoToken', titled('Deleted to-do'), async (world, { n }) => ({
		todo: byId(await createTodo(world, `Deleted to-do ${n}`)),
	})),
];
