import { invoices } from '../SweepstakesInvoice/api/invoices';
import { ServiceError } from '../shared/client/failures';
import { isAbsent, asText, type Json } from '../shared/json';
import { toDay } from '../shared/time/instant';
import { watchNewMembers } from './new-members';

/** Watches for invoices that the recipient paid or somebody marked as paid. */
export const invoicePaid = watchInvoices('paid', 'PaidDate', { Status: 'paid' });

/**
 * Watches for pending invoices past their due date. The totals of all invoices are compared, because those of the
 * pending ones stay the same if one overdue invoice is paid, another becomes overdue, and a third is published.
 */
export const invoiceOverdue = watchInvoices('overdue', 'DueDate', {});

/**
 * @param compared which invoices' totals show whether the set may have changed. Totals can hide a change: one invoice
 *   can take the place of another. So the set is also read once a day.
 */
function watchInvoices(Status: 'paid' | 'overdue', date: string, compared: { Status?: 'paid' }) {
	return watchNewMembers({
		async findState({ client }) {
			const { rest, total } = await invoices.readPage(client, compared, 1, 1);
			if (isAbsent(rest.Summary)) return undefined;
			return JSON.stringify([toDay(Date.now()), rest.Summary, total]);
		},
		list: ({ client }, limit) => invoices.each(client, { Status }, limit),
		keyOf: readToken,
		dateOf: (invoice) => invoice[date],
	});
}

/** @throws {ServiceError} if the token is missing, because all invoices without a token would count as one invoice */
function readToken({ InvoiceToken }: Json): string {
	if (isAbsent(InvoiceToken))
		throw new ServiceError({ code: 'unexpectedReply', missing: 'the IDs of the invoices' });
	return asText(InvoiceToken);
}
