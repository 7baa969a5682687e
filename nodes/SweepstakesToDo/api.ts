import { asText } from '../shared/json';
import { z } from '../shared/zod';
import {
	acknowledgement,
	dataReply,
	endpoint,
	lookup,
	safe,
	safeDelete,
	unsafe,
} from '../shared/api/endpoint';
import { date, uuid } from '../shared/api/formats';
import { confirmNamedCreation } from '../shared/api/ledger';
import { pageReply } from '../shared/api/pagedLists';
import { readPages, uniqueRecords } from '../shared/api/pages';
import { priorityNumber } from '../SweepstakesTicket/api';

/**
 * The to-dos, which only administrators of the service may use. Requests and replies are those of the reference, section
 * To-dos: the contract names them only.
 */

const TODOS_PER_PAGE = 20;

/** Dates are creation dates. The service also takes a year and a month, which say no more than two dates. */
const filter = z
	.object({
		search: z.string().optional(),
		status: z.enum(['pending', 'completed']).optional(),
		priority: priorityNumber.optional(),
		resource: z.string().optional(),
		pinned: z.boolean().optional(),
		dateFrom: date.optional(),
		dateTo: date.optional(),
	})
	.refine(({ dateFrom, dateTo }) => !dateFrom || !dateTo || dateFrom <= dateTo, {
		path: ['dateTo'],
		message: 'must not be before {dateFrom}',
	});

export const fetchTodos = endpoint({
	call: 'POST /tickets/fetchTodos',
	request: filter.and(z.object({ page: z.number().optional() })),
	reply: pageReply('Todos', 'TotalTodos', 'TodoToken'),
	tells: 'which to-dos there are',
	retry: safe,
});

/** The to-dos that match, newest first, each once. */
export const todos = lookup({
	request: filter,
	async *read(service, wanted) {
		const pages = readPages({
			name: 'to-dos',
			perPage: TODOS_PER_PAGE,
			readPage: async (page) => await service.call(fetchTodos, { ...wanted, page }),
		});
		yield* uniqueRecords(service, pages, ({ TodoToken }) => asText(TodoToken));
	},
});

const title = z.string().max(200);

const todoToCreate = z.object({
	Title: title,
	Priority: priorityNumber,
	Description: z.string().optional(),
	ResourceAffected: z.string().optional(),
	Pin: z.boolean().optional(),
	Deadline: date.optional(),
});

export const createTodo = endpoint({
	call: 'POST /tickets/createTodo',
	request: todoToCreate,
	reply: dataReply,
	// A second call would create a second to-do.
	retry: unsafe({
		check: 'Before you create it again, check with To-Do › Get Many whether the to-do is there.',
		confirm: confirmNamedCreation<z.output<typeof todoToCreate>>({
			id: 'TodoToken',
			nameOf: ({ Title }) => Title,
			nameIn: ({ Title }) => Title,
			// Without a search: a new to-do is on the first page, and how the service reads special characters is not known.
			listed: async (service) => (await service.call(fetchTodos, {})).records,
			likeness:
				({ Priority }) =>
				(todo) =>
					Number(todo.Priority) === Priority,
		}),
	}),
});

const oneTodo = z.object({ TodoToken: uuid });

/** At least one of the optional fields is required. A deadline of `null` removes it. */
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
	// The second time sets the same values.
	retry: safe,
});

export const deleteTodo = endpoint({
	call: 'POST /tickets/deleteTodo',
	request: oneTodo,
	reply: acknowledgement,
	retry: safeDelete,
});
