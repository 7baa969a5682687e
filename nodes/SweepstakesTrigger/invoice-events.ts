import { invoices } from '../SweepstakesInvoice/api/invoices';
import { isEqual } from '../shared/api/filters';
import { ServiceError } from '../shared/client/failures';
import { isAbsent, isBlank, asText, type Json } from '../shared/json';
import { toDay } from '../shared/time/instant';
import { watchNewMembers } from './new-members';

/** Watches for invoices that the recipient paid or somebody marked as paid. */
export const invoicePaid = watchInvoices('paid', 'PaidDate');

/** Watches for pending invoices past their due date. */
export const invoiceOverdue = watchInvoices('overdue', 'DueDate');

/**
 * Watches for invoices with a status. They are read only if the totals of all invoices have changed, and once a day,
 * because several changes together can leave the totals the same. The totals of the invoices with the status would miss
 * more: they stay the same if one invoice gets the status and another loses it.
 */
function watchInvoices(Status: 'paid' | 'overdue', date: string) {
	return watchNewMembers({
		name: 'invoices',
		async findState({ client }) {
			const { rest, total } = await invoices.readPage(client, {}, 1, 1);
			if (isAbsent(rest.Summary)) return undefined;
			return { day: toDay(Date.now()), summary: rest.Summary, total };
		},
		shows: 'which invoices there are',
		pages: ({ client }, first) => invoices.pages(client, { Status }, Infinity, first),
		// The service lists all pending invoices.
		isMember: ({ IsOverdue }) => Status === 'paid' || isEqual(IsOverdue, true) !== false,
		keyOf(invoice) {
			if (Status === 'overdue' && isBlank(invoice.IsOverdue))
				throw new ServiceError({ code: 'unexpectedReply', missing: 'which invoices are overdue' });
			return readToken(invoice);
		},
		dateOf: (invoice) => invoice[date],
	});
}

/** @throws {ServiceError} if the token is missing, because all invoices without a token would count as one invoice */
function readToken({ InvoiceToken }: Json): string {
	if (isAbsent(InvoiceToken))
		throw new ServiceError({ code: 'unexpectedReply', missing: 'the IDs of the invoices' });
	return asText(InvoiceToken);
}
