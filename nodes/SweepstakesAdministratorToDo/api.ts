import { z } from '../shared/zod';
import { endpoint, safe, safeDelete, unsafe } from '../shared/api/endpoint';
import { acknowledgement, dataReply } from '../shared/api/replies';
import { date, uuid } from '../shared/api/formats';
import { named } from '../shared/api/named';
import { inOrder } from '../shared/api/dates';
import { collect } from '../shared/api/pages';
import { pagedList } from '../shared/api/paged-list';
import { priorityNumber } from '../SweepstakesSupportTicket/api';
import { toNumber } from '../shared/json';

/**
 * The administrator to-dos, newest first. `dateFrom` and `dateTo` filter by creation date, so the service's filters by
 * year and month are not needed.
 */
export const todos = pagedList({
	call: 'POST /tickets/fetchTodos',
	name: 'to-dos',
	key: 'Todos',
	token: 'TodoToken',
	page: 'page',
	largestPage: 20,
	total: 'TotalTodos',
	shows: 'which to-dos there are',
	filter: z
		.object({
			search: z.string(),
			status: z.enum(['pending', 'completed']),
			priority: priorityNumber,
			resource: z.string(),
			pinned: z.boolean(),
			dateFrom: date,
			dateTo: date,
		})
		.partial()
		.refine(...inOrder('dateFrom', 'dateTo')),
});

const title = z.string().max(200);

const todoToCreate = z.object({
	Title: title,
	Priority: priorityNumber,
	Description: z.string().max(20_000).optional(),
	ResourceAffected: z.string().optional(),
	Pin: z.boolean().optional(),
	Deadline: date.optional(),
});

/** Finds pending to-dos by title, newest first. */
export const TODOS = named<Pick<z.output<typeof todoToCreate>, 'Title' | 'Priority'>>({
	thing: 'to-do',
	id: 'TodoToken',
	nameOf: ({ Title }) => Title,
	nameIn: ({ Title }) => Title,
	// A new to-do is on the first page, so that page is read. A search by title might miss a title with special
	// characters.
	list: async (client) => (await todos.readPage(client, { status: 'pending' }, 1)).records,
	listAll: async (client) => await collect(todos.each(client, { status: 'pending' })),
	hasSameValues: (todo, { Priority }) => toNumber(todo.Priority) === Priority,
});

export const createTodo = endpoint({
	call: 'POST /tickets/createTodo',
	request: todoToCreate,
	creates: 'TodoToken',
	reply: dataReply,
	// A retry would create a second to-do.
	retry: unsafe(
		'Before you create it again, use Administrator To-Do › Get Many to check whether the to-do is there.',
	),
	confirm: TODOS.confirm,
});

const oneTodo = z.object({ TodoToken: uuid });

/** If `Deadline` is null, the service removes the to-do's deadline. */
export const updateTodo = endpoint({
	call: 'POST /tickets/updateTodo',
	request: todoToCreate
		.partial()
		.merge(oneTodo)
		.extend({
			Deadline: date.nullable().optional(),
			Status: z.boolean().optional(),
			Completion: z.number().int().min(0).max(100).optional(),
		}),
	reply: dataReply,
	retry: safe,
});

export const deleteTodo = endpoint({
	call: 'POST /tickets/deleteTodo',
	request: oneTodo,
	reply: acknowledgement,
	retry: safeDelete,
});
