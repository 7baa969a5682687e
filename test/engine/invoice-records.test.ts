import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesInvoice();
const DAY_MS = 24 * 60 * 60 * 1_000;

interface Created {
	InvoiceToken: string;
	InvoiceNumber: string;
	PublicLink: string;
}

describe.each(['contract', 'reference'] as const)('in the dialect %s', (dialect) => {
	let stage: Stage;
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
	});
	afterEach(async () => await stage.close());

	const create = async (Name: string, more: object = {}): Promise<Created> => {
		const { Data } = await stage.api<{ Data: Created }>('/invoices/create', {
			BillTo: { Name, Email: `${Name.toLowerCase()}@example.com` },
			Items: [{ Description: 'Prize', Quantity: 1, Rate: 50 }],
			Status: 'pending',
			PaymentMethod: 'check',
			...more,
		});
		return Data;
	};
	const run = async (operation: string, parameters: INodeParameters = {}) =>
		await stage.run(node, operation, parameters);
	const names = (invoices: IDataObject[]) => invoices.map(({ RecipientName }) => RecipientName).sort();

	describe('Get Many', () => {
		test('returns invoices with what a person reads first, and with the recipient', async () => {
			const { InvoiceNumber, InvoiceToken } = await create('Ada', { Title: 'Prize' });
			const [invoice] = jsonOf(await run('getMany'));
			expect(invoice).toMatchObject({ RecipientEmail: 'ada@example.com', Total: 50, IsOverdue: false });
			expect(Object.entries(invoice!)[0]).toEqual(['InvoiceNumber', InvoiceNumber]);
			expect(Object.entries(invoice!).at(-1)).toEqual(['InvoiceToken', InvoiceToken]);
			const [raw] = jsonOf(await run('getMany', { simplify: false }));
			expect(Object.keys(raw!)).toHaveLength(29);
		});

		test('filters by status and by day', async () => {
			await create('Ada');
			await create('Grace', { Status: 'draft' });
			const { InvoiceToken } = await create('Radia');
			stage.sandbox.payInvoice(InvoiceToken);
			const of = async (filters: INodeParameters) => names(jsonOf(await run('getMany', { filters })));
			expect(await of({ Status: 'pending' })).toEqual(['Ada']);
			expect(await of({ Status: 'draft' })).toEqual(['Grace']);
			expect(await of({ Status: 'paid' })).toEqual(['Radia']);
			expect(await of({ ToDate: '2000-01-01' })).toEqual([]);
			expect(await of({ FromDate: '2000-01-01' })).toHaveLength(3);
		});

		test('refuses days in the wrong order', async () => {
			const filters = { FromDate: '2027-02-01', ToDate: '2027-01-01' };
			expect(await stage.refusal(node, 'getMany', { filters })).toBe(
				'Item 1: “Filters › To Date” must not be before “From Date”, but is “2027-01-01”',
			);
		});

		test('finds those that are overdue among the pending ones', async () => {
			await create('Ada', { DueDate: '2099-01-01' });
			const { InvoiceToken } = await create('Late');
			await create('Grace', { Status: 'draft' });
			stage.sandbox.payInvoice((await create('Paid')).InvoiceToken);
			stage.sandbox.advance(32 * DAY_MS);
			const late = jsonOf(await run('getMany', { filters: { Status: 'overdue' }, limit: 1 }));
			expect(late).toEqual([expect.objectContaining({ InvoiceToken, IsOverdue: true, DaysOverdue: 2 })]);
			expect(stage.lastBody()).toEqual({ Status: 'pending', Page: 1, Limit: 200 });
		});

		test('asks for no more than the limit', async () => {
			await create('Ada');
			await create('Grace');
			expect(jsonOf(await run('getMany', { limit: 1 }))).toHaveLength(1);
			expect(stage.lastBody()).toEqual({ Page: 1, Limit: 1 });
		});
	});

	describe('Get', () => {
		test('returns payment, recipient and link in one flat item', async () => {
			const { InvoiceToken, PublicLink } = await create('Ada');
			await fetch(PublicLink);
			stage.sandbox.payInvoice(InvoiceToken, true);
			const result = await run('get', { invoice: byId(InvoiceToken) });
			expect(jsonOf(result)).toEqual([
				expect.objectContaining({
					RecipientName: 'Ada',
					RecipientEmail: 'ada@example.com',
					Status: 'paid',
					PublicLink,
					PaidDate: expect.any(String),
					NetAmount: 50,
					Views: 1,
				}),
			]);
			expect(result.items[0]!.binary).toBeUndefined();
			expect(stage.lastBody()).toMatchObject({ IncludeEvents: false, IncludeQrCode: false });
		});

		test('returns the QR code as an image file in the chosen field', async () => {
			const { InvoiceToken, InvoiceNumber } = await create('Ada');
			const { items } = await run('get', {
				invoice: byId(InvoiceToken),
				IncludeQrCode: true,
				fileField: 'code',
			});
			const { code } = items[0]!.binary!;
			expect(code).toMatchObject({ mimeType: 'image/png', fileName: `${InvoiceNumber}.png` });
			expect(Buffer.from(code!.data, 'base64').subarray(1, 4).toString()).toBe('PNG');
			expect(items[0]!.pairedItem).toEqual({ item: 0 });
		});

		test('returns the timeline, newest first', async () => {
			const { InvoiceToken } = await create('Ada');
			stage.sandbox.advance(1_000);
			stage.sandbox.payInvoice(InvoiceToken);
			const [invoice] = jsonOf(await run('get', { invoice: byId(InvoiceToken), IncludeEvents: true }));
			expect(invoice!.Timeline).toMatchObject([{ EventType: 'paid' }, {}, {}]);
		});

		test('returns all parts as the service sends them without Simplify', async () => {
			const { InvoiceToken } = await create('Ada');
			const [whole] = jsonOf(await run('get', { invoice: byId(InvoiceToken), simplify: false }));
			expect(Object.keys(whole!)).toEqual(expect.arrayContaining(['Invoice', 'Payment', 'Stats', 'Derived']));
		});

		test.each([
			['no file', null],
			['a link', 'https://example.com/qr.png'],
		])('%s in place of the QR code leaves the item as it is', async (_what, QrCode) => {
			stage.sandbox.faults([
				{ path: '/invoices/single', body: { Response: true, Data: { Invoice: { Title: 'x' }, QrCode } } },
			]);
			const invoice = byId((await create('Ada')).InvoiceToken);
			const { items } = await run('get', { invoice, IncludeQrCode: true, IncludeEvents: true });
			expect(items).toEqual([{ json: { Title: 'x', Timeline: [] }, pairedItem: { item: 0 } }]);
		});
	});

	describe('Update', () => {
		test('sends only what is filled, and returns what changed', async () => {
			const { InvoiceToken } = await create('Ada');
			const [invoice] = jsonOf(
				await run('update', { invoice: byId(InvoiceToken), updateFields: { Title: 'New', TaxRate: 10 } }),
			);
			expect(stage.lastBody()).toEqual({ InvoiceToken, Title: 'New', TaxRate: 10, TaxEnabled: true });
			expect(invoice).toMatchObject({ Status: 'pending', PreviousStatus: 'pending', Total: 55 });
			expect(invoice!.Changes).toContainEqual({ Field: 'Title', From: '', To: 'New' });
		});

		test('replaces recipient and items', async () => {
			const { InvoiceToken } = await create('Ada');
			await run('update', {
				invoice: byId(InvoiceToken),
				updateFields: {
					recipient: { billTo: { Name: 'Grace', Email: 'grace@example.com' } },
					items: { item: [{ Description: 'Other', Quantity: 2, Rate: 10 }] },
				},
			});
			expect(stage.lastBody()).toEqual({
				InvoiceToken,
				BillTo: { Name: 'Grace', Email: 'grace@example.com' },
				Items: [{ Description: 'Other', Quantity: 2, Rate: 10 }],
			});
		});

		test.each<[string, INodeParameters, string]>([
			[
				'a recipient without a valid address',
				{ recipient: { billTo: { Name: 'Grace', Email: 'grace' } } },
				'“Update Fields › Recipient › Email” must be an email address such as jane@example.com, but is “grace”',
			],
			[
				'an item without a description',
				{ items: { item: [{ Quantity: 1, Rate: 5 }] } },
				'“Update Fields › Items › Item 1 › Description” is required',
			],
			[
				'an empty list of items',
				{ Title: 'x', items: {} },
				'“Update Fields › Items” must have at least one item with a description, but is empty',
			],
			[
				'an empty recipient alone',
				{ recipient: {} },
				'“Update Fields” must have at least one field that is filled',
			],
			[
				'nothing to change',
				{ Title: '={{ $json.nothing }}' },
				'“Update Fields” must have at least one field that is filled',
			],
		])('refuses %s before anything is sent', async (_what, updateFields, sentence) => {
			const { InvoiceToken } = await create('Ada');
			const refused = await stage.refusal(node, 'update', { invoice: byId(InvoiceToken), updateFields });
			expect(refused).toBe(`Item 1: ${sentence}`);
		});
	});

	test('a draft is published, a pending invoice is cancelled, and neither can be done again', async () => {
		const invoice = byId((await create('Ada', { Status: 'draft' })).InvoiceToken);
		const recipient = { RecipientName: 'Ada', RecipientEmail: expect.stringContaining('@') };
		expect(jsonOf(await run('publish', { invoice }))).toMatchObject([
			{ ...recipient, Status: 'pending', PreviousStatus: 'draft', PublicLink: expect.any(String) },
		]);
		expect(jsonOf(await run('cancel', { invoice }))).toMatchObject([{ ...recipient, Status: 'cancelled' }]);
		for (const operation of ['publish', 'cancel', 'update']) {
			const { error } = await run(operation, { invoice, updateFields: { Title: 'x' } });
			expect(error!.message).toContain('The invoice is cancelled and cannot be changed');
		}
	});

	test.each([
		['update', { updateFields: { Title: 'New' } }],
		['publish', {}],
		['cancel', {}],
	])('%s without Simplify returns what the service sends', async (operation, parameters) => {
		const invoice = byId((await create('Ada', { Status: 'draft' })).InvoiceToken);
		const [raw] = jsonOf(await run(operation, { invoice, ...parameters, simplify: false }));
		expect(raw).toMatchObject({ Action: expect.any(String), Items: [{ Amount: 50 }] });
	});

	test('an invoice that can be published but not read is published, without its recipient', async () => {
		const invoice = byId((await create('Ada', { Status: 'draft' })).InvoiceToken);
		stage.sandbox.faults([{ path: '/invoices/single', status: 404 }]);
		const [published] = jsonOf(await run('publish', { invoice }));
		expect(published).toMatchObject({ Status: 'pending' });
		expect(published).not.toHaveProperty('RecipientEmail');
	});

	test('Delete says what it deleted', async () => {
		const { InvoiceToken, InvoiceNumber } = await create('Ada');
		const [deleted] = jsonOf(await run('delete', { invoice: byId(InvoiceToken) }));
		expect(deleted).toMatchObject({ deleted: true, InvoiceToken, InvoiceNumber, InvoicesDeleted: 1 });
		expect(deleted).not.toHaveProperty('Response');
		expect(jsonOf(await run('getMany'))).toEqual([]);
	});

	describe('the picker', () => {
		test('names number, recipient, total and status', async () => {
			const { InvoiceToken, InvoiceNumber } = await create('Ada');
			const { results } = await stage.search(node, 'searchInvoices');
			expect(results).toEqual([{ name: `${InvoiceNumber}, Ada, 50.00 USD (pending)`, value: InvoiceToken }]);
		});

		test('searches all pages, a page at a time', async () => {
			for (let n = 1; n <= 201; n++) await create(n === 1 || n === 201 ? 'Ada' : 'Grace');
			const first = await stage.search(node, 'searchInvoices', {}, 'ada');
			expect(first.results.map(({ name }) => name)).toEqual([expect.stringContaining('Ada')]);
			const second = await stage.search(node, 'searchInvoices', {}, 'ada', String(first.paginationToken));
			expect(second).toEqual({
				results: [{ name: expect.stringContaining('Ada'), value: expect.any(String) }],
			});
			const none = await stage.search(node, 'searchInvoices', {}, 'nobody');
			expect(none).toEqual({ results: [] });
		}, 60_000);

		test('reads no more than 10 pages at a time', async () => {
			const body = { Response: true, Data: { Invoices: [{}], Pagination: { TotalPages: 1e9 } } };
			stage.sandbox.faults([{ path: '/invoices/fetch', body, times: 20 }]);
			const found = await stage.search(node, 'searchInvoices', {}, 'ada');
			expect(found).toEqual({ results: [], paginationToken: '11' });
		});
	});
});
