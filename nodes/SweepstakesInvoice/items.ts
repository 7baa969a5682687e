import type { Json } from '../shared/json';
import { only } from '../shared/n8n/output/keys';

/** What a recipient or an accountant needs. No operation of the service shows all of it. */
const USEFUL = [
	'InvoiceNumber',
	'Title',
	'RecipientName',
	'RecipientEmail',
	'Status',
	'PreviousStatus',
	'Total',
	'Currency',
	'PublicLink',
	'IsOverdue',
	'DaysOverdue',
	'PaymentMethod',
	'Subtotal',
	'TaxAmount',
	'AmountBeforeFees',
	'FeeAmount',
	'PayerName',
	'PayerEmail',
	'NetAmount',
	'Changes',
	'Views',
	'IssueDate',
	'DueDate',
	'PaidDate',
	'LastViewDate',
	'Timeline',
	'InvoiceToken',
];

/** An invoice as the nodes return it with Simplify. The recipient is in a list flat, and elsewhere in `BillTo`. */
export function invoiceItem(invoice: Json, { BillTo }: { BillTo?: Json }): object {
	const recipient = BillTo && { RecipientName: BillTo.Name, RecipientEmail: BillTo.Email };
	return only({ ...invoice, ...recipient }, USEFUL);
}
