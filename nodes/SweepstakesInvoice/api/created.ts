import type { Confirm } from '../../shared/client/client';
import { ServiceError } from '../../shared/client/failures';
import { asText, type Json } from '../../shared/json';
import { toDay } from '../../shared/time/instant';
import { DAY_MS } from '../../shared/time/units';
import { z } from '../../shared/zod';
import { confirmCreation } from '../../shared/api/confirm';
import { endpoint, unsafe } from '../../shared/api/endpoint';
import { record } from '../../shared/api/replies';
import { collect } from '../../shared/api/pages';
import { toNameKey, toTitleKey } from '../../shared/api/titles';
import { billTo, details, DUE_AFTER_ISSUE, invoices, fetchInvoiceWithLink, items } from './invoices';

const invoiceToCreate = details.extend({
	BillTo: billTo,
	Items: items,
	Status: z.enum(['draft', 'pending']),
});

export type InvoiceToCreate = z.output<typeof invoiceToCreate>;

/** The minimum total of an invoice, in dollars (contract, invoices/create). */
const MIN_TOTAL = 1;
/** The maximum total of an invoice, in dollars (contract, invoices/create). */
const MAX_TOTAL = 1_000_000;

/** Returns the subtotal in dollars. */
function findSubtotal({ Items }: InvoiceToCreate): number {
	return Items.reduce((total, { Quantity, Rate }) => total + Quantity * Rate, 0);
}

/**
 * Returns how far an amount that we calculate may be from the service's amount, in dollars. The service may round each
 * amount to the cent.
 */
const findRounding = ({ Items }: InvoiceToCreate) => 0.005 * (Items.length + 2);

/**
 * Returns the total if it is certainly out of range. A card payment adds a fee of an unknown percentage, so with a
 * card, only zero is certainly too low.
 *
 * @returns the total before fees, in dollars; undefined if the service might accept it
 */
function findImpossibleTotal(invoice: InvoiceToCreate): number | undefined {
	const { DiscountAmount = 0, TaxEnabled = false, TaxRate, PaymentMethod = 'card' } = invoice;
	const subtotal = findSubtotal(invoice);
	const rounding = findRounding(invoice);
	const calculateAmount = (tax: number) => Math.max(0, subtotal - DiscountAmount) * (1 + tax / 100);
	const least = calculateAmount(TaxEnabled ? (TaxRate ?? 0) : 0);
	const most = calculateAmount(TaxEnabled ? (TaxRate ?? 100) : 0);
	if (DiscountAmount < 0) return undefined;
	if (least - rounding > MAX_TOTAL) return least;
	const isTooLow = PaymentMethod === 'card' ? most === 0 : most + rounding < MIN_TOTAL;
	return isTooLow ? most : undefined;
}

/**
 * Rounds to the cent, half cents up. Floating-point arithmetic may put half a cent slightly below the half: `100.75 *
 * 0.1` is 10.0749…
 */
const toCents = (dollars: number) => Math.round(Number((dollars * 100).toFixed(6))) / 100;

/**
 * Returns a new invoice as the service would calculate it. The fee and total of a card payment are null, because only
 * the service can calculate them. The invoice number and links are missing.
 */
export function previewInvoice(invoice: InvoiceToCreate): Json {
	const { Items, DiscountAmount: discount = 0, TaxEnabled = false, TaxRate = 0, ...details } = invoice;
	const { PaymentMethod = 'card', IssueDate = null, DueDate = null, Status, Title } = details;
	const Subtotal = toCents(findSubtotal(invoice));
	const DiscountAmount = Math.min(discount, Subtotal);
	const TaxAmount = toCents(((Subtotal - DiscountAmount) * (TaxEnabled ? TaxRate : 0)) / 100);
	const AmountBeforeFees = toCents(Subtotal - DiscountAmount + TaxAmount);
	const isFree = PaymentMethod === 'check' || PaymentMethod === 'transfer';
	return {
		...(Title !== undefined && { Title }),
		Status,
		Items,
		Subtotal,
		DiscountAmount,
		TaxEnabled,
		TaxRate,
		TaxAmount,
		AmountBeforeFees,
		FeeAmount: isFree ? 0 : null,
		Total: PaymentMethod === 'card' ? null : AmountBeforeFees,
		PaymentMethod,
		IssueDate,
		DueDate,
	};
}

/** Returns a day (`YYYY-MM-DD`) that is before the given moment in every time zone. */
export const getDayBefore = (ms: number) => toDay(ms - 2 * DAY_MS);

/**
 * Looks for an invoice for the recipient that is newer than the call. If there is none, the call was not processed. If
 * there is exactly one, and it has the same title, subtotal and number of items, the call created it. Anything else is
 * inconclusive, because the service may format text and amounts differently. If the invoices from before the call are
 * known, the subtotal does not matter.
 */
const confirmInvoice: Confirm<InvoiceToCreate> = (client, invoice, before) => {
	const key = toInvoiceKey(invoice.BillTo.Email, invoice.Title);
	const isTitled = ({ RecipientEmail, Title }: Json) =>
		toInvoiceKey(asText(RecipientEmail), asText(Title)) === key;
	const recipient = invoice.BillTo.Email.toLowerCase();
	return confirmCreation(client, {
		keys: [`invoice ${recipient}`],
		before,
		async list(client, since) {
			const listed = await collect(invoices.each(client, { FromDate: getDayBefore(since) }));
			return listed.filter((one) =>
				['', recipient].includes(asText(one.RecipientEmail).trim().toLowerCase()),
			);
		},
		idOf: ({ InvoiceToken }) => InvoiceToken,
		matches: (listed) => (before !== undefined && isTitled(listed)) || matchesInvoice(listed, invoice),
		toReply: async ([created], client) => {
			const Data = await fetchInvoiceWithLink(client, asText(created.InvoiceToken));
			const { Items = [] } = invoice;
			if (Array.isArray(Data.Items) && Data.Items.length !== Items.length)
				throw new ServiceError({ code: 'inconclusive' });
			return { Data };
		},
	});
};

/** Returns the key to lock with `Client.runExclusively` while an invoice for this recipient and title is created. */
export const toInvoiceKey = (email: string, title = '') => toNameKey('invoice', email.trim(), title);

function matchesInvoice({ Title, Subtotal }: Json, invoice: InvoiceToCreate): boolean {
	const isAmount = Math.abs(Number(Subtotal) - findSubtotal(invoice)) <= findRounding(invoice);
	return isAmount && (invoice.Title === undefined || toTitleKey(invoice.Title) === toTitleKey(asText(Title)));
}

export const createInvoice = endpoint({
	call: 'POST /invoices/create',
	request: invoiceToCreate.refine(...DUE_AFTER_ISSUE).superRefine((invoice, context) => {
		const total = findImpossibleTotal(invoice);
		if (total === undefined) return;
		// The error does not name a field of the node, because the total has none: the service calculates it.
		const message = `must be from ${MIN_TOTAL} to ${MAX_TOTAL.toLocaleString('en-US')} dollars, but is ${Number(total.toFixed(2))} after discount and tax. Check “Quantity” and “Rate ($)” of the items`;
		context.addIssue({ code: 'custom', path: ['Total'], message });
	}),
	reply: z.object({ Data: record }).passthrough(),
	// A retry would create a second invoice.
	retry: unsafe('Before you create it again, use Invoice › Get Many to check whether the invoice is there.'),
	confirm: confirmInvoice,
});
