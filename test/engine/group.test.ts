import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { IN_DOUBT, openStages, search, stage } from '../support/engine/resource';
import { ID } from '../support/constants';

const CREATE = '/groups/create';

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

	test.each([
		['reports the call as ambiguous if an undated group has the name', 'vip', IN_DOUBT, 1],
		['sends the call again if an undated group has another name', 'Guests', undefined, 2],
	])('after a lost reply, %s', async (_what, GroupName, message, calls) => {
		stage.lose(CREATE, 'before');
		// The node looks the group up twice before it sends the call again.
		stage.answer('/groups/fetch', { Data: [{ GroupToken: ID, GroupName }] }, { times: 2 });
		const { error } = await create('VIP', 'error');
		expect(error?.message).toEqual(message && expect.stringMatching(message));
		expect(stage.callsTo(CREATE)).toBe(calls);
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
