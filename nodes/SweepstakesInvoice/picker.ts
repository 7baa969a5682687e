import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { fetchInvoices, INVOICES_PER_PAGE } from './api/invoices';
import { asText, type Json } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { searchPages } from '../shared/n8n/editor/ask';

/** The picker for an invoice. Its parameter is the InvoiceToken. */
export const invoice = {
	displayName: 'Invoice',
	name: 'invoice',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The invoice to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an invoice…',
			typeOptions: { searchListMethod: 'searchInvoices', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

/** `listSearch` method: the invoices of the account. */
export async function searchInvoices(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '1',
): Promise<INodeListSearchResult> {
	return await searchPages(this, filter, paginationToken, async (service, Page) => {
		const { records, totalPages } = await service.call(fetchInvoices, { Page, Limit: INVOICES_PER_PAGE });
		return { entries: records.map(toChoice), totalPages };
	});
}

/** "INV-2027-00012, Jane Smith, 25.00 USD (pending)" */
function toChoice(invoice: Json): { name: string; value: string } {
	const value = asText(invoice.InvoiceToken);
	const { InvoiceNumber, RecipientName, RecipientEmail, Total, Currency, Status } = invoice;
	const amount = typeof Total === 'number' ? `${Total.toFixed(2)} ${asText(Currency)}`.trim() : '';
	const parts = [asText(InvoiceNumber), asText(RecipientName) || asText(RecipientEmail), amount];
	const name = parts.filter(Boolean).join(', ') || value;
	return { name: asText(Status) ? `${name} (${asText(Status)})` : name, value };
}
