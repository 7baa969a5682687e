import { z } from 'zod';
import { dateTime, toInstant } from '../time/clock';
import { endpoint, requireOwn, type Call } from '../endpoint';
import { date, filledText, flag, integer, isoDate, text, uuid } from '../fields';
import { takePage } from './paging';
import type { Todo } from '../records';
import { forbidden } from '../refusal';
import { newToken } from '../token';

const PER_PAGE = 20;

const title = filledText.max(200);
const description = text.max(20_000);
const priority = integer.min(1).max(3).describe('1 low, 2 medium, 3 high');
const deadline = z
	.union([isoDate, z.literal('')])
	.nullable()
	.describe('ISO date, or empty for none');

const create = endpoint({
	method: 'POST',
	path: '/tickets/createTodo',
	request: z.object({
		Title: title,
		Priority: priority,
		Description: description.default(''),
		ResourceAffected: text.default('general'),
		Pin: flag.default(false),
		Deadline: deadline.optional(),
	}),
	carryOut({ Deadline = null, ...given }, call) {
		refuseUnlessAdministrator(call);
		const { store, account, now } = call;
		return store.todos.insert({
			TodoToken: newToken(),
			UserToken: account.UserToken,
			CreationDate: dateTime(now),
			Deadline,
			...given,
			Status: false,
			Completion: 0,
		});
	},
	answer: (todo) => ({ Message: 'To-do created.', Data: toReply(todo) }),
});

const fetch = endpoint({
	method: 'POST',
	path: '/tickets/fetchTodos',
	request: z.object({
		page: integer.min(1).default(1),
		search: text.default(''),
		status: z.enum(['pending', 'completed']).optional(),
		priority: priority.optional(),
		resource: text.optional(),
		pinned: flag.optional(),
		dateFrom: date.optional(),
		dateTo: date.optional(),
		year: integer.describe('ignored with dateFrom or dateTo').optional(),
		month: integer.min(1).max(12).describe('with year').optional(),
	}),
	carryOut(request, call) {
		refuseUnlessAdministrator(call);
		const { page, search, status, priority: urgency, resource, pinned } = request;
		const { dateFrom = '', dateTo = '9999', year, month } = request;
		const hasDates = request.dateFrom !== undefined || request.dateTo !== undefined;
		const period =
			year === undefined || hasDates
				? ''
				: `${year}${month === undefined ? '' : `-${String(month).padStart(2, '0')}`}`;
		const found = call.store.todos
			.of(call.account.UserToken)
			.filter((todo) => {
				const day = todo.CreationDate.slice(0, 10);
				return (
					`${todo.Title}\n${todo.Description}`.toLowerCase().includes(search.toLowerCase()) &&
					(status === undefined || todo.Status === (status === 'completed')) &&
					(urgency === undefined || todo.Priority === urgency) &&
					(resource === undefined || todo.ResourceAffected === resource) &&
					(pinned === undefined || todo.Pin === pinned) &&
					day >= dateFrom &&
					day <= dateTo &&
					day.startsWith(period)
				);
			})
			.reverse();
		return { page, found };
	},
	answer({ page, found }) {
		const { rows, totalPages } = takePage(found, page, PER_PAGE);
		return {
			Data: {
				TotalTodos: found.length,
				Page: page,
				Limit: PER_PAGE,
				TotalPages: totalPages,
				Todos: rows.map((todo) => {
					const { Completion: _, ...entry } = toReply(todo);
					return entry;
				}),
			},
		};
	},
});

const oneTodo = z.object({ TodoToken: uuid });

const update = endpoint({
	method: 'POST',
	path: '/tickets/updateTodo',
	request: oneTodo.extend({
		Title: title.optional(),
		Description: description.optional(),
		Priority: priority.optional(),
		ResourceAffected: text.optional(),
		Pin: flag.optional(),
		Deadline: deadline.optional(),
		Status: flag.optional(),
		Completion: integer.min(0).max(100).optional(),
	}),
	carryOut: ({ TodoToken, ...changes }, call) =>
		call.store.todos.update(requireOwnTodo(call, TodoToken), changes),
	answer: (todo) => ({ Message: 'To-do updated.', Data: toReply(todo) }),
});

const remove = endpoint({
	method: 'POST',
	path: '/tickets/deleteTodo',
	request: oneTodo,
	carryOut({ TodoToken }, call) {
		call.store.todos.remove(requireOwnTodo(call, TodoToken));
		return { Message: 'To-do deleted.' };
	},
});

export const todoEndpoints = [create, fetch, update, remove];

function refuseUnlessAdministrator({ account }: Call): void {
	if (!account.administrator) throw forbidden('Only administrators of the service may use to-dos.');
}

function requireOwnTodo(call: Call, token: string): Todo {
	refuseUnlessAdministrator(call);
	return requireOwn(call, call.store.todos.get(token), 'To-do');
}

function toReply({ UserToken: _, ...todo }: Todo) {
	return { ...todo, Deadline: todo.Deadline ? dateTime(toInstant(todo.Deadline)) : null, Views: 0 };
}
