import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { openStages, search, stage } from '../support/engine/resource';

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
