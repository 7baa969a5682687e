import { invoices } from './api/invoices';
import { linkTo, listOrId, searchList } from '../shared/n8n/editor/picker';
import { asText, type Json } from '../shared/json';
import { readCount } from '../shared/numeral';
import type { Field } from '../shared/n8n/operation/field';

const searchInvoices = searchList(invoices.readPage, toChoice);

/** Searches only drafts. */
const searchDrafts = searchList(
	async (client, _filter, page) => await invoices.readPage(client, { Status: 'draft' }, page),
	toChoice,
);

/** Searches only invoices that are neither paid nor canceled. */
const searchOpenInvoices = searchList(async (client, filter, page) => {
	const { records, totalPages } = await invoices.readPage(client, filter, page);
	const isOpen = ({ Status }: Json) => !['paid', 'cancelled'].includes(asText(Status));
	return { records: records.filter(isOpen), totalPages };
}, toChoice);

/** Returns a choice with a name such as "Jane Smith, $25.00, pending (INV-2027-00012)". */
function toChoice(invoice: Json) {
	const value = asText(invoice.InvoiceToken);
	const { InvoiceNumber, RecipientName, RecipientEmail, Total, Currency, Status, PublicLink } = invoice;
	const total = readCount(Total);
	const amount = total === undefined ? '' : toAmount(total, asText(Currency));
	const parts = [asText(RecipientName) || asText(RecipientEmail), amount, asText(Status)];
	const name = parts.filter(Boolean).join(', ');
	const number = asText(InvoiceNumber) || value;
	return { name: name ? `${name} (${number})` : number, value, ...linkTo(PublicLink) };
}

function toAmount(total: number, currency: string): string {
	const amount = total.toFixed(2);
	return currency === 'USD' ? `$${amount}` : `${amount} ${currency}`.trim();
}

/** Picker for an invoice. Its value is an InvoiceToken. */
export const invoice = {
	displayName: 'Invoice',
	name: 'invoice',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The invoice to work with',
	...listOrId('Select an invoice…', { searchInvoices }, 'InvoiceToken'),
} as const satisfies Field;

/** Picker for operations that accept only drafts. */
export const draftInvoice = {
	...invoice,
	...listOrId('Select a draft…', { searchDrafts }, 'InvoiceToken'),
} as const satisfies Field;

/** Picker for operations that refuse paid and canceled invoices. */
export const openInvoice = {
	...invoice,
	...listOrId('Select an invoice…', { searchOpenInvoices }, 'InvoiceToken'),
} as const satisfies Field;
