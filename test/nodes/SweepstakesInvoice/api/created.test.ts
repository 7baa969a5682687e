import { createInvoice } from '../../../../nodes/SweepstakesInvoice/api/created';

const BillTo = { Name: 'Ada', Email: 'ada@example.com' };

/** Whether an invoice with one item at this price may be sent. */
function isAccepted(Rate: number, more: object = {}): boolean {
	const Items = [{ Description: 'Prize', Quantity: 1, Rate }];
	const invoice = { BillTo, Items, Status: 'draft', PaymentMethod: 'check', ...more };
	return createInvoice.request.safeParse(invoice).success;
}

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
