import { invoices } from '../SweepstakesInvoice/api/invoices';
import { invoiceItem } from '../SweepstakesInvoice/items';
import { isNothing, asText } from '../shared/json';
import { newMembers } from './new-members';
import type { PollSource } from './poll-source';

interface InvoiceSettings {
	simplify: boolean;
}

/** Watches for invoices that the recipient paid or somebody marked as paid. */
export const invoicePaid = (settings: InvoiceSettings) => watchInvoices('paid', 'PaidDate', settings);

/** Watches for pending invoices past their due date. */
export const invoiceOverdue = (settings: InvoiceSettings) => watchInvoices('overdue', 'DueDate', settings);

function watchInvoices(Status: 'paid' | 'overdue', date: string, { simplify }: InvoiceSettings): PollSource {
	return newMembers({
		async findState(client) {
			const { rest, total } = await invoices.readPage(client, { Status }, 1, 1);
			return isNothing(rest.Summary) ? undefined : JSON.stringify([rest.Summary, total]);
		},
		list: (client, _sweepstakesToken, limit) => invoices.each(client, { Status }, limit),
		keyOf: ({ InvoiceToken }) => asText(InvoiceToken),
		dateOf: (invoice) => invoice[date],
		toItem: (invoice) => (simplify ? invoiceItem(invoice, {}) : invoice),
	});
}
