import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import type { RunOptions } from '../support/engine/engine';
import { MAY_BE_PROCESSED, inDialects, openStages, stage, testRefusals } from '../support/engine/resource';
import { HOUR_MS, ID } from '../support/constants';
import { byId, listJson } from '../support/engine/stage';
import { until } from '../support/waits';

const node = new SweepstakesInvoice();
const CREATE = '/invoices/create';
const LIST = '/invoices/fetch';
const SINGLE = '/invoices/single';

const DRAFTS = 'A draft cannot be paid yet. Before you send its link, publish it with Invoice › Publish.';
const CANCELED =
	'An existing invoice was canceled, so it cannot be paid. No other invoice was created in its place. To create one, change “Title”, or set “When Already Invoiced” to “Create Another”.';
const FEES =
	'The totals include card fees, which the recipient pays. To change this, use “Options › Payment Method”.';

openStages();

const LINE = { Description: 'Ticket', Quantity: 1, Rate: 50 };
const INVOICE = {
	whenAlreadyInvoiced: 'create',
	Name: 'Ada',
	Email: 'ada@example.com',
	items: { item: [LINE] },
};

const run = async (operation: string, parameters: INodeParameters = {}) =>
	await stage.run(node, operation, parameters);
const items = async (operation: string, parameters: INodeParameters = {}) =>
	listJson(await run(operation, parameters));
const create = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await stage.run(node, 'create', { ...INVOICE, ...parameters }, options);

interface CreatedInvoice {
	InvoiceToken: string;
	InvoiceNumber: string;
	PublicLink: string;
}

/** Creates an invoice without the node. */
async function created(Name: string, more: object = {}): Promise<CreatedInvoice> {
	const BillTo = { Name, Email: `${Name.toLowerCase()}@example.com` };
	const body = { BillTo, Items: [LINE], Status: 'pending', PaymentMethod: 'check', ...more };
	return (await stage.api<{ Data: CreatedInvoice }>(CREATE, body)).Data;
}
const stored = async () => (await stage.api<{ Data: { Invoices: IDataObject[] } }>(LIST)).Data.Invoices;

const list = (...Invoices: object[]) => ({
	path: LIST,
	body: { Response: true, Data: { Invoices, Pagination: { TotalInvoices: Invoices.length, TotalPages: 1 } } },
});

describe('“Create”', () => {
	test('creates a draft by default, and outputs the fields that later nodes need', async () => {
		const [invoice] = listJson(await create());
		const BillTo = { Name: 'Ada', Email: 'ada@example.com' };
		expect(stage.lastBody()).toEqual({ BillTo, Items: [LINE], Status: 'draft' });
		expect(stage.paths()).toEqual([CREATE]);
		expect(invoice).not.toHaveProperty('existed');
		expect(Object.keys(invoice!)).toHaveLength(14);
		const recipient = { RecipientName: 'Ada', RecipientEmail: 'ada@example.com' };
		expect(invoice).toMatchObject({ ...recipient, Status: 'draft', Subtotal: 50, PaymentMethod: 'card' });
		expect(invoice!.PublicLink).toMatch(/\/invoice\?t=/);
	});

	test('keeps the participant of the input item, and adds no column if there is none', async () => {
		const parameters = { Email: '={{ $json.email }}' };
		const [ann, bob] = listJson(
			await create(parameters, {
				items: [{ email: 'ann@example.com', ParticipantToken: ID }, { email: 'bob@example.com' }],
			}),
		);
		expect(ann).toMatchObject({ RecipientEmail: 'ann@example.com', ParticipantToken: ID });
		expect(bob).not.toHaveProperty('ParticipantToken');
	});

	test('a dry run shows the total with the card fees of the latest invoice, as the service will calculate it', async () => {
		const first = { Name: 'First', Email: 'first@example.com' };
		await create(first);
		const preview = await create({ options: { dryRun: true } });
		const [{ Total } = {}] = listJson(preview);
		expect(Total).toBeGreaterThan(50);
		expect(preview.hints.join()).toContain('at the percentages of your latest invoice');
		expect(listJson(await create())).toMatchObject([{ Total }]);
	});

	test('takes the invoice’s items from a column of the row', async () => {
		const rows = [{ lines: [{ Description: 'Ticket', Quantity: ' 3 ', Rate: '5.50' }] }];
		await create({ specifyItems: 'json', itemsJson: '={{ $json.lines }}' }, { items: rows });
		expect(stage.lastBody()).toMatchObject({ Items: [{ Description: 'Ticket', Quantity: 3, Rate: 5.5 }] });
	});

	test('given another invoice’s items as JSON, sends only their description, quantity and rate', async () => {
		const items = [{ Id: 'a', Description: 'Ticket', Quantity: 1, Rate: 5, Amount: 5, New: true }];
		await create({ specifyItems: 'json', itemsJson: JSON.stringify(items) });
		expect(stage.lastBody().Items).toEqual([{ Description: 'Ticket', Quantity: 1, Rate: 5 }]);
	});

	test('reads a tax rate, a quantity and a rate with three decimal places', async () => {
		const item = [{ ...LINE, Quantity: '2.125', Rate: '={{ 97 / 8 }}' }];
		await create({ items: { item }, options: { TaxRate: '8.875' } });
		expect(stage.lastBody()).toMatchObject({ Items: [{ Quantity: 2.125, Rate: 12.125 }], TaxRate: 8.875 });
		await create({
			specifyItems: 'json',
			itemsJson: JSON.stringify(item.map((one) => ({ ...one, Rate: 1 }))),
		});
		expect(stage.lastBody()).toMatchObject({ Items: [{ Quantity: 2.125 }] });
	});

	test.each([
		['adds the tax', { TaxRate: 20 }, 10],
		['does not add the tax if the user has turned tax off', { TaxRate: 20, TaxEnabled: false }, 0],
	])('if a tax rate is given, %s', async (_what, options, TaxAmount) => {
		expect(listJson(await create({ options }))).toMatchObject([{ TaxAmount }]);
	});

	test.each([
		[
			{ DueDate: '2020-01-31' },
			'“Due Date” is in the past (2020-01-31), so such an invoice is overdue as soon as it is published.',
		],
		[{ TaxRate: 0.19 }, '“Tax Rate (%)” is 0.19, so the tax is 0.19%. If you mean 19%, enter 19.'],
		[{ DueDate: '2090-01-31', TaxRate: 19 }, undefined],
		[{ TaxRate: 0 }, undefined],
	])('“Create” and “Update” mention values that are often a mistake: %j', async (options, hint) => {
		const { InvoiceToken } = await created('Ada');
		const results = [
			await create({ options }),
			await create({ options: { ...options, dryRun: true } }),
			await run('update', { invoice: byId(InvoiceToken), updateFields: options }),
		];
		for (const { hints } of results)
			expect(hints.filter((one) => /^“(Due|Tax)/.test(one))).toEqual(hint ? [hint] : []);
	});

	test('does not hint at fees in the total if the recipient chooses how to pay, because the total has none', async () => {
		const { items: found, hints } = await create({ options: { PaymentMethod: 'recipient' } });
		expect(found[0]!.json).toMatchObject({ Total: 50 });
		expect(hints).toEqual([DRAFTS]);
	});

	test('does not hint at fees in the total if the service does not send the amount before fees', async () => {
		stage.answer(CREATE, {
			Data: { InvoiceToken: ID, Status: 'pending', Total: 50, AmountBeforeFees: null },
		});
		expect((await create()).hints).toEqual([]);
	});
});

const line = (more: INodeParameters) => ({ items: { item: [{ ...LINE, ...more }] } });
const inOptions = (more: INodeParameters) => ({ options: more });
const json = (itemsJson: string) => ({ specifyItems: 'json', itemsJson });
const updateFields = (more: INodeParameters) => ({ updateFields: more });
const total = (sum: number) =>
	`“Total” must be from 1 to 1,000,000 dollars, but is ${sum} after discount and tax. Check “Quantity” and “Rate ($)” of the items`;
const LATER = { FromDate: '2027-02-01', ToDate: '2027-01-01' };
const RETURN = { whenAlreadyInvoiced: 'return', titleToFind: 'Ticket' };

const DUE_EARLY = { IssueDate: '2090-06-02', DueDate: '2090-06-01' };
testRefusals(node, 'create', INVOICE, [
	[inOptions(DUE_EARLY), '“Options › Due Date” must not be before “Issue Date”, but is “2090-06-01”'],
	[line({ Rate: 0 }), total(0)],
	[line({ Rate: -25 }), total(0).replace(/Check .*/, 'The “Rate ($)” of item 1 is negative')],
	[line({ Rate: '$25' }), '“Items › Item 1 › Rate ($)” must be a number such as 25.50, but is “$25”'],
	[json('[]'), '“Items (JSON)” must have at least one line item with a description'],
	[
		json(JSON.stringify([{ ...LINE, Rate: '1.500' }])),
		'“Items (JSON) › Item 1 › Rate” must be a number such as 1500 or 1.50 (a period followed by three digits',
	],
	[
		json(JSON.stringify([LINE, { ...LINE, Description: ' ', Rate: 300 }])),
		'“Items (JSON) › Item 2 › Description” is required for an item with an amount',
	],
	[
		json(JSON.stringify([LINE, { Descripton: 'Ticket', Quantity: 1, Rate: 300 }])),
		'“Items (JSON) › Item 2” must have only the keys Description, Quantity, Rate, but has “Descripton”',
	],
	[json('{}'), '“Items (JSON)” must be a list in brackets [ ], but is {}'],
	[line({ Description: '={{ $json.nothing }}' }), '“Items › Item 1 › Description” is required'],
	[
		json(JSON.stringify([LINE, { ...LINE, Quantity: ' ' }])),
		'“Items (JSON) › Item 2 › Quantity” is required',
	],
	[line({ Quantity: 101 }), '“Items › Item 1 › Quantity” must be at most 100, but is 101'],
	[line({ Rate: 1_000_000.01 }), '“Items › Item 1 › Rate ($)” must be at most 1000000, but is 1000000.01'],
	[{ ...RETURN, titleToFind: '={{ "  " }}' }, '“Title” is required'],
]);
testRefusals(node, 'update', { invoice: byId(ID) }, [
	[
		updateFields(DUE_EARLY),
		'“Update Fields › Due Date” must not be before “Issue Date”, but is “2090-06-01”',
	],
	[updateFields({ recipient: { billTo: { Name: 'G', Email: 'g' } } }), '“Update Fields › Recipient › Email”'],
	[updateFields({ items: { item: [{ Rate: 5 }] } }), '“Update Fields › Items › Item 1 › Description” is'],
	[updateFields({ items: {} }), '“Update Fields” must have at least one value'],
]);
testRefusals(node, 'getMany', {}, [
	[
		{ filters: { Status: 'draft', OverdueDays: 7 } },
		'“Filters › Status” must be “Overdue” or “Pending” when “Overdue for at Least (Days)” is set, but is “draft”',
	],
	[{ filters: LATER }, '“Filters › Created Until” must not be before “Created From”, but is “2027-01-01”'],
]);

describe('if the reply to “Create” is lost, the invoice', () => {
	test('is reported as possibly created if the recipient has meanwhile got an invoice with another title or amount', async () => {
		for (const other of [{ Title: 'Other' }, { Items: [{ ...LINE, Rate: 7 }] }]) {
			stage.lose(CREATE, 'before');
			stage.sandbox.faults([{ path: LIST, delayMs: 200 }, { path: CREATE }]);
			const creating = create({ Title: 'Ticket' });
			await until(() => stage.callsTo(CREATE) > 0);
			await created('ADA', { Title: 'Ticket', ...other });
			const { error } = await creating;
			expect(error!.message).toMatch(MAY_BE_PROCESSED);
			expect(error!.description).toContain('use Invoice › Get Many to check');
		}
		expect(await stored()).toHaveLength(2);
	});

	inDialects(() => {
		test('is looked up among all invoices since the previous day, because the service may use another time zone', async () => {
			stage.lose(CREATE, 'after');
			expect((await create()).error).toBeUndefined();
			const [lookup] = stage.bodies(LIST) as [{ FromDate: string }];
			expect(Date.parse(lookup.FromDate)).toBeLessThanOrEqual(Date.now() - 24 * HOUR_MS);
		});
	});

	test('is reported as possibly created if the service lists a similar one without a creation date', async () => {
		stage.lose(CREATE, 'after');
		stage.sandbox.faults([list({ InvoiceToken: 'x', RecipientEmail: 'ada@example.com', Subtotal: 50 })]);
		expect((await create()).error?.message).toMatch(MAY_BE_PROCESSED);
	});
});

describe('“Return Existing”', () => {
	const once = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
		await create({ ...RETURN, ...parameters }, options);
	const onceFor = async (recipients: string[], options: Partial<RunOptions> = {}) =>
		await once(
			{ Email: '={{ $json.email }}' },
			{ ...options, items: recipients.map((email) => ({ email })) },
		);
	const existedOf = (result: Awaited<ReturnType<typeof once>>) =>
		listJson(result).map(({ existed }) => existed);
	const MINE = { RecipientEmail: 'ada@example.com', Title: 'Ticket', InvoiceToken: 'x' };

	inDialects(() => {
		test('creates an invoice only once, and then returns that invoice with its link', async () => {
			const { items: found, hints } = await once();
			const first = found[0]!.json;
			expect(hints).toEqual([DRAFTS, FEES]);
			const again = await once({ Email: ' ADA@example.com ', titleToFind: ' ticket' });
			expect(first).toMatchObject({ existed: false });
			expect(listJson(again)).toEqual([{ ...first, existed: true }]);
			expect(Object.keys(listJson(again)[0]!)).toEqual(Object.keys(first!));
			expect(again.hints).toEqual(['Skipped 1 item: already invoiced.', DRAFTS]);
			expect(stage.paths()).toEqual([LIST, SINGLE]);
			const [whole] = listJson(await once({ simplify: false }));
			expect(whole).toMatchObject({ existed: true, PublicLink: first!.PublicLink, Items: [{ Amount: 50 }] });
		});

		test('fetches only one payment link for several existing invoices', async () => {
			const recipients = ['ada', 'bob', 'cleo'].map((name) => `${name}@example.com`);
			const links = async () => listJson(await onceFor(recipients)).map(({ PublicLink }) => PublicLink);
			const first = await links();
			expect(new Set(first).size).toBe(3);
			expect(await links()).toEqual(first);
			expect(stage.paths()).toEqual([LIST, SINGLE]);
		});

		test('returns a canceled invoice only if there is no other invoice that matches', async () => {
			const cancelled = await created('Ada', { Title: 'Ticket' });
			await stage.api('/invoices/update', { InvoiceToken: cancelled.InvoiceToken, Status: 'cancelled' });
			const result = await once();
			expect(listJson(result)).toMatchObject([{ existed: true, Status: 'cancelled' }]);
			expect(result.hints).toContain(CANCELED);
			const { InvoiceToken } = await created('Ada', { Title: 'Ticket', DiscountAmount: 5 });
			expect(listJson(await once())).toMatchObject([{ existed: true, InvoiceToken }]);
		});

		test('returns the existing invoice unchanged if the new one would have other amounts', async () => {
			await once();
			const { items: found, hints } = await once({ options: { DiscountAmount: 5 } });
			expect(found).toMatchObject([{ json: { existed: true, Subtotal: 50 } }]);
			expect(hints).toEqual([
				'Skipped 1 item: already invoiced.',
				DRAFTS,
				'A record that already exists differs from the request in “Options › Discount Amount ($)”. It was returned unchanged.',
			]);
		});

		test('searches only as many past days as the user sets', async () => {
			await created('Ada', { Title: 'Ticket' });
			stage.sandbox.advance(5 * 24 * HOUR_MS);
			expect(existedOf(await once({ options: { withinDays: 6 } }))).toEqual([true]);
			expect(existedOf(await once({ options: { withinDays: 4 } }))).toEqual([false]);
		});
	});

	test('ignores a listed draft that has no recipient', async () => {
		stage.sandbox.faults([list({ RecipientEmail: null, InvoiceToken: 'y', Status: 'draft' }, MINE)]);
		stage.answer(SINGLE, { Data: { Invoice: MINE, PublicLink: '' } });
		expect(listJson(await once())).toMatchObject([{ existed: true, InvoiceToken: 'x' }]);
	});

	test('after a lost reply, finds the new invoice even if an older invoice in the list has no exact date', async () => {
		const CreationDate = new Date().toISOString().slice(0, 10);
		const other = { InvoiceToken: 'o', RecipientEmail: 'ada@example.com', Title: 'Other', CreationDate };
		stage.sandbox.faults([list(other), list(other, MINE)]);
		stage.lose(CREATE, 'after');
		const found = { InvoiceNumber: 'INV-9', PublicLink: 'https://link' };
		stage.answer(SINGLE, { Data: { Invoice: { InvoiceNumber: 'INV-9' }, PublicLink: 'https://link' } });
		expect(listJson(await once())).toMatchObject([{ ...found, existed: false }]);
	});

	test.each([
		['is refused', { path: LIST, status: 400 }, /^Item 1: The service rejected this: /],
		[
			'has no total',
			{ path: LIST, body: { Response: true, Data: { Invoices: [] } } },
			/ does not show how many invoices there are/,
		],
		['has no recipients', list({ Title: 'Ticket' }), / does not show who the invoices are for$/],
	])(
		'creates no invoice for an item if the list of invoices %s, and reads the list again for the next item',
		async (_what, fault, words) => {
			stage.sandbox.faults([fault]);
			const result = await onceFor(['a@example.com', 'b@example.com'], {
				onError: 'continueErrorOutput',
			});
			expect(result.errorItems).toMatchObject([{ json: { error: expect.stringMatching(words) } }]);
			expect(existedOf(result)).toEqual([false]);
			stage.sandbox.faults([fault]);
			expect((await once()).error!.description).toContain(
				'No invoice was created for this item, because the existing invoices could not be read.',
			);
			expect(stage.paths()).toEqual([LIST]);
		},
	);
});

inDialects(() => {
	test('“Get Many” finds overdue invoices by reading the pending ones, and otherwise requests only as many invoices as “Limit” allows', async () => {
		await created('Ada', { DueDate: '2099-01-01' });
		const { InvoiceToken } = await created('Late');
		stage.sandbox.advance(32 * 24 * HOUR_MS);
		for (const filters of [
			{ Status: 'overdue' },
			{ OverdueDays: 2 },
			{ Status: 'pending', OverdueDays: 1 },
		]) {
			const late = await items('getMany', { filters, limit: 1 });
			expect(late).toMatchObject([{ InvoiceToken, IsOverdue: true, DaysOverdue: 2 }]);
			expect(stage.lastBody()).toEqual({ Status: 'pending', Page: 1, Limit: 200 });
		}
		expect(await items('getMany', { filters: { OverdueDays: 3 } })).toEqual([]);
		expect(await items('getMany', { limit: 1 })).toHaveLength(1);
		expect(stage.lastBody()).toEqual({ Page: 1, Limit: 1 });
	});

	test('“Get” returns payment, recipient and link in one flat item, with the timeline if requested', async () => {
		const { InvoiceToken, PublicLink } = await created('Ada');
		await fetch(PublicLink);
		stage.sandbox.advance(1_000);
		stage.sandbox.payInvoice(InvoiceToken, true);
		const invoice = byId(InvoiceToken);
		const result = await run('get', { invoice });
		expect(stage.lastBody()).toMatchObject({ IncludeEvents: false, IncludeQrCode: false });
		expect(result.items[0]!.binary).toBeUndefined();
		const person = { RecipientName: 'Ada', RecipientEmail: 'ada@example.com', PublicLink, Views: 1 };
		const payment = { Status: 'paid', PaidDate: expect.any(String), NetAmount: 50 };
		expect(listJson(result)).toMatchObject([{ ...person, ...payment }]);
		const [{ Timeline } = {}] = await items('get', { invoice, options: { IncludeEvents: true } });
		expect((Timeline as IDataObject[])[0]).toMatchObject({ EventType: 'paid' });
		const [whole] = await items('get', { invoice, simplify: false });
		expect(Object.keys(whole!)).toEqual(expect.arrayContaining(['Invoice', 'Payment', 'Stats', 'Derived']));
	});

	test('“Get” returns the QR code as an image file in the chosen field', async () => {
		const { InvoiceToken, InvoiceNumber } = await created('Ada');
		const options = { IncludeQrCode: true, fileField: 'code' };
		const { code } = (await run('get', { invoice: byId(InvoiceToken), options })).items[0]!.binary!;
		expect(code).toMatchObject({ mimeType: 'image/png', fileName: `${InvoiceNumber}.png` });
		expect(Buffer.from(code!.data, 'base64').subarray(1, 4).toString()).toBe('PNG');
	});

	test('“Update” sends only the fields that are filled in, and outputs the changes', async () => {
		const { InvoiceToken } = await created('Ada');
		const fields = { Title: 'New', TaxRate: 10 };
		const [updated] = await items('update', { invoice: byId(InvoiceToken), updateFields: fields });
		expect(stage.lastBody()).toEqual({ InvoiceToken, ...fields, TaxEnabled: true });
		expect(updated).toMatchObject({ Status: 'pending', PreviousStatus: 'pending', Total: 55 });
		expect(updated!.Changes).toContainEqual({ Field: 'Title', From: '', To: 'New' });
	});

	test('a draft can be published and then canceled, and any change after that fails', async () => {
		const invoice = byId((await created('Ada', { Status: 'draft' })).InvoiceToken);
		const recipient = { RecipientName: 'Ada', RecipientEmail: expect.stringContaining('@') };
		const published = { ...recipient, Status: 'pending', PreviousStatus: 'draft' };
		expect(await items('publish', { invoice })).toMatchObject([published]);
		expect(await items('cancel', { invoice })).toMatchObject([{ ...recipient, Status: 'cancelled' }]);
		for (const operation of ['publish', 'cancel', 'update']) {
			const { error } = await run(operation, { invoice, updateFields: { Title: 'x' } });
			expect(error!.message).toContain('The invoice is cancelled and cannot be changed');
		}
	});
});

test.each([
	['nothing', null],
	['a link', 'https://example.com/qr.png'],
])(
	'“Get” does not add a file to the item if the service returns %s in place of the QR code',
	async (_what, QrCode) => {
		stage.answer(SINGLE, { Data: { Invoice: { Title: 'x' }, QrCode } });
		const options = { IncludeQrCode: true, IncludeEvents: true };
		const { items: found } = await run('get', { invoice: byId(ID), options });
		expect(found).toEqual([{ json: { Title: 'x', Timeline: [] }, pairedItem: { item: 0 } }]);
	},
);

test('if an invoice cannot be read, “Publish” still publishes it, but returns it without its recipient', async () => {
	const invoice = byId((await created('Ada', { Status: 'draft' })).InvoiceToken);
	stage.sandbox.faults([{ path: SINGLE, status: 404 }]);
	const [published] = await items('publish', { invoice });
	expect(published).toMatchObject({ Status: 'pending' });
	expect(published).not.toHaveProperty('RecipientEmail');
});

test('the picker of invoices reads up to 10 pages each time n8n queries it', async () => {
	stage.answer(LIST, { Data: { Invoices: [{}], Pagination: { TotalPages: 1e9 } } }, { times: 20 });
	const none = await stage.search(node, 'searchInvoices', {}, 'ada');
	expect(none).toEqual({ results: [], paginationToken: '11' });
});

describe('if the list of invoices leaves out titles, “Return Existing”', () => {
	const RETURN = { whenAlreadyInvoiced: 'return', titleToFind: 'Prize' };
	const listed = { InvoiceToken: ID, RecipientEmail: 'ada@example.com', Title: null };
	const list = () =>
		stage.answer(
			LIST,
			{ Data: { Invoices: [listed], Pagination: { TotalInvoices: 1, TotalPages: 1 } } },
			{ times: 9 },
		);
	const single = (Title: unknown) =>
		stage.answer(
			SINGLE,
			{ Data: { Invoice: { InvoiceToken: ID, Title }, PublicLink: 'https://x' } },
			{ times: 9 },
		);

	test.each([
		['Prize', true],
		['Other', false],
		[null, false],
	])('looks up the titles of the recipient’s invoices one by one (title: %j)', async (title, existed) => {
		list();
		single(title);
		const result = await create(RETURN, { items: [{}] });
		expect(result.error).toBeUndefined();
		expect(listJson(result)).toMatchObject([{ existed }]);
		expect(stage.callsTo(CREATE)).toBe(existed ? 0 : 1);
	});

	test('creates nothing if looking up an invoice does not show its title either', async () => {
		list();
		single(undefined);
		const { error } = await create(RETURN);
		expect(error?.message).toBe('The service’s response does not show the titles of the invoices');
		expect(error?.description).toContain('No invoice was created for this item');
		expect(stage.callsTo(CREATE)).toBe(0);
	});

	test('does not look up the invoices of other recipients', async () => {
		list();
		await create({ ...RETURN, Email: 'eve@example.com' });
		expect(stage.callsTo(SINGLE)).toBe(0);
		expect(stage.callsTo(CREATE)).toBe(1);
	});
});
