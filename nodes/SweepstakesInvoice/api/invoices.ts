import type { Client } from '../../shared/client/client';
import { asText, isBlank, type Json, toNumber } from '../../shared/json';
import { z } from '../../shared/zod';
import { endpoint, reads, safe, safeDelete, unsafe } from '../../shared/api/endpoint';
import { acknowledgement, dataReply, record } from '../../shared/api/replies';
import { date, email, filledNumeral, uuid } from '../../shared/api/formats';
import { completeNumber } from '../../shared/api/phone-number';
import { confirmChange } from '../../shared/api/confirm';
import { inOrder } from '../../shared/api/dates';
import { isEqual } from '../../shared/api/filters';
import { writtenList, writtenObject } from '../../shared/api/written-object';
import { pagedList } from '../../shared/api/paged-list';

/** The maximum quantity of an item (contract, invoices/create). */
export const MAX_QUANTITY = 100;

/**
 * An item of an invoice. Quantity and rate are required, because otherwise the service could issue the invoice for too
 * small an amount.
 */
const lineItem = writtenObject(
	{
		Description: z.string().trim().nullish(),
		Quantity: filledNumeral(MAX_QUANTITY),
		Rate: filledNumeral(1_000_000),
	},
	'Id',
)
	.refine(({ Description, Quantity, Rate }) => Description || Quantity * Rate === 0, {
		path: ['Description'],
		message: 'is required for an item with an amount',
	})
	.transform(({ Description, ...amount }) => ({ ...(Description && { Description }), ...amount }));

/** The discount in dollars. */
export const discount = z.number().min(0);

/** The tax rate in percent. */
export const taxRate = z.number().min(0).max(100);

export const billTo = z.object({ Name: z.string(), Email: email }).merge(
	z
		.object({
			Phone: completeNumber,
			Company: z.string(),
			Address: z.string(),
			City: z.string(),
			State: z.string(),
			ZipCode: z.string(),
			Country: z.string(),
			TaxId: z.string(),
		})
		.partial(),
);

export const items = writtenList(lineItem, 60).refine((list) => list.some(({ Description }) => Description), {
	message: 'must have at least one line item with a description',
});

export const details = z
	.object({
		Title: z.string().max(200),
		IssueDate: date,
		DueDate: date,
		DiscountAmount: discount,
		TaxEnabled: z.boolean(),
		TaxLabel: z.string(),
		TaxRate: taxRate,
		PaymentMethod: z.enum(['card', 'check', 'transfer', 'recipient']),
		PaymentInstructions: z.string(),
		NotesToRecipient: z.string().max(3_000),
		Terms: z.string().max(3_000),
	})
	.partial();

export const DUE_AFTER_ISSUE = inOrder('IssueDate', 'DueDate');

const status = z.enum(['draft', 'pending', 'paid', 'cancelled', 'overdue']);

const invoiceFilter = z.object({ Status: status, FromDate: date, ToDate: date }).partial();

/** The filters of the list. The service itself has neither the status `overdue` nor the filter `OverdueDays`. */
const listFilter = invoiceFilter
	.extend({ OverdueDays: z.number().int().min(1).optional() })
	.refine(({ Status = 'overdue', OverdueDays }) => !OverdueDays || ['overdue', 'pending'].includes(Status), {
		path: ['Status'],
		message: 'must be “Overdue” or “Pending” when {OverdueDays} is set',
	})
	.refine(...inOrder('FromDate', 'ToDate'));

/** The invoices in the service's order. Overdue means pending and past the due date. */
export const invoices = pagedList({
	call: 'POST /invoices/fetch',
	name: 'invoices',
	key: 'Invoices',
	id: 'InvoiceToken',
	pageSize: 'Limit',
	largestPage: 200,
	total: 'TotalInvoices',
	shows: 'which invoices there are',
	filter: listFilter,
	toRequest: ({ Status, OverdueDays, ...dates }) => ({
		...dates,
		Status: OverdueDays || Status === 'overdue' ? 'pending' : Status,
	}),
	findTest({ Status, OverdueDays }) {
		if (OverdueDays)
			return ({ DaysOverdue }) => [isBlank(DaysOverdue) ? undefined : toNumber(DaysOverdue) >= OverdueDays];
		return Status === 'overdue' ? ({ IsOverdue }) => [isEqual(IsOverdue, true)] : undefined;
	},
});

/** Fetches the totals of all invoices that match a filter, in one call. */
export const invoiceTotals = endpoint({
	...invoices.fetch,
	request: invoiceFilter
		.extend({ Status: status.exclude(['overdue']).optional(), Page: z.number(), Limit: z.number() })
		.refine(...inOrder('FromDate', 'ToDate')),
	reply: z.object({ Data: z.object({ Summary: record }) }),
	retry: reads('what the invoices add up to'),
});

const oneInvoice = z.object({ InvoiceToken: uuid });

export const fetchInvoice = endpoint({
	call: 'POST /invoices/single',
	request: oneInvoice.extend({ IncludeEvents: z.boolean(), IncludeQrCode: z.boolean() }),
	reply: z.object({ Data: z.object({ Invoice: record }).passthrough() }),
	retry: reads('the details of the invoice'),
});

/** Fetches an invoice with its payment link, but without its events and QR code. */
export async function fetchInvoiceWithLink(client: Client, InvoiceToken: string): Promise<Json> {
	const request = { InvoiceToken, IncludeEvents: false, IncludeQrCode: false };
	const { Invoice, PublicLink } = (await client.call(fetchInvoice, request)).Data;
	return { ...Invoice, PublicLink };
}

export const updateInvoice = endpoint({
	call: 'POST /invoices/update',
	request: oneInvoice
		.merge(details)
		.extend({ BillTo: billTo.optional(), Items: items.optional() })
		.refine(...DUE_AFTER_ISSUE),
	reply: dataReply,
	expects: 'The total must be from 1 to 1,000,000 dollars.',
	// A retry only adds a second entry to the invoice's log.
	retry: safe,
});

const newStatus = oneInvoice.extend({ Status: z.enum(['pending', 'cancelled']) });

/**
 * Maps a new status to the statuses that show that the change was processed. A published invoice may have been paid
 * before it is looked up.
 */
const RESULTS = { pending: ['pending', 'paid'], cancelled: ['cancelled'] };

/** Publishes or cancels an invoice. */
export const setInvoiceStatus = endpoint({
	call: 'POST /invoices/update',
	request: newStatus,
	reply: dataReply,
	// The service would refuse a retry (409) and so hide that the first attempt succeeded.
	retry: unsafe('Before you run this again, use Invoice › Get to check the status of the invoice.'),
	confirm: confirmChange<z.output<typeof newStatus>, Json>({
		read: async (client, { InvoiceToken }) => await fetchInvoiceWithLink(client, InvoiceToken),
		isDone: (invoice, { Status }) => RESULTS[Status].includes(asText(invoice.Status)),
		toData: (invoice) => invoice,
	}),
});

export const deleteInvoice = endpoint({
	call: 'POST /invoices/delete',
	request: oneInvoice,
	reply: acknowledgement,
	retry: safeDelete,
});
