import fc from 'fast-check';
import { computeAmounts, type Charges } from '../../sandbox/money';
import { runs } from '../support/runs';
import { DAY, NOON, openBench, UNHURRIED, type Bench, type Json } from './harness';

let bench: Bench;
beforeEach(async () => {
	bench = await openBench({
		accounts: [
			UNHURRIED,
			{ token: 'other' },
			{ token: 'capped', plan: { MaxInvoicesAllowed: 2 } },
			{
				token: 'fees',
				plan: { ProcessingFeePercentage: 1.5, MerchantFeePercentage: 3.25 },
				invoiceDueDays: 7,
			},
		],
	});
});
afterEach(async () => await bench.close());

const BILL_TO = { Name: 'Ada Lovelace', Email: 'ada@example.com' };
const item = (changes: Json = {}) => ({ Description: 'Grand prize', Quantity: 2, Rate: 50, ...changes });
const attempt = async (changes: Json = {}, token?: string) =>
	await bench.call('/invoices/create', { BillTo: BILL_TO, Items: [item()], ...changes }, { token });
const create = async (changes: Json = {}, token?: string) => {
	const { status, body } = await attempt(changes, token);
	expect([status, body.Message]).toEqual([200, expect.any(String)]);
	return body.Data as Json;
};
const list = async (filter: Json = {}) => await bench.data('/invoices/fetch', filter);
const read = async ({ InvoiceToken }: Json, more: Json = {}) =>
	await bench.data('/invoices/single', { InvoiceToken, ...more });
const update = async ({ InvoiceToken }: Json, changes: Json) =>
	await bench.call('/invoices/update', { InvoiceToken, ...changes });
const pay = ({ InvoiceToken }: Json, isManual = false) =>
	bench.sandbox.payInvoice(InvoiceToken as string, isManual);

describe('create', () => {
	it.each<[string, Json]>([
		['a blank name', { BillTo: { ...BILL_TO, Name: '  ' } }],
		['items without a description', { Items: [{ Quantity: 1, Rate: 10 }, item({ Description: ' ' })] }],
		['a total of 0.99', { Items: [item({ Quantity: 1, Rate: 0.99 })], PaymentMethod: 'check' }],
		['a total above 1,000,000, fees included', { Items: [item({ Quantity: 1, Rate: 999_000 })] }],
		['a discount of everything', { DiscountAmount: 500 }],
	])('refuses %s, and takes no number', async (_what, changes) => {
		expect((await attempt(changes)).status).toBe(400);
		expect((await create()).InvoiceNumber).toBe('INV-2030-00001');
		expect((await create()).InvoiceNumber).toBe('INV-2030-00002');
	});

	it.each([1, 1_000_000])('accepts a total of exactly %d', async (Rate) => {
		const Items = [item({ Quantity: 1, Rate })];
		expect(await create({ Items, PaymentMethod: 'check' })).toMatchObject({ Total: Rate });
	});

	it('computes all money itself, of items that have a description', async () => {
		const Items = [
			item({ Rate: 19.99, Amount: 1 }),
			item({ Quantity: 0.5, Rate: 10 }),
			{ Quantity: 1, Rate: 99 },
		];
		const invoice = await create({ Items, Subtotal: 1, Total: 1, TaxAmount: 5, FeeAmount: 0 });
		expect(invoice).toMatchObject({ Subtotal: 44.98, TaxAmount: 0 });
		expect(invoice.Items).toMatchObject([
			{ Id: '1', Amount: 39.98 },
			{ Id: '2', Amount: 5 },
		]);
	});

	it.each<[string, Json]>([
		['card', { ServiceFeeAmount: 0.5, MerchantFeeAmount: 1.08, FeesChargedToRecipient: true, Total: 34.91 }],
		['recipient', { FeeAmount: 1.58, Total: 33.33 }],
		['check', { FeeAmount: 0, FeesChargedToRecipient: false, Total: 33.33 }],
		['transfer', { FeeAmount: 0, FeesChargedToRecipient: false, Total: 33.33 }],
	])('charges the fees of the plan by payment method: %s', async (PaymentMethod, expected) => {
		const invoice = await create({ Items: [item({ Quantity: 1, Rate: 33.33 })], PaymentMethod }, 'fees');
		const percentages = { ProcessingFeePercentage: 1.5, MerchantFeePercentage: 3.25 };
		expect(invoice).toMatchObject({ PaymentMethod, ...percentages, ...expected });
	});

	it('takes discount and tax, which counts only if it is enabled', async () => {
		const taxed = { DiscountAmount: 20, TaxEnabled: true, TaxRate: 10 };
		expect(await create(taxed)).toMatchObject({ TaxAmount: 8, AmountBeforeFees: 88 });
		expect(await create({ TaxRate: 25 })).toMatchObject({ TaxRate: 25, TaxAmount: 0, AmountBeforeFees: 100 });
	});

	it('takes the given dates, or today and the days of the account after it', async () => {
		expect(await create({ IssueDate: '2030-01-20', DueDate: '2030-03-01' })).toMatchObject({
			IssueDate: '2030-01-20T00:00:00.000Z',
			DueDate: '2030-03-01T00:00:00.000Z',
		});
		bench.sandbox.advance(DAY);
		expect(await create({}, 'fees')).toMatchObject({
			IssueDate: '2030-01-16T00:00:00.000Z',
			DueDate: '2030-01-23T00:00:00.000Z',
		});
	});

	it('has numbers without gaps when invoices are created in parallel', async () => {
		const replies = await Promise.all(Array.from({ length: 20 }, async () => await attempt()));
		const numbers = replies.flatMap(({ status, body }) =>
			status === 200 ? [Number(body.Data.InvoiceNumber.slice(-5))] : [],
		);
		expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
		expect(replies.every(({ status }) => status === 200 || status === 503)).toBe(true);
	});

	it('answers 403 above MaxInvoicesAllowed', async () => {
		for (let n = 0; n < 2; n++) await create({}, 'capped');
		const { status, body } = await attempt({}, 'capped');
		expect([status, body.Message]).toEqual([403, expect.stringContaining('MaxInvoicesAllowed')]);
	});
});

describe('fetch', () => {
	it('filters by status and creation day, and sums up the whole filtered set', async () => {
		await create({ Status: 'pending', PaymentMethod: 'check' });
		await create();
		bench.sandbox.advance(DAY);
		pay(await create({ Status: 'pending', PaymentMethod: 'check' }));
		expect((await list({ Limit: 1 })).Summary).toEqual({
			...{ TotalPending: 100, TotalPaid: 100, CountPending: 1, CountPaid: 1 },
			...{ CountDraft: 1, CountOverdue: 0, CountTotal: 3 },
		});
		const found = async (filter: Json) => (await list(filter)).Invoices.length as number;
		expect(await found({ Status: 'paid' })).toBe(1);
		expect(await found({ ToDate: '2030-01-15' })).toBe(2);
		expect(await found({ FromDate: '2030-01-16', ToDate: '2030-01-16' })).toBe(1);
	});

	it('answers pages, newest first, to its account alone', async () => {
		const numbers: string[] = [];
		for (let n = 0; n < 5; n++) numbers.unshift((await create()).InvoiceNumber as string);
		const page = await list({ Page: 2, Limit: 2 });
		expect(page.Invoices.map(({ InvoiceNumber }: Json) => InvoiceNumber)).toEqual(numbers.slice(2, 4));
		expect(page.Pagination).toEqual({ Page: 2, Limit: 2, TotalInvoices: 5, TotalPages: 3 });
		expect((await bench.data('/invoices/fetch', {}, { token: 'other' })).Invoices).toEqual([]);
	});

	it('marks pending invoices past their due date as overdue', async () => {
		await create({ Status: 'pending', DueDate: '2030-01-15' });
		await create({ DueDate: '2030-01-15' });
		expect((await list()).Summary.CountOverdue).toBe(0);
		bench.sandbox.advance(DAY);
		const { Invoices } = await list();
		expect(Invoices).toMatchObject([
			{ IsOverdue: false },
			{ IsOverdue: true, DaysOverdue: 1, DaysElapsed: 1 },
		]);
	});
});

describe('single', () => {
	it('answers views, payment and events', async () => {
		const invoice = await create({ Status: 'pending', PaymentMethod: 'check', Terms: '30 days' });
		await fetch(invoice.PublicLink as string);
		bench.sandbox.advance(3 * DAY);
		pay(invoice);
		const found = await read(invoice);
		expect(found).toMatchObject({
			Invoice: { BillTo: { Name: 'Ada Lovelace', City: '' }, Status: 'paid', Terms: '30 days' },
			Payment: { IsPaid: true, PayerEmail: 'ada@example.com', GrossAmount: 100, NetAmount: 100 },
			Stats: { Views: 1, UniqueViews: 1, PaymentAttempts: 1 },
			Derived: { DaysToPayment: 3, IsOverdue: false },
		});
		expect(found.Events.Totals).toEqual({ created: 1, issued: 1, viewed: 1, paid: 1 });
		const CreationDate = new Date(NOON + 3 * DAY).toISOString();
		expect(found.Events.Timeline[0]).toMatchObject({ EventType: 'paid', CreationDate });
		const short = await read(invoice, { IncludeEvents: false, IncludeQrCode: false });
		expect([short.QrCode, 'Events' in short]).toEqual([null, false]);
	});

	it.each<[string, boolean, Json]>([
		['the fee of a payment by card', false, { CCLastFourDigits: '1111', ProcessingFee: 4.9, NetAmount: 100 }],
		['none of one by hand', true, { IsManualPayment: true, CCType: null, ProcessingFee: 0 }],
	])('shows %s', async (_what, isManual, payment) => {
		const invoice = await create({ Status: 'pending' });
		pay(invoice, isManual);
		expect((await read(invoice)).Payment).toMatchObject(payment);
	});
});

describe('update', () => {
	it('replaces recipient and items, recalculates, and logs the changes', async () => {
		const invoice = await create({ BillTo: { ...BILL_TO, City: 'London' }, PaymentMethod: 'check' });
		const { Data } = (
			await update(invoice, {
				BillTo: { Name: 'Grace', Email: 'grace@example.com' },
				Items: [item({ Quantity: 1, Rate: 10 })],
				...{ TaxEnabled: true, TaxRate: 10, PaymentMethod: 'card' },
			})
		).body;
		expect(Data).toMatchObject({
			Action: 'updated',
			PreviousStatus: 'draft',
			AmountBeforeFees: 11,
			Total: 11.54,
		});
		expect(Data.Changes).toContainEqual({ Field: 'Total', From: 100, To: 11.54 });
		const { Invoice, ModificationsLog } = await read(invoice);
		expect(Invoice.BillTo).toMatchObject({ Name: 'Grace', City: '' });
		expect(ModificationsLog).toEqual([{ Date: expect.any(String), Changes: Data.Changes }]);
	});

	it('keeps other fields, and empties the instructions for card', async () => {
		const kept = { PaymentInstructions: 'By check', Terms: '30 days' };
		const invoice = await create({ ...kept, PaymentMethod: 'check', DueDate: '2030-03-01' });
		await update(invoice, { Title: 'New' });
		const DueDate = '2030-03-01T00:00:00.000Z';
		expect((await read(invoice)).Invoice).toMatchObject({ Title: 'New', ...kept, DueDate });
		await update(invoice, { PaymentMethod: 'card' });
		expect((await read(invoice)).Invoice.PaymentInstructions).toBe('');
	});

	it('publishes a draft and cancels an unpaid invoice, permanently', async () => {
		const invoice = await create();
		const change = async (Status: string) => (await update(invoice, { Status })).body.Data as Json;
		expect(await change('pending')).toMatchObject({ Action: 'issued', PreviousStatus: 'draft' });
		expect((await update(invoice, { Status: 'draft' })).status).toBe(400);
		expect((await update(invoice, { DiscountAmount: 100 })).status).toBe(400);
		expect(await change('cancelled')).toMatchObject({ Action: 'cancelled', Status: 'cancelled' });
		expect((await update(invoice, { Title: 'x' })).status).toBe(409);
		const paid = await create({ Status: 'pending' });
		pay(paid);
		expect((await update(paid, { Status: 'cancelled' })).status).toBe(409);
	});
});

test('delete removes an invoice of any status, with its events', async () => {
	const { InvoiceToken } = await create({ Status: 'pending' });
	pay({ InvoiceToken });
	const deleted = await bench.data('/invoices/delete', { InvoiceToken });
	expect(deleted).toMatchObject({ PreviousStatus: 'paid', InvoicesDeleted: 1, EventsDeleted: 3 });
	expect(await bench.status('/invoices/delete', { InvoiceToken })).toBe(404);
});

test('in the dialect reference, the oldest comes first, and the total is grossed up', async () => {
	const reference = await openBench({ dialect: 'reference' });
	const body = { BillTo: BILL_TO, Items: [item()], PaymentMethod: 'check' };
	const { InvoiceToken } = await reference.data('/invoices/create', body);
	await reference.ok('/invoices/create', body);
	expect((await reference.data('/invoices/fetch')).Invoices[0].InvoiceToken).toBe(InvoiceToken);
	const changed = await reference.data('/invoices/update', { InvoiceToken, PaymentMethod: 'card' });
	expect(changed).toMatchObject({ Total: 105.15, PlatformFeeAmount: 2.1 });
	const sample = { items: [{ Quantity: 1, Rate: 5045.25 }], discount: 0, taxEnabled: false, taxRate: 0 };
	const fees = { processingFee: 3, merchantFee: 3, paymentMethod: 'card', cardTotal: 'grossedUp' } as const;
	expect(computeAmounts({ ...sample, ...fees })).toMatchObject({ ServiceFeeAmount: 161.02, Total: 5367.29 });
});

describe('The amounts of any charges', () => {
	const money = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((inCents) => inCents / 100);
	const charges: fc.Arbitrary<Charges> = fc.record({
		items: fc.array(fc.record({ Quantity: money(100), Rate: money(1_000_000) }), {
			minLength: 1,
			maxLength: 60,
		}),
		discount: money(2_000_000),
		taxEnabled: fc.boolean(),
		taxRate: money(100),
		cardTotal: fc.constant('feesAdded'),
		paymentMethod: fc.constantFrom('card', 'check', 'transfer', 'recipient'),
		processingFee: money(20),
		merchantFee: money(20),
	});
	const inCents = (amount: number) => Math.round(amount * 100);
	/** Half-up percentage in integers: `rate` has two decimals, so the product is in units of 1/10,000 cent. */
	const percentOf = (amount: number, rate: number) =>
		Number((BigInt(inCents(amount)) * BigInt(inCents(rate)) + 5_000n) / 10_000n);

	it('add up to the cent in whole-number arithmetic', () => {
		fc.assert(
			fc.property(charges, (given) => {
				const amounts = computeAmounts(given);
				const exact = given.items.reduce(
					(sum, { Quantity, Rate }) => sum + BigInt(inCents(Quantity)) * BigInt(inCents(Rate)),
					0n,
				);
				const subtotal = Number((exact + 50n) / 100n);
				const discount = Math.min(inCents(given.discount), subtotal);
				const discounted = (subtotal - discount) / 100;
				const tax = given.taxEnabled ? percentOf(discounted, given.taxRate) : 0;
				const before = inCents(discounted) + tax;
				const hasFees = given.paymentMethod === 'card' || given.paymentMethod === 'recipient';
				const service = hasFees ? percentOf(before / 100, given.processingFee) : 0;
				const merchant = hasFees ? percentOf(before / 100, given.merchantFee) : 0;
				const { itemAmounts: _, FeesChargedToRecipient, ...computed } = amounts;
				expect(FeesChargedToRecipient).toBe(hasFees);
				expect(
					Object.fromEntries(Object.entries(computed).map(([name, value]) => [name, inCents(value)])),
				).toEqual({
					Subtotal: subtotal,
					DiscountAmount: discount,
					TaxAmount: tax,
					AmountBeforeFees: before,
					ServiceFeeAmount: service,
					MerchantFeeAmount: merchant,
					FeeAmount: service + merchant,
					Total: before + (given.paymentMethod === 'card' ? service + merchant : 0),
				});
			}),
			{ numRuns: runs(200) },
		);
	});
});
