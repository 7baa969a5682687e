import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { openStages, stage } from '../support/engine/resource';
import type { RunOptions } from '../support/engine/engine';

openStages();

const ROWS: IDataObject[] = Array.from({ length: 12 }, (_, n) => ({ name: `Group ${n}` }));

const create = async (more: Partial<RunOptions> & { tested?: string } = {}) =>
	await stage.run(
		new SweepstakesGroup(),
		'create',
		{
			sweepstakes: stage.picked,
			groupName: '={{ $json.name }}',
			options: { testRuns: more.tested ?? 'first' } as INodeParameters,
		},
		{ items: ROWS, account: { ...stage.sandbox, callsPerMinute: 6 * 1_000_000 }, ...more },
	);

test('a test run in the editor handles only the first ten items, and a hint says so', async () => {
	const { items, hints } = await create();
	expect(items.map(({ json, pairedItem }) => [json.GroupName, pairedItem])).toEqual(
		ROWS.slice(0, 10).map(({ name }, item) => [name, { item }]),
	);
	expect(stage.callsTo('/groups/create')).toBe(10);
	expect(hints).toEqual(['Test run: 10 of 12 items. A published workflow processes all of them.']);
});

test.each<[string, Parameters<typeof create>[0]]>([
	['a published workflow', { mode: 'trigger' }],
	['a test run with “Test Runs” set to “All Items”', { tested: 'all' }],
])('%s handles all items', async (_what, options) => {
	const { items, hints } = await create(options);
	expect([items.length, hints]).toEqual([12, []]);
});

test('a run with only ten items has no hint about a test run', async () => {
	const { items, hints } = await create({ items: ROWS.slice(0, 10) });
	expect([items.length, hints]).toEqual([10, []]);
});

test('a test run checks all items before it sends the first ten', async () => {
	const { error } = await create({ items: ROWS.with(11, { name: '' }) });
	expect(error?.message).toContain('Item 12');
	expect(stage.callsTo('/groups/create')).toBe(0);
});
