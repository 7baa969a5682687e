import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { openStages, search, stage } from '../support/engine/resource';
import { byId } from '../support/engine/stage';

const node = new SweepstakesGroup();

openStages();

const create = async (groupName: string, whenNameExists: string, items = [{}]) =>
	await stage.run(node, 'create', { sweepstakes: stage.picked, groupName, whenNameExists }, { items });

describe('“Create”', () => {
	test('fails with the service’s error if another group has the name', async () => {
		await stage.createGroup('VIP');
		expect((await create(' VIP ', 'error')).error?.message).toMatch(/^The service rejected this: /);
		expect(stage.lastBody()).toEqual({ sweepstakesToken: stage.sweepstakesToken, groupName: 'VIP' });
	});
});

test('“Rename” reads the groups at each lookup, because a lost call may be processed between two of them', async () => {
	const group = await stage.createGroup('VIP');
	stage.sandbox.faults([{ path: '/groups/update', status: 504, body: '', late: { calls: 1 } }]);
	const parameters = { sweepstakes: stage.picked, group: byId(group), groupName: 'Guests' };
	const { error, items } = await stage.run(node, 'rename', parameters);
	expect(error).toBeUndefined();
	expect(items[0]!.json).toMatchObject({ GroupToken: group, GroupName: 'Guests' });
	expect(stage.callsTo('/groups/update')).toBe(1);
	expect(stage.callsTo('/groups/fetch')).toBe(2);
});

test('the picker of groups lists the groups of the sweepstakes, and marks those that cannot be deleted', async () => {
	const value = await stage.createGroup('VIP');
	stage.sandbox.lockGroup(value);
	const parameters = { sweepstakes: stage.picked };
	const locked = { name: 'VIP (locked)', value };
	const groups = await search(node, 'searchGroups', parameters);
	expect(groups).toHaveLength(2);
	expect(groups).toContainEqual(locked);
	expect(groups).toContainEqual(expect.objectContaining({ name: expect.stringMatching(/ \(primary\)$/) }));
	expect(await search(node, 'searchGroups', parameters, 'vi')).toEqual([locked]);
	const all = { name: 'All Groups', value: 'allgroups' };
	expect(await search(new SweepstakesWinner(), 'searchDrawnGroups', parameters)).toEqual([all, ...groups]);
});
