import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesInvoice();

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open();
});
afterEach(async () => await stage.close());

const INVOICE = {
	Name: 'Ada Lovelace',
	Email: 'ada@example.com',
	items: { item: [{ Description: 'Prize', Quantity: 2, Rate: 12.5 }] },
};
const create = async (parameters: INodeParameters = {}) =>
	await stage.run(node, 'create', { ...INVOICE, ...parameters });

test('sends a draft by default, and returns what later nodes need', async () => {
	const [invoice] = jsonOf(await create());
	expect(stage.lastBody()).toEqual({
		BillTo: { Name: 'Ada Lovelace', Email: 'ada@example.com' },
		Items: [{ Description: 'Prize', Quantity: 2, Rate: 12.5 }],
		Status: 'draft',
	});
	expect(Object.keys(invoice!).slice(0, 4)).toEqual([
		'InvoiceNumber',
		'RecipientName',
		'RecipientEmail',
		'Status',
	]);
	expect(Object.keys(invoice!)).toHaveLength(15);
	expect(invoice).toMatchObject({
		RecipientName: 'Ada Lovelace',
		RecipientEmail: 'ada@example.com',
		Status: 'draft',
		Subtotal: 25,
		PaymentMethod: 'card',
	});
	expect(invoice!.PublicLink).toMatch(/\/invoice\?t=/);
});

test('returns the whole invoice and the telemetry without Simplify', async () => {
	const [invoice] = jsonOf(await create({ simplify: false }));
	expect(invoice).toMatchObject({ Items: [{ Amount: 25 }], Telemetry: { APICalls: expect.any(Number) } });
});

test('takes the items as JSON', async () => {
	const Items = [
		{ Description: 'Prize', Quantity: 1, Rate: 99 },
		{ Description: 'Shipping', Quantity: 2, Rate: 1 },
	];
	const result = await create({ specifyItems: 'json', itemsJson: JSON.stringify(Items) });
	expect(result.error).toBeUndefined();
	expect(stage.lastBody()).toMatchObject({ Items });
});

test('takes the items from a column of the row', async () => {
	const rows = [{ lines: [{ Description: 'Prize', Quantity: '3', Rate: 5 }] }];
	const parameters = { ...INVOICE, specifyItems: 'json', itemsJson: '={{ $json.lines }}' };
	const { error } = await stage.run(node, 'create', parameters, { items: rows });
	expect(error).toBeUndefined();
	expect(stage.lastBody()).toMatchObject({ Items: [{ Description: 'Prize', Quantity: 3, Rate: 5 }] });
});

describe('an invoice whose answer is lost', () => {
	/** The invoices that the service has. */
	const stored = async () =>
		(
			await stage.api<{ Data: { Invoices: Array<{ InvoiceToken: string; Title: string }> } }>(
				'/invoices/fetch',
			)
		).Data.Invoices;
	const lose = (drop: 'before' | 'after', times = 0) =>
		stage.sandbox.faults([
			...(times > 0 ? [{ path: '/invoices/create', times, delayMs: 0 }] : []),
			{ path: '/invoices/create', drop },
		]);
	const IN_DOUBT = /It may have been processed, so it was not sent again$/;

	test('is found among those of the day, and comes out with its link', async () => {
		lose('after');
		const result = await create();
		expect(jsonOf(result)).toEqual([
			expect.objectContaining({ RecipientEmail: 'ada@example.com', PublicLink: expect.any(String) }),
		]);
		expect(stage.paths()).toEqual(['/invoices/create', '/invoices/fetch', '/invoices/single']);
		expect(await stored()).toHaveLength(1);
	});

	test('is not mistaken for an older invoice that is the same', async () => {
		await create();
		stage.sandbox.advance(60_000);
		lose('before');
		expect((await create()).error).toBeUndefined();
		expect(await stored()).toHaveLength(2);
	});

	test.each(['before', 'after'] as const)(
		'is not mistaken for the same invoice of an earlier item (connection lost %s processing)',
		async (drop) => {
			lose(drop, 2);
			const result = await stage.run(node, 'create', INVOICE, { items: [{}, {}, {}] });
			expect(result.error).toBeUndefined();
			expect(new Set(jsonOf(result).map(({ InvoiceToken }) => InvoiceToken)).size).toBe(3);
			expect(await stored()).toHaveLength(3);
		},
	);

	test('is in doubt where an earlier item with this recipient is', async () => {
		lose('after');
		stage.sandbox.faults([
			{ path: '/invoices/create', drop: 'before' },
			{ path: '/invoices/fetch', status: 400 },
		]);
		const { errorItems } = await stage.run(node, 'create', INVOICE, {
			items: [{}, {}],
			onError: 'continueErrorOutput',
		});
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			expect.stringMatching(IN_DOUBT),
			expect.stringMatching(IN_DOUBT),
		]);
		expect(await stored()).toHaveLength(1);
	});

	test.each([
		['another title', { Title: 'Other' }],
		['another amount', { Items: [{ Description: 'Prize', Quantity: 1, Rate: 7 }] }],
	])('is in doubt if the recipient has got a new invoice with %s meanwhile', async (_what, other) => {
		lose('before');
		stage.sandbox.faults([
			{ path: '/invoices/fetch', delayMs: 200 },
			{ path: '/invoices/create', delayMs: 0 },
		]);
		const creating = create({ Title: 'Prize' });
		while (!stage.paths().includes('/invoices/create'))
			await new Promise((resolve) => setTimeout(resolve, 1));
		await stage.api('/invoices/create', {
			BillTo: { Name: 'Ada Lovelace', Email: 'ADA@example.com' },
			Items: INVOICE.items.item,
			Title: 'Prize',
			...other,
		});
		const { error } = await creating;
		expect(error!.message).toMatch(IN_DOUBT);
		expect(error!.description).toContain('check with Invoice › Get Many');
		expect(await stored()).toHaveLength(1);
	});

	test('is in doubt if the service does not say when it was created', async () => {
		lose('after');
		const Invoices = [{ InvoiceToken: 'x', RecipientEmail: 'ada@example.com', Subtotal: 25 }];
		const Pagination = { TotalInvoices: 1, TotalPages: 1 };
		stage.sandbox.faults([
			{ path: '/invoices/fetch', body: { Response: true, Data: { Invoices, Pagination } } },
		]);
		expect((await create()).error?.message).toMatch(IN_DOUBT);
	});
});

const transfer = { PaymentMethod: 'transfer' };

test.each<[string, object, object]>([
	['a quantity as text in JSON', { Quantity: ' 2 ', Rate: '12.50' }, {}],
	['a total of exactly 1', { Rate: 1 }, transfer],
	['a total of exactly 1,000,000', { Quantity: 100, Rate: 10_000 }, transfer],
	['99 cents by card, to which fees are added', { Rate: 0.99 }, {}],
	['99 cents with tax', { Rate: 0.99 }, { ...transfer, TaxRate: 10 }],
	['more than the limit before a discount', { Quantity: 2, Rate: 1_000_000 }, { DiscountAmount: 1_500_000 }],
])('sends what may be legal: %s', async (_what, line, additional) => {
	stage.sandbox.faults([{ path: '/invoices/create', body: { Response: true, Data: {} } }]);
	const itemsJson = [{ Description: 'Prize', Quantity: 1, Rate: 5, ...line }];
	const { error } = await create({
		specifyItems: 'json',
		itemsJson: JSON.stringify(itemsJson),
		additional: additional as INodeParameters,
	});
	expect(error).toBeUndefined();
	expect(stage.paths()).toEqual(['/invoices/create']);
});

test.each<[string, object, object, number]>([
	['nothing to pay', { Rate: 0 }, {}, 0],
	['a discount of the whole subtotal', { Rate: 50 }, { DiscountAmount: 50 }, 0],
	['less than a dollar by transfer', { Rate: 0.5 }, { PaymentMethod: 'transfer', TaxRate: 20 }, 0.6],
	['more than a million', { Quantity: 2, Rate: 500_001 }, {}, 1_000_002],
	['more than a million with tax', { Rate: 900_000 }, { TaxRate: 20 }, 1_080_000],
])('refuses a total that is certainly out of range: %s', async (_what, line, additional, total) => {
	const parameters = { ...INVOICE, ...item(line), additional } as INodeParameters;
	expect(await stage.refusal(node, 'create', parameters)).toBe(
		`Item 1: “Total” must be from 1 to 1000000 dollars, but items, discount and tax make ${total}`,
	);
});

test.each([
	['adds the tax', { TaxRate: 20 }, 5],
	['does not, where the person turned the tax off', { TaxRate: 20, TaxEnabled: false }, 0],
])('a tax rate alone %s', async (_what, additional, TaxAmount) => {
	const [invoice] = jsonOf(await create({ additional }));
	expect(invoice).toMatchObject({ TaxAmount, AmountBeforeFees: 25 + TaxAmount });
});

describe.each(['Quantity', 'Rate'])('an item whose %s is empty', (name) => {
	const refused = `Item 1: “Items › Item 2 › ${name}” is required`;
	const lines = (value: unknown) => [
		{ Description: 'Prize', Quantity: 1, Rate: 5 },
		{ Description: 'Shipping', Quantity: 1, Rate: 5, [name]: value },
	];

	test.each(['={{ $json.no }}', '={{ null }}', '={{ "" }}', ' ', null])(
		'is refused in the fields: %j',
		async (value) => {
			const items = { item: lines(value) } as INodeParameters;
			expect(await stage.refusal(node, 'create', { ...INVOICE, items })).toBe(refused);
			const updateFields = { items };
			const invoice = byId('3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f');
			expect(await stage.refusal(node, 'update', { invoice, updateFields })).toBe(
				refused.replace('Items', 'Update Fields › Items'),
			);
		},
	);

	test.each(['', ' ', null, undefined])('is refused in JSON: %j', async (value) => {
		const json = { specifyItems: 'json', itemsJson: JSON.stringify(lines(value)) };
		expect(await stage.refusal(node, 'create', { ...INVOICE, ...json })).toBe(refused);
	});

	test('is sent if it is 0', async () => {
		const items = { item: lines(0) } as INodeParameters;
		stage.sandbox.faults([{ path: '/invoices/create', body: { Response: true, Data: {} } }]);
		expect((await create({ items })).error).toBeUndefined();
		expect(stage.lastBody()).toMatchObject({ Items: lines(0) });
	});
});

test('in the dialect reference, an invoice is created with status 201', async () => {
	await stage.close();
	stage = await Stage.open({}, undefined, 'reference');
	const [invoice] = jsonOf(await create({ simplify: false }));
	expect(invoice).toMatchObject({ Subtotal: 25, PlatformFeeAmount: expect.any(Number) });
});

const item = (line: object) => ({
	items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 5, ...line }] },
});

test.each<[string, INodeParameters, string]>([
	['no recipient', { Name: '={{ $json.nothing }}' }, '“Recipient Name” is required'],
	[
		'an address without @',
		{ Email: 'ada' },
		'“Recipient Email” must be an email address such as jane@example.com, but is “ada”',
	],
	[
		'an empty list of items',
		{ specifyItems: 'json', itemsJson: '[]' },
		'“Items” must have at least one item with a description, but is empty',
	],
	[
		'JSON items without a description',
		{ specifyItems: 'json', itemsJson: '[{"Quantity":1,"Rate":5}]' },
		'“Items” must have at least one item with a description, but is [{"Quantity":1,"Rate":5}]',
	],
	[
		'an item without a description',
		item({ Description: '={{ $json.nothing }}' }) as INodeParameters,
		'“Items › Item 1 › Description” is required',
	],
	[
		'61 items',
		{ items: { item: Array(61).fill({ Description: 'Prize', Quantity: 1, Rate: 1 }) } },
		'“Items” must have at most 60 items, but has 61',
	],
	[
		'a quantity of 101',
		item({ Quantity: 101 }) as INodeParameters,
		'“Items › Item 1 › Quantity” must be at most 100, but is 101',
	],
	[
		'a rate over a million',
		item({ Rate: 1_000_000.01 }) as INodeParameters,
		'“Items › Item 1 › Rate” must be at most 1000000, but is 1000000.01',
	],
	[
		'a quantity that is text',
		item({ Quantity: '={{ "two" }}' }) as INodeParameters,
		'“Items › Item 1 › Quantity” must be a number, but is “two”',
	],
	[
		'items that are not JSON',
		{ specifyItems: 'json', itemsJson: '[{' },
		'“Items (JSON)” must be valid JSON, but is “[{”',
	],
	[
		'items that are not a list',
		{ specifyItems: 'json', itemsJson: '{}' },
		'“Items” must be a list in brackets [ ], but is {}',
	],
	[
		'a tax rate over 100',
		{ additional: { TaxRate: 101 } },
		'“Additional Fields › Tax Rate” must be at most 100, but is 101',
	],
	[
		'a tax rate below 0',
		{ additional: { TaxRate: -1 } },
		'“Additional Fields › Tax Rate” must be at least 0, but is -1',
	],
	[
		'a title of 201 characters',
		{ Title: 'x'.repeat(201) },
		'“Title” must have at most 200 characters, but has 201',
	],
	[
		'notes of 3001 characters',
		{ additional: { NotesToRecipient: 'x'.repeat(3001) } },
		'“Additional Fields › Notes to Recipient” must have at most 3000 characters, but has 3001',
	],
	[
		'terms of 3001 characters',
		{ additional: { Terms: 'x'.repeat(3001) } },
		'“Additional Fields › Terms” must have at most 3000 characters, but has 3001',
	],
	[
		'an invalid due date',
		{ additional: { DueDate: 'soon' } },
		'“Additional Fields › Due Date” must be a date such as 2027-01-31, but is “soon”',
	],
	[
		'an unknown payment method',
		{ additional: { PaymentMethod: '={{ "cash" }}' } },
		'“Additional Fields › Payment Method” must be one of Card, Check, Recipient Chooses, Transfer, but is “cash”',
	],
])('refuses %s before anything is sent', async (_what, wrong, sentence) => {
	expect(await stage.refusal(node, 'create', { ...INVOICE, ...wrong })).toBe(`Item 1: ${sentence}`);
});
