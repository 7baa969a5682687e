import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CATALOGUE } from '../catalogue';
import { shareWorld, stage, uniqueOne, world } from '../support/engine/world';

shareWorld();

const UPDATES = CATALOGUE.filter(({ node, operation }) =>
	node.description.properties.some(
		({ name, displayOptions }) =>
			name === 'updateFields' && displayOptions?.show?.operation?.includes(operation),
	),
);

test.each(UPDATES.map((row) => [row.title, row] as const))(
	'%s: several different changes of a picked record are refused before the first call',
	async (_title, row) => {
		const valid = await row.parameters(world, uniqueOne());
		const { properties } = row.node.description;
		const { options = [] } = properties.find(
			({ name, displayOptions }) =>
				name === 'updateFields' && displayOptions?.show?.operation?.includes(row.operation),
		)!;
		const text = options.find((one) => 'type' in one && one.type === 'string' && !one.typeOptions)!;
		const updateFields = { [text.name]: '={{ $json.value }}' };
		const run = async (rows: string[]) =>
			await stage.run(row.node, row.operation, { ...valid, updateFields } as INodeParameters, {
				items: rows.map((value) => ({ value })),
			});
		expect((await run(['A', 'B', 'C'])).error?.message).toMatch(
			/^“.+” is fixed, so 3 different changes would all be made to “.+”\. To use each item’s record, enter an expression such as \{\{ \$json\.id \}\}\. To do this only once, turn on “Execute Once” in the Settings tab of this node\. If you really mean this record for all items, enter the same value as an expression$/,
		);
		expect(stage.paths()).toEqual([]);
		expect((await run(['A', 'A'])).error?.message ?? '').not.toContain('is fixed');
	},
);

const findRow = (title: string) => CATALOGUE.find((row) => row.title.startsWith(title))!;

test.each<[string, INodeParameters]>([
	['Sweepstakes Group › rename', { groupName: '={{ $json.value }}' }],
	['Sweepstakes Code › updateSettings', { settings: { CouponRequestFieldLabel: '={{ $json.value }}' } }],
	[
		'Sweepstakes Entry Page › updateSettings',
		{ settings: { texts: { EntryPageHeadline: '={{ $json.value }}' } } },
	],
])('%s: several different changes are refused, too', async (title, changes) => {
	const row = findRow(title);
	const parameters = { ...(await row.parameters(world, uniqueOne())), ...changes };
	const items = ['A', 'B'].map((value) => ({ value }));
	const { error } = await stage.run(row.node, row.operation, parameters, { items });
	expect(error?.message).toContain('so 2 different changes would all be made to');
	expect(stage.paths()).toEqual([]);
});

test.each([
	'Sweepstakes Campaign › removeDripContact',
	'Sweepstakes Code › assign',
	'Sweepstakes Code › send',
	'Sweepstakes Invoice › create',
	'Sweepstakes Message › addToDoNotContactList',
	'Sweepstakes Message › removeFromDoNotContactList',
])('%s: several items for a fixed person are refused before the first call', async (title) => {
	const row = findRow(title);
	const parameters = await row.parameters(world, uniqueOne());
	const run = async (items: object[]) =>
		(await stage.run(row.node, row.operation, parameters, { items: items as IDataObject[] })).error;
	expect((await run([{}, {}]))?.message).toMatch(
		/^“.+” is fixed, so 2 .+ would all .+ “.+”\. To use each item’s \w+, enter an expression such as \{\{ \$json\.\w+ \}\}\. To do this only once, turn on “Execute Once”/,
	);
	expect(stage.paths()).toEqual([]);
	expect(await run([{}])).toBeUndefined();
});

const ONE_FOR_ALL = ["$('Start').first()", '$input.last()', '$("Start").all()[0]'];
const OF_EACH_ITEM = ["$('Start').item", '$input.item', "$('Start').all()[$itemIndex]"];

test.each<[string, string, INodeParameters]>([
	['Sweepstakes Invoice › create', 'Email', {}],
	['Sweepstakes Message › addToDoNotContactList', 'Address', {}],
	['Sweepstakes Group › rename', 'group', { groupName: '={{ $json.name }}' }],
])('%s: an expression that names one item for all in %s counts as fixed', async (title, field, more) => {
	const row = findRow(title);
	const valid = { ...(await row.parameters(world, uniqueOne())), ...more };
	const { value = valid[field] } = valid[field] as IDataObject;
	const run = async (item: string, keys: unknown[]) => {
		const named = `={{ ${item}.json.key }}`;
		const stored = typeof valid[field] === 'string' ? named : { ...(valid[field] as object), value: named };
		const items = keys.map((key, n) => ({ key, name: `Name ${n}` })) as IDataObject[];
		const parameters = { ...valid, [field]: stored } as INodeParameters;
		return (await stage.run(row.node, row.operation, parameters, { items })).error?.message ?? '';
	};
	for (const item of ONE_FOR_ALL) {
		expect(await run(item, [value, value])).toMatch(
			/^“.+” names one item for all with “\.(.+)”, so 2 .+ would all .+ “.+”\. To use each item’s \w+, write “\.item” instead of “\.\1”\. To do this only once, turn on “Execute Once” in the Settings tab of this node\. If you really mean this \w+ for all items, put it into each item with an “Edit Fields” node, and enter an expression such as \{\{ \$json\.\w+ \}\}$/,
		);
		expect(stage.paths()).toEqual([]);
		expect(await run(item, [value])).not.toContain('for all');
	}
	for (const item of OF_EACH_ITEM) expect(await run(item, [value, value])).not.toContain('for all');
});
