import fc from 'fast-check';
import { computeAmounts, type Charges } from '../../sandbox/money';
import { runs } from '../support/runs';
import { DAY, NOON, openBench, UNHURRIED, UUID, type Bench, type Contract, type Json } from './harness';
import { checkFields, email, flag, oneOf, required, text, type Kind } from './kinds';

describe('Invoices', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await openBench({
			accounts: [
				UNHURRIED,
				{ token: 'off', modules: { invoices: false } },
				{ token: 'capped', plan: { MaxInvoicesAllowed: 2 } },
				{ token: 'fees', plan: { ProcessingFeePercentage: 1.5, MerchantFeePercentage: 3.25 } },
				{ token: 'prompt', invoiceDueDays: 7 },
				{ token: 'counted' },
				{ token: 'parallel' },
			],
		});
	});

	const invoiceBody = (changes: Json = {}) => ({
		BillTo: { Name: 'Ada Lovelace', Email: 'ada@example.com' },
		Items: [{ Description: 'Grand prize', Quantity: 2, Rate: 50 }],
		...changes,
	});
	const create = async (changes: Json = {}, token?: string) =>
		(await bench.ok('/invoices/create', invoiceBody(changes), { token })).Data as Json;

	describe('POST /invoices/create: request', () => {
		const contract: Contract = {
			bench: () => bench,
			path: '/invoices/create',
			valid: () => invoiceBody(),
		};
		const items = (...changes: Json[]) =>
			changes.map((change) => ({ Description: 'x', Quantity: 1, Rate: 10, ...change }));
		const sixty = items(...Array.from({ length: 60 }, () => ({})));
		const isoDate: Kind = {
			refuses: ['15/01/2030', '2030-02-30'],
			accepts: ['2029-12-31', '2029-12-31T10:00:00Z'],
		};

		checkFields(contract, {
			BillTo: required({ refuses: ['Ada', []], accepts: [] }),
			'BillTo.Name': required({ refuses: ['', '  ', 5], accepts: ['Ada'] }),
			'BillTo.Email': required(email),
			...Object.fromEntries(
				['Phone', 'Company', 'Address', 'City', 'State', 'ZipCode', 'Country', 'TaxId'].map((field) => [
					`BillTo.${field}`,
					text(),
				]),
			),
			Items: required({
				refuses: [{}, [], [{ Quantity: 1, Rate: 10 }], items({ Description: ' ' }), sixty.concat(items({}))],
				accepts: [sixty, items({}, { Rate: 0 })],
			}),
			'Items.0.Quantity': { refuses: [0, -1, 100.5, '2'], accepts: [0.5, 100] },
			'Items.0.Rate': { refuses: [-1, 1_000_000.01, '50'], accepts: [] },
			'Items.0.Description': text(),
			Title: text(200),
			IssueDate: isoDate,
			DueDate: isoDate,
			DiscountAmount: { refuses: [-1, '5'], accepts: [0, 5.5] },
			TaxEnabled: flag,
			TaxLabel: text(),
			TaxRate: { refuses: [-0.1, 100.1, '8'], accepts: [0, 100] },
			PaymentMethod: oneOf('card', 'check', 'transfer', 'recipient'),
			PaymentInstructions: text(),
			NotesToRecipient: text(3000),
			Terms: text(3000),
			Status: oneOf('draft', 'pending'),
		});

		it('describes every parameter when one is wrong', async () => {
			const { body } = await bench.call('/invoices/create', {});
			expect(body.Help.ExpectedBody).toMatchObject({
				BillTo: expect.stringMatching(/^object, required/),
				'BillTo.Name': expect.stringMatching(/^string, required/),
				'BillTo.Email': expect.stringMatching(/^string, required.*email/),
				'BillTo.Phone': 'string, optional',
				Items: expect.stringMatching(/^array, required, max 60.*at least one entry with a Description/),
				'Items[].Quantity': expect.stringContaining('maximum 100'),
				'Items[].Rate': expect.stringContaining('maximum 1000000'),
				Title: 'string, optional, max 200 characters',
				TaxRate: expect.stringMatching(/minimum 0, maximum 100/),
				PaymentMethod: 'string, optional, default card, one of card, check, transfer, recipient',
				NotesToRecipient: expect.stringContaining('max 3000'),
				Terms: expect.stringContaining('max 3000'),
				Status: 'string, optional, default draft, one of draft, pending',
			});
		});
	});

	describe('POST /invoices/create: answer', () => {
		it('answers Telemetry, Message and the invoice with every field', async () => {
			const { Data, ...rest } = await bench.ok('/invoices/create', invoiceBody());
			expect(rest).toEqual({
				Response: true,
				Message: expect.any(String),
				Telemetry: {
					DataConsumed: expect.any(Number),
					APICalls: expect.any(Number),
					MaxAPICalls: expect.any(Number),
				},
			});
			expect(Data).toEqual({
				InvoiceToken: expect.stringMatching(UUID),
				PublicToken: expect.stringMatching(UUID),
				InvoiceNumber: expect.stringMatching(/^INV-2030-\d{5}$/),
				Status: 'draft',
				IssueDate: '2030-01-15T00:00:00.000Z',
				DueDate: '2030-02-14T00:00:00.000Z',
				Currency: 'USD',
				Items: [{ Id: expect.any(String), Description: 'Grand prize', Quantity: 2, Rate: 50, Amount: 100 }],
				Subtotal: 100,
				DiscountAmount: 0,
				TaxEnabled: false,
				TaxRate: 0,
				TaxAmount: 0,
				AmountBeforeFees: 100,
				ServiceFeeAmount: 2,
				MerchantFeeAmount: 2.9,
				FeeAmount: 4.9,
				FeesChargedToRecipient: true,
				Total: 104.9,
				PaymentMethod: 'card',
				ProcessingFeePercentage: 2,
				MerchantFeePercentage: 2.9,
				PublicLink: `${bench.sandbox.baseUrl}/invoice?t=${Data.PublicToken}`,
			});
		});

		it('counts the month’s calls in Telemetry, this one included', async () => {
			const first = await bench.ok('/invoices/create', invoiceBody(), { token: 'counted' });
			await bench.ok('/account/health-check', undefined, { token: 'counted' });
			const second = await bench.ok('/invoices/create', invoiceBody(), { token: 'counted' });
			expect([first.Telemetry.APICalls, second.Telemetry.APICalls]).toEqual([1, 3]);
			expect(second.Telemetry.MaxAPICalls).toBe(10_000_000);
			expect(second.Telemetry.DataConsumed).toBeGreaterThan(first.Telemetry.DataConsumed);
		});

		it('is a draft when Status is absent or draft, and pending when asked for', async () => {
			expect((await create()).Status).toBe('draft');
			expect((await create({ Status: 'draft' })).Status).toBe('draft');
			expect((await create({ Status: 'pending' })).Status).toBe('pending');
		});

		it('is due after the account’s default number of days from today', async () => {
			expect((await create({ IssueDate: '2029-01-01' }, 'prompt')).DueDate).toBe('2030-01-22T00:00:00.000Z');
		});

		it('takes the given dates', async () => {
			expect(await create({ IssueDate: '2030-01-20', DueDate: '2030-03-01' })).toMatchObject({
				IssueDate: '2030-01-20T00:00:00.000Z',
				DueDate: '2030-03-01T00:00:00.000Z',
			});
		});

		it('leaves out items without a Description', async () => {
			const { Items, Subtotal } = await create({
				Items: [
					{ Description: 'Prize', Quantity: 1, Rate: 10 },
					{ Quantity: 1, Rate: 99 },
				],
			});
			expect(Items).toHaveLength(1);
			expect(Subtotal).toBe(10);
		});

		it('gives every item a unique Id', async () => {
			const Item = { Description: 'Prize', Quantity: 1, Rate: 10 };
			const { Items } = await create({ Items: [Item, Item, Item] });
			expect(new Set(Items.map(({ Id }: Json) => Id)).size).toBe(3);
		});

		it('answers 401 without a token and 403 to an unknown one', async () => {
			const without = { headers: { authorization: '' } };
			expect((await bench.call('/invoices/create', invoiceBody(), without)).status).toBe(401);
			expect((await bench.call('/invoices/create', invoiceBody(), { token: 'nobody' })).status).toBe(403);
		});
	});

	describe('Rule 1: the service computes all money itself', () => {
		it('ignores Subtotal, Total and per-item Amount', async () => {
			const invoice = await create({
				Subtotal: 1,
				Total: 1,
				TaxAmount: 5,
				FeeAmount: 0,
				Items: [{ Description: 'Prize', Quantity: 3, Rate: 19.99, Amount: 1 }],
			});
			expect(invoice).toMatchObject({ Subtotal: 59.97, TaxAmount: 0 });
			expect(invoice.Items[0].Amount).toBe(59.97);
		});
	});

	describe('Rule 2: subtotal, discount and tax', () => {
		it.each<[string, Json, Json]>([
			[
				'adds up Quantity times Rate',
				{
					Items: [
						{ Description: 'a', Quantity: 3, Rate: 19.99 },
						{ Description: 'b', Quantity: 0.5, Rate: 10 },
					],
				},
				{ Subtotal: 64.97, AmountBeforeFees: 64.97 },
			],
			[
				'takes the discount off before the tax',
				{ DiscountAmount: 20, TaxEnabled: true, TaxRate: 10 },
				{ Subtotal: 100, DiscountAmount: 20, TaxAmount: 8, AmountBeforeFees: 88 },
			],
			[
				'clamps the discount to the subtotal',
				{
					Items: [{ Description: 'a', Quantity: 1, Rate: 10 }],
					DiscountAmount: 7,
					PaymentMethod: 'check',
				},
				{ Subtotal: 10, DiscountAmount: 7, AmountBeforeFees: 3, Total: 3 },
			],
			[
				'charges no tax unless TaxEnabled, whatever the TaxRate',
				{ TaxRate: 25 },
				{ TaxEnabled: false, TaxRate: 25, TaxAmount: 0, AmountBeforeFees: 100 },
			],
			[
				'rounds the tax to the cent, halves up',
				{
					Items: [{ Description: 'a', Quantity: 1, Rate: 1.5 }],
					TaxEnabled: true,
					TaxRate: 5,
					PaymentMethod: 'check',
				},
				{ TaxAmount: 0.08, Total: 1.58 },
			],
			[
				'is exact in spite of binary fractions',
				{
					Items: Array.from({ length: 3 }, () => ({ Description: 'a', Quantity: 1, Rate: 0.1 })).concat({
						Description: 'b',
						Quantity: 1,
						Rate: 1.005,
					}),
					PaymentMethod: 'check',
				},
				{ Subtotal: 1.31, Total: 1.31 },
			],
		])('%s', async (_rule, changes, expected) => {
			expect(await create(changes)).toMatchObject(expected);
		});
	});

	describe('Rules 3 to 5: fees by payment method', () => {
		const changes = { Items: [{ Description: 'a', Quantity: 1, Rate: 33.33 }] };

		it('card: each fee is its percentage of AmountBeforeFees, charged to the recipient', async () => {
			expect(await create({ ...changes, PaymentMethod: 'card' }, 'fees')).toMatchObject({
				AmountBeforeFees: 33.33,
				ServiceFeeAmount: 0.5,
				MerchantFeeAmount: 1.08,
				FeeAmount: 1.58,
				FeesChargedToRecipient: true,
				Total: 34.91,
			});
		});

		it.each(['check', 'transfer'])('%s: no fee at all', async (PaymentMethod) => {
			expect(await create({ ...changes, PaymentMethod }, 'fees')).toMatchObject({
				PaymentMethod,
				ServiceFeeAmount: 0,
				MerchantFeeAmount: 0,
				FeeAmount: 0,
				FeesChargedToRecipient: false,
				Total: 33.33,
			});
		});

		it('recipient: Total is the base amount and FeeAmount the surcharge of a card', async () => {
			expect(await create({ ...changes, PaymentMethod: 'recipient' }, 'fees')).toMatchObject({
				PaymentMethod: 'recipient',
				FeeAmount: 1.58,
				Total: 33.33,
			});
		});

		it('is paid by card by default', async () => {
			expect((await create()).PaymentMethod).toBe('card');
		});
	});

	describe('Rule 6: percentages are frozen', () => {
		it.each(['card', 'check', 'transfer', 'recipient'])(
			'copies the plan’s percentages into a %s invoice',
			async (PaymentMethod) => {
				expect(await create({ PaymentMethod }, 'fees')).toMatchObject({
					ProcessingFeePercentage: 1.5,
					MerchantFeePercentage: 3.25,
				});
			},
		);
	});

	describe('Rule 7: invoice numbers', () => {
		it('are consecutive for each account, beginning with 00001, and refused calls take none', async () => {
			const number = async () => (await create({}, 'capped')).InvoiceNumber;
			expect(await number()).toBe('INV-2030-00001');
			await bench.call('/invoices/create', invoiceBody({ Items: [] }), { token: 'capped' });
			expect(await number()).toBe('INV-2030-00002');
		});

		it('are distinct and without gaps when invoices are created in parallel', async () => {
			const attempts = await Promise.all(
				Array.from({ length: 20 }, () =>
					bench.call('/invoices/create', invoiceBody(), { token: 'parallel' }),
				),
			);
			const numbers = attempts
				.filter(({ status }) => status === 200)
				.map(({ body }) => Number(body.Data.InvoiceNumber.slice(-5)));
			expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
			expect(attempts.every(({ status }) => status === 200 || status === 503)).toBe(true);
		});
	});

	describe('Rule 9: the total lies between 1 and 1,000,000', () => {
		const total = (Rate: number, changes: Json = {}) =>
			bench.call(
				'/invoices/create',
				invoiceBody({ Items: [{ Description: 'a', Quantity: 1, Rate }], PaymentMethod: 'check', ...changes }),
			);

		it.each([1, 1_000_000])('accepts a total of exactly %d', async (rate) => {
			expect(await total(rate)).toMatchObject({ status: 200, body: { Data: { Total: rate } } });
		});

		it('refuses a total of 0.99', async () => {
			const { status, body } = await total(0.99);
			expect(status).toBe(400);
			expect(body.Message).toContain('0.99');
			expect(body.Help.ExpectedBody).toHaveProperty('Items');
		});

		it('refuses a total above 1,000,000, fees included', async () => {
			expect((await total(999_000, { PaymentMethod: 'card' })).status).toBe(400);
			expect((await total(999_000)).status).toBe(200);
		});

		it('refuses a total that a discount reduces to 0', async () => {
			expect((await total(10, { DiscountAmount: 10 })).status).toBe(400);
			expect((await total(10, { DiscountAmount: 500 })).status).toBe(400);
		});
	});

	describe('Limits and modules', () => {
		it('answers 403 above MaxInvoicesAllowed, across the account', async () => {
			const { status, body } = await bench.call('/invoices/create', invoiceBody(), { token: 'capped' });
			expect({ status, Code: body.Code, Message: body.Message }).toEqual({
				status: 403,
				Code: 403,
				Message: expect.stringContaining('MaxInvoicesAllowed'),
			});
		});

		it('answers 403 while the Invoices module is off, even to an invalid body', async () => {
			for (const body of [invoiceBody(), {}]) {
				expect(await bench.call('/invoices/create', body, { token: 'off' })).toMatchObject({
					status: 403,
					body: { Response: false, Message: expect.stringContaining('invoices') },
				});
			}
		});
	});

	it('starts the due date from the sandbox’s clock', async () => {
		bench.sandbox.advance(DAY);
		expect((await create()).IssueDate).toBe(
			`${new Date(NOON + DAY).toISOString().slice(0, 10)}T00:00:00.000Z`,
		);
	});
});

describe('Invoice amounts for any charges', () => {
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
	/** Half-up percentage in whole numbers: `rate` has two decimals, so the product is in units of 1/10,000 cent. */
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
				expect(inCents(amounts.Subtotal)).toBe(subtotal);
				expect(inCents(amounts.DiscountAmount)).toBe(Math.min(inCents(given.discount), subtotal));
				const discounted = amounts.Subtotal - amounts.DiscountAmount;
				const tax = given.taxEnabled ? percentOf(discounted, given.taxRate) : 0;
				expect(inCents(amounts.TaxAmount)).toBe(tax);
				const before = inCents(discounted) + tax;
				expect(inCents(amounts.AmountBeforeFees)).toBe(before);
				const hasFees = given.paymentMethod === 'card' || given.paymentMethod === 'recipient';
				const service = hasFees ? percentOf(before / 100, given.processingFee) : 0;
				const merchant = hasFees ? percentOf(before / 100, given.merchantFee) : 0;
				expect(inCents(amounts.ServiceFeeAmount)).toBe(service);
				expect(inCents(amounts.MerchantFeeAmount)).toBe(merchant);
				expect(inCents(amounts.FeeAmount)).toBe(service + merchant);
				const fees = given.paymentMethod === 'card' ? service + merchant : 0;
				expect(inCents(amounts.Total)).toBe(before + fees);
			}),
			{ numRuns: runs(200) },
		);
	});
});
