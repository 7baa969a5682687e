import { z } from '../zod';
import { endpoint, unsafe } from './endpoint';
import { date, email, numeral } from './formats';

const lineItem = z.object({
	Description: z.string().optional(),
	Quantity: numeral.pipe(z.number().max(100).optional()),
	Rate: numeral.pipe(z.number().max(1_000_000).optional()),
});

/** In percent. */
export const taxRate = z.number().min(0).max(100);

const invoiceToCreate = z.object({
	BillTo: z.object({
		Name: z.string(),
		Email: email,
		Phone: z.string().optional(),
		Company: z.string().optional(),
		Address: z.string().optional(),
		City: z.string().optional(),
		State: z.string().optional(),
		ZipCode: z.string().optional(),
		Country: z.string().optional(),
		TaxId: z.string().optional(),
	}),
	Items: z.unknown().pipe(
		z
			.array(lineItem)
			.max(60)
			.refine((items) => items.some(({ Description }) => Description), {
				message: 'must have at least one item with a description',
			}),
	),
	Title: z.string().max(200).optional(),
	IssueDate: date.optional(),
	DueDate: date.optional(),
	DiscountAmount: z.number().optional(),
	TaxEnabled: z.boolean().optional(),
	TaxLabel: z.string().optional(),
	TaxRate: taxRate.optional(),
	PaymentMethod: z.enum(['card', 'check', 'transfer', 'recipient']).optional(),
	PaymentInstructions: z.string().optional(),
	NotesToRecipient: z.string().max(3_000).optional(),
	Terms: z.string().max(3_000).optional(),
	Status: z.enum(['draft', 'pending']),
});

type InvoiceToCreate = z.output<typeof invoiceToCreate>;

/** In dollars (specification, POST /invoices/create, rule 9). */
const LEAST_TOTAL = 1;
const MOST_TOTAL = 1_000_000;

/**
 * The least and the most, in dollars, that an item may add to the subtotal. The specification does not say what the
 * service does with an item without a description, a quantity or a rate.
 */
function boundsOf({ Description, Quantity, Rate }: z.output<typeof lineItem>): [number, number] {
	if (Quantity === undefined || Rate === undefined)
		return [(Rate ?? 0) < 0 || (Quantity ?? 0) < 0 ? -Infinity : 0, Infinity];
	const amount = Quantity * Rate;
	return Description ? [amount, amount] : [Math.min(0, amount), Math.max(0, amount)];
}

/**
 * Says which amount makes it certain that the service refuses the total. Fees are added to a payment by card, and their
 * percentages are not known here, so only a total of zero is certainly too low then.
 *
 * @returns the amount in dollars, or undefined if the total may be in range.
 */
function impossibleTotal(invoice: InvoiceToCreate): number | undefined {
	const { Items, DiscountAmount = 0, TaxEnabled = false, TaxRate, PaymentMethod = 'card' } = invoice;
	const bounds = Items.map(boundsOf);
	// The service may round each amount to the cent.
	const rounding = 0.005 * (Items.length + 2);
	const amount = (subtotal: number, tax: number) => Math.max(0, subtotal - DiscountAmount) * (1 + tax / 100);
	const least = amount(sum(bounds.map(([low]) => low)), TaxEnabled ? (TaxRate ?? 0) : 0);
	const most = amount(sum(bounds.map(([, high]) => high)), TaxEnabled ? (TaxRate ?? 100) : 0);
	if (DiscountAmount < 0) return undefined;
	if (least - rounding > MOST_TOTAL) return least;
	const isTooLow = PaymentMethod === 'card' ? most === 0 : most + rounding < LEAST_TOTAL;
	return isTooLow ? most : undefined;
}

function sum(amounts: number[]): number {
	return amounts.reduce((total, amount) => total + amount, 0);
}

export const createInvoice = endpoint({
	call: 'POST /invoices/create',
	request: invoiceToCreate.superRefine((invoice, context) => {
		const total = impossibleTotal(invoice);
		if (total === undefined) return;
		// No field holds the total: the service calculates it.
		const message = `must be from ${LEAST_TOTAL} to ${MOST_TOTAL} dollars, but items, discount and tax make ${Number(total.toFixed(2))}`;
		context.addIssue({ code: 'custom', path: ['Total'], message });
	}),
	reply: z.object({ Data: z.object({}).passthrough() }).passthrough(),
	// A second call would create a second invoice, and the specification shows no way to find or cancel one.
	retry: unsafe({
		check:
			'Before you create it again, check in your account whether the invoice is there. The API documentation shows no way to look it up.',
	}),
});
