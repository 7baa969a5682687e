import { dropUndefined, type Json } from '../shared/json';
import type { InvoiceToCreate } from './api/created';
import { pickKeys } from '../shared/n8n/output/keys';

export const READ_FIRST = [
	'InvoiceNumber',
	'Title',
	'RecipientName',
	'RecipientEmail',
	'Status',
	'Total',
	'Currency',
	'PublicLink',
];

/** The keys that Simplify keeps. No reply has all of them. */
const KEYS = [
	...READ_FIRST,
	'PreviousStatus',
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

/**
 * The keys of an item for a new or existing invoice. The service returns these keys for both, so both have the same
 * columns.
 */
const CREATED = [
	...READ_FIRST,
	'PaymentMethod',
	'Subtotal',
	'TaxAmount',
	'IssueDate',
	'DueDate',
	'InvoiceToken',
];

/** Simplifies a new or existing invoice. */
export function toCreatedItem(invoice: Json, { BillTo, Title }: InvoiceToCreate): object {
	const known: Json = { Title, RecipientName: BillTo.Name, RecipientEmail: BillTo.Email, ...invoice };
	return Object.fromEntries(CREATED.map((key) => [key, known[key] ?? null]));
}

/**
 * Simplifies an invoice after a change of its status. Keys that the reply lacks are taken from `before`, the invoice
 * before the change.
 */
export function toChangedItem(invoice: Json, before: Json): object {
	const { Title, RecipientName, RecipientEmail, Currency, IssueDate, DueDate } = before;
	const known = { Title, RecipientName, RecipientEmail, Currency, IssueDate, DueDate };
	return toInvoiceItem(dropUndefined({ ...known, ...invoice }), before);
}

/**
 * Simplifies an invoice. A list has the recipient's name and email in keys of the invoice; other replies have them in
 * `BillTo`.
 */
export function toInvoiceItem(invoice: Json, { BillTo }: { BillTo?: Json }): object {
	const recipient = BillTo && { RecipientName: BillTo.Name, RecipientEmail: BillTo.Email };
	return pickKeys({ ...invoice, ...recipient }, KEYS);
}
