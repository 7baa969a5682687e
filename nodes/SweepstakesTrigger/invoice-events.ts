import { invoices } from '../SweepstakesInvoice/api/invoices';
import { ServiceError } from '../shared/client/failures';
import { isAbsent, asText, type Json } from '../shared/json';
import { watchNewMembers } from './new-members';

/** Watches for invoices that the recipient paid or somebody marked as paid. */
export const invoicePaid = watchInvoices('paid', 'PaidDate');

/** Watches for pending invoices past their due date. */
export const invoiceOverdue = watchInvoices('overdue', 'DueDate');

function watchInvoices(Status: 'paid' | 'overdue', date: string) {
	return watchNewMembers({
		async findState({ client }) {
			const { rest, total } = await invoices.readPage(client, { Status }, 1, 1);
			return isAbsent(rest.Summary) ? undefined : JSON.stringify([rest.Summary, total]);
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
