import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesToDo } from '../../nodes/SweepstakesToDo/SweepstakesToDo.node';
import { ID, lose, openStages, reopen, stage, testRefusals } from './resource';
import { byId, jsonOf } from './stage';

const node = new SweepstakesToDo();

openStages();

async function createTodo(Title: string, more: object = {}): Promise<string> {
	const body = { Title, Priority: 2, ...more };
	return (await stage.api<{ Data: { TodoToken: string } }>('/tickets/createTodo', body)).Data.TodoToken;
}

const titles = async (parameters: INodeParameters = {}) =>
	jsonOf(await stage.run(node, 'getMany', { returnAll: true, ...parameters })).map(({ Title }) => Title);

test('a to-do is completed and loses its deadline', async () => {
	const TodoToken = await createTodo('Check', { Deadline: '2090-06-01' });
	const updateFields = { Status: true, removeDeadline: true };
	const [changed] = jsonOf(await stage.run(node, 'update', { todo: byId(TodoToken), updateFields }));
	expect(stage.lastBody()).toEqual({ TodoToken, Status: true, Deadline: null });
	expect(changed).toMatchObject({ Title: 'Check', Status: 'completed', Priority: 'medium', Deadline: null });
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

test('a to-do of the same title is not mistaken for a lost one, and is returned by default', async () => {
	await createTodo('Check');
	stage.sandbox.advance(60_000);
	lose('/tickets/createTodo', 'before');
	await stage.run(node, 'create', { Title: 'Check', whenTitleExists: 'create' });
	expect(await titles()).toEqual(['Check', 'Check']);
	const [existing] = jsonOf(await stage.run(node, 'create', { Title: 'Check' }));
	const [added] = jsonOf(await stage.run(node, 'create', { Title: 'Other' }));
	expect([existing!.existed, added!.existed]).toEqual([true, false]);
	expect(Object.keys(added!)).toEqual(Object.keys(existing!));
	expect(await titles()).toEqual(['Other', 'Check', 'Check']);
});

testRefusals(node, 'getMany', {}, [
	[
		{ filters: { dateFrom: '2027-02-01', dateTo: '2027-01-01' } },
		'“Filters › To Date” must not be before “From Date”',
	],
]);
testRefusals(node, 'update', { todo: byId(ID) }, [
	[{ updateFields: { Completion: 101 } }, '“Update Fields › Progress (%)” must be at most 100'],
]);

test('for an ordinary account, the service refuses to-dos, and the run ends at once', async () => {
	await reopen({ administrator: false });
	const parameters = { Title: 'Check', Priority: 1 };
	const { error } = await stage.run(node, 'create', parameters, { items: [{}, {}] });
	expect(error?.message).toBe(
		'The service does not allow this for your account: Only administrators of the service may use to-dos',
	);
	expect(stage.paths()).toHaveLength(1);
});
