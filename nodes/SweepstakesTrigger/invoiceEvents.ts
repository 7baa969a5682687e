import { fetchInvoices, invoices } from '../SweepstakesInvoice/api/invoices';
import { invoiceItem } from '../SweepstakesInvoice/items';
import { isNothing, asText } from '../shared/json';
import { newMembers } from './newMembers';
import type { PollSource } from './pollSource';

/** How invoices come out. */
interface InvoiceSettings {
	simplify: boolean;
}

/** An invoice of the account was paid, by the recipient or by hand. */
export const invoicePaid = (settings: InvoiceSettings) => watchInvoices('paid', 'PaidDate', settings);

/** An invoice of the account is pending and past its due date. */
export const invoiceOverdue = (settings: InvoiceSettings) => watchInvoices('overdue', 'DueDate', settings);

function watchInvoices(Status: 'paid' | 'overdue', date: string, { simplify }: InvoiceSettings): PollSource {
	const filter = { Status: Status === 'overdue' ? 'pending' : Status } as const;
	return newMembers({
		async findState(service) {
			const { rest, total } = await service.call(fetchInvoices, { ...filter, Page: 1, Limit: 1 });
			return isNothing(rest.Summary) ? undefined : JSON.stringify([rest.Summary, total]);
		},
		list: (service, _sweepstakesToken, limit) => invoices.read(service, { Status }, limit),
		keyOf: ({ InvoiceToken }) => asText(InvoiceToken),
		dateOf: (invoice) => invoice[date],
		toItem: (invoice) => (simplify ? invoiceItem(invoice, {}) : invoice),
	});
}
