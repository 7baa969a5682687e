import { invoices } from './api/invoices';
import { listOrId, searchList } from '../shared/fields/picker';
import { asText, type Json } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';

const searchInvoices = searchList(invoices.readPage, toChoice);

/** "INV-2027-00012, Jane Smith, 25.00 USD (pending)" */
function toChoice(invoice: Json) {
	const value = asText(invoice.InvoiceToken);
	const { InvoiceNumber, RecipientName, RecipientEmail, Total, Currency, Status } = invoice;
	const amount = typeof Total === 'number' ? `${Total.toFixed(2)} ${asText(Currency)}`.trim() : '';
	const parts = [asText(InvoiceNumber), asText(RecipientName) || asText(RecipientEmail), amount];
	const name = parts.filter(Boolean).join(', ') || value;
	return { name: asText(Status) ? `${name} (${asText(Status)})` : name, value };
}

/** Picker for an invoice. Value: InvoiceToken. */
export const invoice = {
	displayName: 'Invoice',
	name: 'invoice',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The invoice to work with',
	...listOrId('Select an invoice…', { searchInvoices }),
} as const satisfies Field;
