import { DIALECTS } from '../../sandbox/dialect';
import { DAY, INSTANT, NOBODY, NOON, openBench, UNHURRIED, UUID, type Bench, type Json } from './harness';
import { checkFields, day, email, flag, oneOf, required, text, uuid, whole } from './kinds';

const BODY = {
	BillTo: { Name: 'Ada Lovelace', Email: 'ada@example.com' },
	Items: [{ Description: 'Grand prize', Quantity: 2, Rate: 50 }],
	PaymentMethod: 'check',
};

describe('Invoices: fetch, single, update, delete', () => {
	let bench: Bench;
	beforeEach(async () => {
		bench = await openBench({ accounts: [UNHURRIED, { token: 'other' }] });
	});
	const create = async (changes: Json = {}) =>
		(await bench.ok('/invoices/create', { ...BODY, ...changes })).Data as Json;
	const list = async (filter: Json = {}) => (await bench.ok('/invoices/fetch', filter)).Data as Json;
	const read = async (InvoiceToken: string, more: Json = {}) =>
		(await bench.ok('/invoices/single', { InvoiceToken, ...more })).Data as Json;
	const status = async (path: string, body: Json) => (await bench.call(path, body)).status;

	describe('POST /invoices/fetch', () => {
		describe('request', () => {
			checkFields(
				{ bench: () => bench, path: '/invoices/fetch', valid: () => ({}) },
				{
					Status: oneOf('draft', 'pending', 'paid', 'cancelled'),
					FromDate: day,
					ToDate: day,
					Page: whole(1),
					Limit: whole(1, 200),
				},
			);
		});

		it('answers every field of the record, and Telemetry', async () => {
			const { InvoiceToken, InvoiceNumber } = await create({ Title: 'Prize', Status: 'pending' });
			const { Data, Telemetry } = await bench.ok('/invoices/fetch');
			expect(Telemetry).toMatchObject({ APICalls: expect.any(Number) });
			expect(Data.Invoices).toEqual([
				{
					InvoiceToken,
					PublicToken: expect.stringMatching(UUID),
					InvoiceNumber,
					Title: 'Prize',
					CreationDate: expect.stringMatching(INSTANT),
					IssueDate: expect.stringMatching(INSTANT),
					DueDate: expect.stringMatching(INSTANT),
					RecipientName: 'Ada Lovelace',
					RecipientEmail: 'ada@example.com',
					Currency: 'USD',
					Subtotal: 100,
					DiscountAmount: 0,
					TaxEnabled: false,
					TaxAmount: 0,
					Total: 100,
					Status: 'pending',
					PaymentMethod: 'check',
					IsManualPayment: false,
					IsOverdue: false,
					DaysElapsed: 0,
					DaysOverdue: 0,
					Views: 0,
					Notifications: 0,
					LastViewDate: null,
					LastNotificationDate: null,
					PaidDate: null,
					Archived: false,
					ProcessingFeePercentage: 2,
					MerchantFeePercentage: 2.9,
				},
			]);
		});

		it('filters by status and creation day, and sums up the whole filtered set', async () => {
			await create({ Status: 'pending' });
			await create();
			bench.sandbox.advance(DAY);
			const { InvoiceToken } = await create({ Status: 'pending' });
			bench.sandbox.payInvoice(InvoiceToken);
			expect((await list({ Limit: 1 })).Summary).toEqual({
				TotalPending: 100,
				TotalPaid: 100,
				CountPending: 1,
				CountPaid: 1,
				CountDraft: 1,
				CountOverdue: 0,
				CountTotal: 3,
			});
			expect((await list({ Status: 'paid' })).Invoices).toHaveLength(1);
			expect((await list({ ToDate: '2030-01-15' })).Invoices).toHaveLength(2);
			expect((await list({ FromDate: '2030-01-16', ToDate: '2030-01-16' })).Invoices).toHaveLength(1);
		});

		it('answers pages, newest first', async () => {
			const numbers: string[] = [];
			for (let n = 0; n < 5; n++) numbers.unshift((await create()).InvoiceNumber);
			const page = await list({ Page: 2, Limit: 2 });
			expect(page.Invoices.map(({ InvoiceNumber }: Json) => InvoiceNumber)).toEqual(numbers.slice(2, 4));
			expect(page.Pagination).toEqual({ Page: 2, Limit: 2, TotalInvoices: 5, TotalPages: 3 });
		});

		it('marks what is pending and past its due date as overdue', async () => {
			await create({ Status: 'pending', DueDate: '2030-01-15' });
			await create({ DueDate: '2030-01-15' });
			expect((await list()).Summary.CountOverdue).toBe(0);
			bench.sandbox.advance(DAY);
			expect((await list()).Invoices).toMatchObject([
				{ IsOverdue: false },
				{ IsOverdue: true, DaysOverdue: 1 },
			]);
		});

		it('knows only the invoices of its account', async () => {
			await create();
			const { Data } = await bench.ok('/invoices/fetch', {}, { token: 'other' });
			expect(Data.Invoices).toEqual([]);
		});
	});

	describe('POST /invoices/single', () => {
		it('answers the invoice, its payment, link, QR code, numbers and events', async () => {
			const { InvoiceToken, PublicLink } = await create({ Status: 'pending', Terms: '30 days' });
			await fetch(PublicLink);
			bench.sandbox.advance(3 * DAY);
			bench.sandbox.payInvoice(InvoiceToken);
			const found = await read(InvoiceToken);
			expect(found).toMatchObject({
				Invoice: { BillTo: { Name: 'Ada Lovelace', City: '' }, Status: 'paid', Terms: '30 days' },
				Payment: { IsPaid: true, PayerEmail: 'ada@example.com', GrossAmount: 100, NetAmount: 100 },
				PublicLink,
				QrCode: expect.stringMatching(/^data:image\/png;base64,/),
				Stats: { Views: 1, UniqueViews: 1, PaymentAttempts: 1 },
				Derived: { DaysToPayment: 3, IsOverdue: false },
				ModificationsLog: [],
			});
			expect(found.Events.Totals).toEqual({ created: 1, issued: 1, viewed: 1, paid: 1 });
			expect(found.Events.Timeline[0]).toEqual({
				EventType: 'paid',
				Description: expect.any(String),
				CreationDate: new Date(NOON + 3 * DAY).toISOString(),
				IpAddress: expect.any(String),
				Browser: expect.any(String),
				DeviceType: expect.any(String),
				OperatingSystem: expect.any(String),
				Referrer: expect.any(String),
			});
		});

		it('leaves out events and QR code on request', async () => {
			const { InvoiceToken } = await create();
			const found = await read(InvoiceToken, { IncludeEvents: false, IncludeQrCode: false });
			expect(found).toMatchObject({ QrCode: null, Payment: { IsPaid: false, PaidDate: null } });
			expect(found).not.toHaveProperty('Events');
		});

		it('shows the fee of a payment by card, and none of one by hand', async () => {
			const byCard = await create({ PaymentMethod: 'card', Status: 'pending' });
			const byHand = await create({ PaymentMethod: 'card', Status: 'pending' });
			bench.sandbox.payInvoice(byCard.InvoiceToken);
			bench.sandbox.payInvoice(byHand.InvoiceToken, true);
			expect((await read(byCard.InvoiceToken)).Payment).toMatchObject({
				CCLastFourDigits: '1111',
				ProcessingFee: 4.9,
				NetAmount: 100,
			});
			expect((await read(byHand.InvoiceToken)).Payment).toMatchObject({
				IsManualPayment: true,
				CCType: null,
				ProcessingFee: 0,
			});
		});
	});

	describe('POST /invoices/update', () => {
		describe('request', () => {
			checkFields(
				{
					bench: () => bench,
					path: '/invoices/update',
					valid: async () => ({ InvoiceToken: (await create()).InvoiceToken }),
				},
				{
					InvoiceToken: required(uuid),
					BillTo: { refuses: ['Ada', { Name: 'Ada' }], accepts: [BODY.BillTo] },
					'BillTo.Email': email,
					Items: { refuses: [[], {}, [{ Rate: 1 }]], accepts: [BODY.Items] },
					Title: text(200),
					IssueDate: day,
					DueDate: day,
					DiscountAmount: { refuses: [-1, '5'], accepts: [0, 5.5] },
					TaxEnabled: flag,
					TaxLabel: text(),
					TaxRate: { refuses: [-0.1, 100.1, '8'], accepts: [0, 100] },
					PaymentMethod: oneOf('card', 'check', 'transfer', 'recipient'),
					PaymentInstructions: text(),
					NotesToRecipient: text(3000),
					Terms: text(3000),
					Status: oneOf('pending', 'cancelled'),
				},
			);
		});

		it('refuses to make a draft of an invoice', async () => {
			const { InvoiceToken } = await create({ Status: 'pending' });
			expect(await status('/invoices/update', { InvoiceToken, Status: 'draft' })).toBe(400);
		});

		it('replaces recipient and items, recalculates, and logs the changes', async () => {
			const { InvoiceToken } = await create({ BillTo: { ...BODY.BillTo, City: 'London' } });
			const { Data } = await bench.ok('/invoices/update', {
				InvoiceToken,
				BillTo: { Name: 'Grace', Email: 'grace@example.com' },
				Items: [{ Description: 'Other', Quantity: 1, Rate: 10 }],
				TaxEnabled: true,
				TaxRate: 10,
				PaymentMethod: 'card',
			});
			expect(Object.keys(Data).sort()).toEqual(
				[
					...['InvoiceToken', 'InvoiceNumber', 'Action', 'Status', 'PreviousStatus', 'Items', 'Subtotal'],
					...['DiscountAmount', 'TaxEnabled', 'TaxRate', 'TaxAmount', 'Total', 'PaymentMethod', 'PublicLink'],
					...['Changes', 'AmountBeforeFees', 'ServiceFeeAmount', 'MerchantFeeAmount', 'FeeAmount'],
					'FeesChargedToRecipient',
				].sort(),
			);
			expect(Data).toMatchObject({
				Action: 'updated',
				PreviousStatus: 'draft',
				AmountBeforeFees: 11,
				Total: 11.54,
			});
			expect(Data.Changes).toContainEqual({ Field: 'Total', From: 100, To: 11.54 });
			const { Invoice, ModificationsLog } = await read(InvoiceToken);
			expect(Invoice.BillTo).toMatchObject({ Name: 'Grace', City: '' });
			expect(ModificationsLog).toEqual([{ Date: expect.any(String), Changes: Data.Changes }]);
		});

		it('keeps what is not sent, and empties the instructions for card', async () => {
			const { InvoiceToken } = await create({
				PaymentInstructions: 'By check',
				Terms: '30 days',
				DueDate: '2030-03-01',
			});
			await bench.ok('/invoices/update', { InvoiceToken, Title: 'New' });
			expect((await read(InvoiceToken)).Invoice).toMatchObject({
				Title: 'New',
				Terms: '30 days',
				PaymentInstructions: 'By check',
				DueDate: '2030-03-01T00:00:00.000Z',
			});
			await bench.ok('/invoices/update', { InvoiceToken, PaymentMethod: 'card' });
			expect((await read(InvoiceToken)).Invoice.PaymentInstructions).toBe('');
		});

		it('publishes a draft and cancels what is not paid', async () => {
			const { InvoiceToken } = await create();
			const change = async (Status: string) =>
				(await bench.ok('/invoices/update', { InvoiceToken, Status })).Data as Json;
			expect(await change('pending')).toMatchObject({ Action: 'issued', PreviousStatus: 'draft' });
			expect(await change('cancelled')).toMatchObject({ Action: 'cancelled', Status: 'cancelled' });
			expect(await status('/invoices/update', { InvoiceToken, Title: 'x' })).toBe(409);
		});

		it('answers 409 for a paid invoice, and 400 for a total out of range', async () => {
			const { InvoiceToken } = await create({ Status: 'pending' });
			expect(await status('/invoices/update', { InvoiceToken, DiscountAmount: 100 })).toBe(400);
			bench.sandbox.payInvoice(InvoiceToken);
			expect(await status('/invoices/update', { InvoiceToken, Status: 'cancelled' })).toBe(409);
		});
	});

	it('POST /invoices/delete removes an invoice of any status', async () => {
		const { InvoiceToken, InvoiceNumber } = await create({ Status: 'pending' });
		bench.sandbox.payInvoice(InvoiceToken);
		expect((await bench.ok('/invoices/delete', { InvoiceToken })).Data).toEqual({
			InvoiceToken,
			InvoiceNumber,
			PreviousStatus: 'paid',
			InvoicesDeleted: 1,
			EventsDeleted: 3,
			FinancialRecords: expect.any(String),
		});
		expect(await status('/invoices/delete', { InvoiceToken })).toBe(404);
	});

	it.each(['/invoices/single', '/invoices/update', '/invoices/delete'])(
		'%s answers 404 for an invoice of another account',
		async (path) => {
			const { InvoiceToken } = await create();
			expect((await bench.call(path, { InvoiceToken }, { token: 'other' })).status).toBe(404);
			expect(await status(path, { InvoiceToken: NOBODY })).toBe(404);
			expect(await status(path, {})).toBe(400);
		},
	);

	it('POST /_sandbox/invoices pays a pending invoice', async () => {
		const { InvoiceToken } = await create({ Status: 'pending' });
		expect(await status('/_sandbox/invoices', { InvoiceToken, Manual: true })).toBe(200);
		expect((await read(InvoiceToken)).Payment.IsManualPayment).toBe(true);
		expect(await status('/_sandbox/invoices', { InvoiceToken })).toBe(409);
		expect(await status('/_sandbox/invoices', { InvoiceToken: NOBODY })).toBe(404);
	});
});

describe('Invoices in the dialect reference', () => {
	it('lists the oldest first, grosses up the total, and has another name for the platform fee', async () => {
		const bench = await openBench({ dialect: DIALECTS[1] });
		const first = (await bench.ok('/invoices/create', BODY)).Data as Json;
		await bench.ok('/invoices/create', BODY);
		const { Invoices } = (await bench.ok('/invoices/fetch')).Data as Json;
		expect(Invoices[0].InvoiceToken).toBe(first.InvoiceToken);
		const { Data } = await bench.ok('/invoices/update', {
			InvoiceToken: first.InvoiceToken,
			PaymentMethod: 'card',
		});
		expect(Data).toMatchObject({ Total: 105.15, PlatformFeeAmount: 2.1 });
		expect(Data).not.toHaveProperty('ServiceFeeAmount');
	});
});
