import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesToDo } from '../../nodes/SweepstakesToDo/SweepstakesToDo.node';
import { startSandbox } from '../../sandbox';
import { byId, jsonOf, Stage, UNLIMITED } from './stage';

const node = new SweepstakesToDo();

let stage: Stage;
afterEach(async () => await stage.close());

/** @returns its TodoToken */
async function createTodo(Title: string, more: object = {}): Promise<string> {
	const body = { Title, Priority: 2, ...more };
	return (await stage.api<{ Data: { TodoToken: string } }>('/tickets/createTodo', body)).Data.TodoToken;
}

const titles = async (parameters: INodeParameters = {}) =>
	jsonOf(await stage.run(node, 'getMany', { returnAll: true, ...parameters })).map(({ Title }) => Title);

describe.each(['contract', 'reference'] as const)('in the dialect %s', (dialect) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
	});

	test('creates, changes and deletes a to-do', async () => {
		const options = { Deadline: '2090-06-01T00:00:00', Pin: true };
		const [created] = jsonOf(await stage.run(node, 'create', { Title: 'Check', Priority: 1, options }));
		expect(stage.lastBody()).toEqual({ Title: 'Check', Priority: 1, Deadline: '2090-06-01', Pin: true });
		expect(created).toMatchObject({ Status: 'pending', Priority: 'low', Deadline: '2090-06-01' });
		expect(Object.keys(created!)[0]).toBe('Title');
		expect(Object.keys(created!).at(-1)).toBe('TodoToken');

		const TodoToken = created!.TodoToken as string;
		const updateFields = { Status: true, removeDeadline: true };
		const [changed] = jsonOf(await stage.run(node, 'update', { todo: byId(TodoToken), updateFields }));
		expect(stage.lastBody()).toEqual({ TodoToken, Status: true, Deadline: null });
		expect(changed).toMatchObject({ Title: 'Check', Status: 'completed', Deadline: null });

		const deleted = await stage.run(node, 'delete', { todo: byId(TodoToken) });
		expect(jsonOf(deleted)).toEqual([{ deleted: true, TodoToken }]);
		expect(await titles()).toEqual([]);
	});
});

describe('whatever the dialect', () => {
	beforeEach(async () => {
		stage = await Stage.open();
	});

	test('lists all pages, newest first, or up to the limit, and filters', async () => {
		for (let n = 1; n <= 23; n++) await createTodo(`To-do ${n}`, { Pin: n === 5 });
		expect(await titles()).toEqual(Array.from({ length: 23 }, (_, index) => `To-do ${23 - index}`));
		expect(stage.paths()).toHaveLength(2);
		expect(await titles({ returnAll: false, limit: 1 })).toEqual(['To-do 23']);
		expect(await titles({ filters: { pinned: true } })).toEqual(['To-do 5']);
		expect(await titles({ filters: { status: 'completed' } })).toEqual([]);
		expect(await titles({ filters: { dateTo: '2020-01-01' } })).toEqual([]);
	});

	test('a to-do of the same title that was there before is not mistaken for a lost one', async () => {
		await createTodo('Check');
		stage.sandbox.advance(60_000);
		stage.sandbox.faults([{ path: '/tickets/createTodo', drop: 'before' }]);
		await stage.run(node, 'create', { Title: 'Check', Priority: 2 });
		expect(await titles()).toEqual(['Check', 'Check']);
	});

	test.each<[string, string, INodeParameters, string]>([
		['create', 'no title', { Title: ' ', Priority: 1 }, '“Title” is required'],
		[
			'getMany',
			'dates in the wrong order',
			{ filters: { dateFrom: '2027-02-01', dateTo: '2027-01-01' } },
			'“Filters › Created To” must not be before “Created From”, but is “2027-01-01”',
		],
		[
			'update',
			'a progress of 101 %',
			{
				todo: byId('3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f'),
				updateFields: { Completion: '={{ 101 }}' },
			},
			'“Update Fields › Progress (%)” must be at most 100, but is 101',
		],
	])('%s refuses %s before anything is sent', async (operation, _what, parameters, sentence) => {
		expect(await stage.refusal(node, operation, parameters)).toBe(`Item 1: ${sentence}`);
	});

	test('the picker lists the to-dos, page by page, marks completed ones, and lets the service search', async () => {
		const first = await createTodo('Check');
		await stage.run(node, 'update', { todo: byId(first), updateFields: { Status: true } });
		for (let n = 1; n <= 20; n++) await createTodo(`To-do ${n}`);
		const page = await stage.search(node, 'searchTodos');
		expect(page.results).toHaveLength(20);
		const next = await stage.search(node, 'searchTodos', {}, '', page.paginationToken as string);
		expect(next).toEqual({ results: [{ name: 'Check (completed)', value: first }] });
		expect((await stage.search(node, 'searchTodos', {}, 'chec')).results).toHaveLength(1);
	});

	test('the picker needs neither a title nor the number of pages', async () => {
		const body = { Response: true, Data: { Todos: [{ TodoToken: 't' }] } };
		stage.sandbox.faults([{ path: '/tickets/fetchTodos', body }]);
		expect(await stage.search(node, 'searchTodos')).toEqual({ results: [{ name: 't', value: 't' }] });
	});
});

test('for an ordinary account, the service refuses to-dos, and the run ends at once', async () => {
	stage = await Stage.on(await startSandbox({ accounts: [{ plan: UNLIMITED }], sample: false }));
	const parameters = { Title: 'Check', Priority: 1 };
	const { error } = await stage.run(node, 'create', parameters, { items: [{}, {}] });
	expect(error?.message).toBe(
		'The service does not allow this for your account: Only administrators of the service may use to-dos',
	);
	expect(stage.paths()).toHaveLength(1);
});
