import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesGroup();

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open();
});
afterEach(async () => await stage.close());

const namesOf = async () =>
	jsonOf(await stage.run(node, 'getMany', { sweepstakes: stage.picked, returnAll: true })).map(
		({ GroupName }) => GroupName,
	);

describe('Create', () => {
	test('returns the new group', async () => {
		const result = await stage.run(node, 'create', { sweepstakes: stage.picked, groupName: ' VIP ' });
		expect(jsonOf(result)).toMatchObject([{ GroupName: 'VIP', Primary: false }]);
		expect(stage.lastBody()).toEqual({ sweepstakesToken: stage.sweepstakesToken, groupName: 'VIP' });
	});

	test('tells in the service’s words that the name is taken', async () => {
		await stage.createGroup('VIP');
		const { error } = await stage.run(node, 'create', { sweepstakes: stage.picked, groupName: 'VIP' });
		expect(error?.message).toMatch(/^The service refused this: /);
	});

	test('returns the group that has the name, where that is wanted, and creates none', async () => {
		const token = await stage.createGroup('VIP');
		const parameters = { sweepstakes: stage.picked, groupName: 'VIP', whenNameExists: 'return' };
		const [group] = jsonOf(await stage.run(node, 'create', parameters));
		expect(group).toMatchObject({ GroupToken: token, GroupName: 'VIP', alreadyExisted: true });
		expect(stage.paths()).toEqual(['/groups/fetch']);
	});

	test('creates a group once for several items that ask for the same', async () => {
		const parameters = { sweepstakes: stage.picked, groupName: 'VIP', whenNameExists: 'return' };
		const result = await stage.run(node, 'create', parameters, { items: [{}, {}, {}] });
		expect(jsonOf(result).map(({ alreadyExisted }) => alreadyExisted)).toEqual([false, true, true]);
		expect(stage.paths().filter((path) => path === '/groups/create')).toHaveLength(1);
	});

	test('refuses an empty name before anything is sent', async () => {
		const parameters = { sweepstakes: stage.picked, groupName: '={{ $json.nothing }}' };
		expect(await stage.refusal(node, 'create', parameters)).toBe('Item 1: “Group Name” is required');
	});
});

describe('Get Many', () => {
	test('returns all groups, the primary one included, or as many as wanted', async () => {
		await stage.createGroup('VIP');
		expect(await namesOf()).toHaveLength(2);
		const one = await stage.run(node, 'getMany', { sweepstakes: stage.picked, limit: 1 });
		expect(one.items).toHaveLength(1);
	});
});

describe('Update', () => {
	test('renames the group', async () => {
		const token = await stage.createGroup('VIP');
		const result = await stage.run(node, 'update', {
			sweepstakes: stage.picked,
			group: byId(token),
			groupName: 'Guests',
		});
		expect(jsonOf(result)).toMatchObject([{ GroupToken: token, GroupName: 'Guests' }]);
		expect(await namesOf()).toEqual(expect.arrayContaining(['Guests']));
	});

	test('returns the whole group where the service sends it', async () => {
		await stage.close();
		stage = await Stage.open({}, undefined, 'reference');
		const token = await stage.createGroup('VIP');
		const parameters = { sweepstakes: stage.picked, group: byId(token), groupName: 'Guests' };
		const [renamed] = jsonOf(await stage.run(node, 'update', parameters));
		expect(renamed).toMatchObject({ GroupToken: token, GroupName: 'Guests', Primary: false, Response: true });
		expect(renamed).not.toHaveProperty('Data');
	});

	test('refuses an ID that is none before anything is sent', async () => {
		const parameters = { sweepstakes: stage.picked, group: byId('VIP'), groupName: 'Guests' };
		expect(await stage.refusal(node, 'update', parameters)).toBe(
			'Item 1: “Group” must be an ID such as 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f, but is “VIP”',
		);
	});
});

describe('Delete', () => {
	test('answers that it is deleted', async () => {
		const token = await stage.createGroup('VIP');
		const result = await stage.run(node, 'delete', { sweepstakes: stage.picked, group: byId(token) });
		expect(jsonOf(result)).toMatchObject([{ deleted: true, GroupToken: token }]);
		expect(await namesOf()).not.toContain('VIP');
	});

	test('tells in the service’s words why a locked group stays', async () => {
		const token = await stage.createGroup('VIP');
		stage.sandbox.lockGroup(token);
		const { error } = await stage.run(node, 'delete', { sweepstakes: stage.picked, group: byId(token) });
		expect(error?.message).toMatch(/^The service refused this: /);
	});
});

describe('the picker', () => {
	test('lists the groups of the chosen sweepstakes, without all of them together', async () => {
		const token = await stage.createGroup('VIP');
		const parameters = { operation: 'update', sweepstakes: stage.picked };
		const { results } = await stage.search(node, 'searchGroups', parameters);
		expect(results).toHaveLength(2);
		expect(results).not.toContainEqual(expect.objectContaining({ value: 'allgroups' }));
		const found = await stage.search(node, 'searchGroups', parameters, 'vi');
		expect(found.results).toEqual([{ name: 'VIP', value: token }]);
	});

	test('marks the primary group and locked ones, which cannot be deleted', async () => {
		const token = await stage.createGroup('VIP');
		stage.sandbox.lockGroup(token);
		const { results } = await stage.search(node, 'searchGroups', { sweepstakes: stage.picked });
		expect(results).toContainEqual({ name: 'VIP (locked)', value: token });
		expect(results).toContainEqual(expect.objectContaining({ name: expect.stringMatching(/ \(primary\)$/) }));
	});
});
