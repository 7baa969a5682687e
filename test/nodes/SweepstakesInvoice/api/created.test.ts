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

test.each<[string, boolean, number, object]>([
	['a dollar', true, 1, {}],
	['less than a dollar', false, 0.98, {}],
	['almost a dollar, which is rounded up', true, 0.995, {}],
	['a cent less than a dollar', false, 0.99, {}],
	['less than a dollar by card (to which a fee is added)', true, 0.5, { PaymentMethod: 'card' }],
	['nothing', false, 0, { PaymentMethod: 'card' }],
	['less than a dollar after the discount', false, 1.5, { DiscountAmount: 1 }],
	['a dollar including tax', true, 0.9, { TaxEnabled: true, TaxRate: 20 }],
	['less than a dollar if tax is off', false, 0.9, { TaxEnabled: false, TaxRate: 20 }],
	['less than a dollar if tax is on, but has no rate', false, 0.9, { TaxEnabled: true }],
	['a million dollars', true, 1_000_000, {}],
	['more than a million dollars with tax', false, 999_999, { TaxEnabled: true, TaxRate: 1 }],
	['a million dollars with an unknown tax', true, 1_000_000, { TaxEnabled: true }],
])('an invoice for %s is accepted: %p', (_what, isSo, rate, more) => {
	expect(isAccepted(rate, more)).toBe(isSo);
});

test('an invoice for more than a million dollars is refused, regardless of the tax', () => {
	const Items = [1, 2].map(() => ({ Description: 'Prize', Quantity: 1, Rate: 600_000 }));
	expect(isAccepted(1, { Items, TaxEnabled: true })).toBe(false);
});

test.each([
	[100.75, 10, 10.08, 110.83],
	[1.01, 50, 0.51, 1.52],
	[999_999.95, 0.1, 1_000, 1_000_999.95],
	[100.74, 10, 10.07, 110.81],
])('previews an invoice for $%d with %d%% tax, rounding half cents up', (Rate, TaxRate, TaxAmount, Total) => {
	const preview = previewInvoice(toInvoice(Rate, { TaxEnabled: true, TaxRate }));
	expect(preview).toMatchObject({ Subtotal: Rate, TaxAmount, Total });
});
