import { createInvoice, previewInvoice } from '../../../../nodes/SweepstakesInvoice/api/created';

const BillTo = { Name: 'Ada', Email: 'ada@example.com' };

/** Returns an invoice with one item at this price. */
const toInvoice = (Rate: number, more: object = {}) => ({
	BillTo,
	Items: [{ Description: 'Prize', Quantity: 1, Rate }],
	Status: 'draft' as const,
	PaymentMethod: 'check' as const,
	...more,
});

/** Whether an invoice with one item at this price may be sent. */
const isAccepted = (...invoice: Parameters<typeof toInvoice>): boolean =>
	createInvoice.request.safeParse(toInvoice(...invoice)).success;

/** Our amounts may differ from the service's by half a cent for the item, the discount and the tax. */
test.each<[string, number, object, boolean]>([
	['a dollar', 1, {}, true],
	['less than a dollar', 0.98, {}, false],
	['a little less than a dollar, which may be rounded', 0.99, {}, true],
	['less than a dollar by card, to which a fee is added', 0.5, { PaymentMethod: 'card' }, true],
	['nothing', 0, { PaymentMethod: 'card' }, false],
	['less than a dollar after the discount', 1.5, { DiscountAmount: 1 }, false],
	['a negative discount, which the service judges', 0.5, { DiscountAmount: -1 }, true],
	['a dollar with tax', 0.9, { TaxEnabled: true, TaxRate: 20 }, true],
	['a dollar with a tax that is off', 0.9, { TaxEnabled: false, TaxRate: 20 }, false],
	['a dollar with an unknown tax', 0.6, { TaxEnabled: true }, true],
	['less than a dollar, whatever the tax', 0.4, { TaxEnabled: true }, false],
	['a million dollars', 1_000_000, {}, true],
	['more than a million dollars with tax', 999_999, { TaxEnabled: true, TaxRate: 1 }, false],
	['a million dollars and an unknown tax', 1_000_000, { TaxEnabled: true }, true],
])('whether an invoice over %s may be sent: %p', (_what, rate, more, isSo) => {
	expect(isAccepted(rate, more)).toBe(isSo);
});

test('an invoice over more than a million dollars is refused, whatever the tax', () => {
	const Items = [1, 2].map(() => ({ Description: 'Prize', Quantity: 1, Rate: 600_000 }));
	expect(isAccepted(1, { Items, TaxEnabled: true })).toBe(false);
});

test.each([
	[100.75, 10, 10.08, 110.83],
	[1.01, 50, 0.51, 1.52],
	[999_999.95, 0.1, 1_000, 1_000_999.95],
	[100.74, 10, 10.07, 110.81],
])(
	'previews an invoice over $%d with %d%% tax, rounding half cents up',
	(Rate, TaxRate, TaxAmount, Total) => {
		const preview = previewInvoice(toInvoice(Rate, { TaxEnabled: true, TaxRate }));
		expect(preview).toMatchObject({ Subtotal: Rate, TaxAmount, Total });
	},
);
