import {
	accepts,
	INSTANT,
	knowsItsAccount,
	openBench,
	UNHURRIED,
	UUID,
	type Bench,
	type Contract,
	type Json,
} from './harness';
import {
	checkFields,
	day,
	filledText,
	flag,
	oneOf,
	required,
	takesOneToken,
	text,
	uuid,
	whole,
} from './kinds';

const ADMINISTRATOR = { ...UNHURRIED, administrator: true };

let bench: Bench;
beforeAll(async () => {
	bench = await openBench({ accounts: [ADMINISTRATOR, { token: 'other', administrator: true }] });
});

/** @returns the to-do as /tickets/createTodo answers it */
const createTodo = async (changes: Json = {}, at = bench): Promise<Json> =>
	(await at.ok('/tickets/createTodo', { Title: 'Check', Priority: 2, ...changes })).Data;

describe('POST /tickets/createTodo', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/tickets/createTodo',
		valid: () => ({ Title: 'Check', Priority: 2 }),
	};
	checkFields(contract, {
		Title: required(filledText(200)),
		Priority: required(whole(1, 3)),
		Description: text(),
		ResourceAffected: text(),
		Pin: flag,
		Deadline: day,
	});

	it('answers the whole to-do', async () => {
		expect(await createTodo({ Deadline: '2030-02-01' })).toEqual({
			TodoToken: expect.stringMatching(UUID),
			CreationDate: expect.stringMatching(INSTANT),
			Deadline: '2030-02-01T00:00:00.000Z',
			Title: 'Check',
			Description: '',
			Priority: 2,
			ResourceAffected: 'general',
			Pin: false,
			Status: false,
			Views: 0,
			Completion: 0,
		});
		expect(await createTodo()).toMatchObject({ Deadline: null });
	});
});

describe('POST /tickets/fetchTodos', () => {
	const contract: Contract = { bench: () => bench, path: '/tickets/fetchTodos', valid: () => ({}) };
	checkFields(contract, {
		page: whole(1),
		search: text(),
		status: oneOf('pending', 'completed'),
		priority: whole(1, 3),
		resource: text(),
		pinned: flag,
		dateFrom: day,
		dateTo: day,
		month: whole(1, 12),
	});
	accepts(contract, [['a year', { year: 2030 }]]);

	it('lists the to-dos of the account, newest first, 20 on a page, without Completion', async () => {
		const own = await openBench({ accounts: [ADMINISTRATOR, { token: 'other', administrator: true }] });
		for (let n = 1; n <= 21; n++) await createTodo({ Title: `To-do ${n}` }, own);
		await own.ok('/tickets/createTodo', { Title: 'Not mine', Priority: 1 }, { token: 'other' });
		const { Data } = await own.ok('/tickets/fetchTodos', {});
		expect(Data).toMatchObject({ TotalTodos: 21, Page: 1, Limit: 20, TotalPages: 2 });
		expect(Data.Todos).toHaveLength(20);
		expect(Data.Todos[0]).toMatchObject({ Title: 'To-do 21' });
		expect(Data.Todos[0]).not.toHaveProperty('Completion');
		expect((await own.ok('/tickets/fetchTodos', { page: 2 })).Data.Todos).toHaveLength(1);
	});

	it('filters', async () => {
		const own = await openBench({ accounts: [ADMINISTRATOR] });
		const one = await createTodo({ Title: 'One', Description: 'Red', Pin: true, Priority: 1 }, own);
		await createTodo({ Title: 'Two', ResourceAffected: 'blog' }, own);
		await own.ok('/tickets/updateTodo', { TodoToken: one.TodoToken, Status: true });
		own.sandbox.advance(20 * 24 * 60 * 60 * 1000);
		await createTodo({ Title: 'Three' }, own);
		const found = async (body: Json) =>
			(await own.ok('/tickets/fetchTodos', body)).Data.Todos.map(({ Title }: Json) => Title as string);
		expect(await found({ search: 'red' })).toEqual(['One']);
		expect(await found({ status: 'completed' })).toEqual(['One']);
		expect(await found({ status: 'pending' })).toEqual(['Three', 'Two']);
		expect(await found({ priority: 1 })).toEqual(['One']);
		expect(await found({ resource: 'blog' })).toEqual(['Two']);
		expect(await found({ pinned: true })).toEqual(['One']);
		expect(await found({ dateFrom: '2030-01-16' })).toEqual(['Three']);
		expect(await found({ dateTo: '2030-01-16' })).toEqual(['Two', 'One']);
		expect(await found({ year: 2030, month: 2 })).toEqual(['Three']);
		expect(await found({ year: 2030 })).toHaveLength(3);
		expect(await found({ year: 2029 })).toEqual([]);
		expect(await found({ year: 2029, dateFrom: '2030-01-16' })).toEqual(['Three']);
	});
});

describe('POST /tickets/updateTodo', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/tickets/updateTodo',
		valid: async () => ({ TodoToken: (await createTodo()).TodoToken }),
	};
	checkFields(contract, {
		TodoToken: required(uuid),
		Title: filledText(200),
		Description: text(),
		Priority: whole(1, 3),
		ResourceAffected: text(),
		Pin: flag,
		Status: flag,
		Completion: whole(0, 100),
		Deadline: { ...day, accepts: ['2030-02-01', null] },
	});
	knowsItsAccount(contract, 'TodoToken');

	it('changes what is sent, and answers the to-do', async () => {
		const { TodoToken } = await createTodo({ Deadline: '2030-02-01' });
		const { Data } = await bench.ok('/tickets/updateTodo', { TodoToken, Deadline: null, Completion: 50 });
		expect(Data).toMatchObject({ Title: 'Check', Deadline: null, Completion: 50 });
	});
});

describe('POST /tickets/deleteTodo', () => {
	takesOneToken(
		{ bench: () => bench, path: '/tickets/deleteTodo' },
		'TodoToken',
		async () => (await createTodo()).TodoToken,
	);

	it('answers 404 the second time', async () => {
		const { TodoToken } = await createTodo();
		const remove = async () => (await bench.call('/tickets/deleteTodo', { TodoToken })).status;
		expect([await remove(), await remove()]).toEqual([200, 404]);
	});
});

it.each([
	['/tickets/createTodo', { Title: 'Check', Priority: 1 }],
	['/tickets/fetchTodos', {}],
	['/tickets/updateTodo', { TodoToken: '11111111-2222-4333-8444-555555555555' }],
	['/tickets/deleteTodo', { TodoToken: '11111111-2222-4333-8444-555555555555' }],
])('%s answers 403 to an account that is no administrator', async (path, body) => {
	const own = await openBench();
	expect((await own.call(path, body)).status).toBe(403);
});
