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

	test('shows the service’s error if the name is taken', async () => {
		await stage.createGroup('VIP');
		const { error } = await stage.run(node, 'create', { sweepstakes: stage.picked, groupName: 'VIP' });
		expect(error?.message).toMatch(/^The service refused this: /);
	});

	test('returns the existing group if that is chosen, and creates none', async () => {
		const token = await stage.createGroup('VIP');
		const parameters = { sweepstakes: stage.picked, groupName: '&#86;IP', whenNameExists: 'return' };
		const [group] = jsonOf(await stage.run(node, 'create', parameters));
		expect(group).toMatchObject({ GroupToken: token, GroupName: 'VIP', existed: true });
		expect(stage.paths()).toEqual(['/groups/fetch']);
	});

	test('creates a group once for several items with the same name', async () => {
		const parameters = { sweepstakes: stage.picked, groupName: 'VIP', whenNameExists: 'return' };
		const result = await stage.run(node, 'create', parameters, { items: [{}, {}, {}] });
		expect(jsonOf(result).map(({ existed }) => existed)).toEqual([false, true, true]);
		expect(stage.paths().filter((path) => path === '/groups/create')).toHaveLength(1);
	});

	test('refuses an empty name before anything is sent', async () => {
		const parameters = { sweepstakes: stage.picked, groupName: '={{ $json.nothing }}' };
		expect(await stage.refusal(node, 'create', parameters)).toBe('Item 1: “Group Name” is required');
	});
});

describe('Get Many', () => {
	test('returns all groups, including the primary one, or up to the limit', async () => {
		await stage.createGroup('VIP');
		expect(await namesOf()).toHaveLength(2);
		const one = await stage.run(node, 'getMany', { sweepstakes: stage.picked, limit: 1 });
		expect(one.items).toHaveLength(1);
	});
});

describe('Rename', () => {
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

	test('returns the whole group if the service sends it', async () => {
		await stage.close();
		stage = await Stage.open({}, undefined, 'reference');
		const token = await stage.createGroup('VIP');
		const parameters = { sweepstakes: stage.picked, group: byId(token), groupName: 'Guests' };
		const [renamed] = jsonOf(await stage.run(node, 'update', parameters));
		expect(renamed).toMatchObject({ GroupToken: token, GroupName: 'Guests', Primary: false });
		expect(renamed).not.toHaveProperty('Data');
	});

	test('refuses an invalid ID before anything is sent', async () => {
		const parameters = { sweepstakes: stage.picked, group: byId('VIP'), groupName: 'Guests' };
		expect(await stage.refusal(node, 'update', parameters)).toBe(
			'Item 1: “Group” must be an ID such as 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f, but is “VIP”',
		);
	});
});

describe('Delete', () => {
	test('returns that it was deleted', async () => {
		const token = await stage.createGroup('VIP');
		const result = await stage.run(node, 'delete', { sweepstakes: stage.picked, group: byId(token) });
		expect(jsonOf(result)).toMatchObject([{ deleted: true, GroupToken: token }]);
		expect(await namesOf()).not.toContain('VIP');
	});

	test('shows the service’s error for a locked group', async () => {
		const token = await stage.createGroup('VIP');
		stage.sandbox.lockGroup(token);
		const { error } = await stage.run(node, 'delete', { sweepstakes: stage.picked, group: byId(token) });
		expect(error?.message).toMatch(/^The service refused this: /);
	});
});

describe('the picker', () => {
	test('lists the groups of the chosen sweepstakes, without “All Groups”', async () => {
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
