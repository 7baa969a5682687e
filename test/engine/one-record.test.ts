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
		const isPlain = ({ refuseEmptyParts: _, ...others }: object & { refuseEmptyParts?: boolean } = {}) =>
			Object.keys(others).length === 0;
		const text = options.find((one) => 'type' in one && one.type === 'string' && isPlain(one.typeOptions))!;
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

describe('a field that takes a value from one item for all items', () => {
	const run = async (title: string, changes: (valid: INodeParameters) => object, rows: object[]) => {
		const row = findRow(title);
		const valid = await row.parameters(world, uniqueOne());
		const parameters = { ...valid, ...changes(valid) } as INodeParameters;
		const result = await stage.run(row.node, row.operation, parameters, { items: rows as IDataObject[] });
		return [result.error?.message, result.hints] as const;
	};
	const rows = ['Ada', 'Alan', 'Grace'].map((name, n) => ({
		name,
		price: n + 1,
		Email: `${name}.of.one@example.com`,
	}));
	const invoice =
		(Title: string, more: object = {}) =>
		() => ({
			Name: 'Ada',
			Email: '={{ $json.Email }}',
			whenAlreadyInvoiced: 'create',
			titleToFind: undefined,
			Title,
			...more,
		});
	const CREATE = 'Sweepstakes Invoice › create';
	const ADVICE = 'To use each item’s own value, write “.item” instead of';

	test.each([
		["$('Start').first()", 'the first of 3 items of “Start”', 'first()'],
		['$("Start").last()', 'the last of 3 items of “Start”', 'last()'],
		['$input.all()[1]', 'one of 3 items of the input', 'all()[1]'],
	])('leads to a hint: %s', async (item, from, call) => {
		expect(await run(CREATE, invoice(`=For {{ ${item}.json.name }}`), rows)).toEqual([
			undefined,
			expect.arrayContaining([`“Title” takes a value from ${from} for all 3 items. ${ADVICE} “.${call}”.`]),
		]);
	});

	test('leads to one hint that names all fields', async () => {
		const line = { Description: 'Ticket', Quantity: 1, Rate: "={{ $('Start').first().json.price }}" };
		const more = {
			specifyItems: 'fields',
			items: { item: [line, line] },
			Name: "={{ $('Start').first().json.name }}",
			options: { NotesToRecipient: '=Hi {{ $input.last().json.name }}' },
		};
		const [error, hints] = await run(CREATE, invoice('Ticket', more), rows);
		expect(error).toBeUndefined();
		expect(hints.filter((hint) => hint.includes('takes a value') || hint.includes('take values'))).toEqual([
			`“Recipient Name”, “Items › Rate ($)” take values from the first of 3 items of “Start”, and “Options › Notes to Recipient” takes a value from the last of 3 items of the input for all 3 items. ${ADVICE} “.first()”.`,
		]);
	});

	test.each<[string, string, string]>([
		['Sweepstakes Invoice › publish', 'invoice', 'Invoice'],
		['Sweepstakes Participant › add', 'Fields', 'Entry Form Fields › First Name'],
	])('leads to a hint in each kind of field: %s', async (title, field, label) => {
		const row = findRow(title);
		const valid = await row.parameters(world, uniqueOne());
		const { value } = valid[field] as IDataObject;
		const items = ['a', 'b'].map((key) => ({ key, Email: `${key}.one@example.com`, id: value as string }));
		const changed = {
			...(valid[field] as object),
			value:
				typeof value === 'string'
					? "={{ $('Start').first().json.id }}"
					: { First_Name: "={{ $('Start').first().json.key }}" },
		};
		const who = 'KeyEmail' in valid ? { KeyEmail: '={{ $json.Email }}' } : {};
		const parameters = { ...valid, [field]: changed, ...who } as INodeParameters;
		const { error, hints } = await stage.run(row.node, row.operation, parameters, { items });
		expect([error, hints]).toEqual([
			undefined,
			expect.arrayContaining([
				`“${label}” takes a value from the first of 2 items of “Start” for all 2 items. ${ADVICE} “.first()”.`,
			]),
		]);
	});

	test('leads to no hint if the node has one item, or if each item has its own value', async () => {
		for (const [title, some] of [
			["=For {{ $('Start').first().json.name }}", rows.slice(0, 1)],
			["=For {{ $('Start').item.json.name }}", rows],
			["=For {{ $('Start').all()[$itemIndex].json.name }}", rows],
			['For the first() of all', rows],
			["=For {{ $if(true, 'x', $('Nowhere').first().json.name) }}", rows],
		] as const) {
			const [error, hints] = await run(CREATE, invoice(title), [...some]);
			expect([title, error]).toEqual([title, undefined]);
			expect(hints.join(' ')).not.toContain(ADVICE);
		}
	});
});
