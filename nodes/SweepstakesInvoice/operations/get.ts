import { fetchInvoice } from '../api/invoices';
import { simplify } from '../../shared/fields/simplify';
import { invoiceItem } from '../items';
import { asObject, asRecords, asText, type Json } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { withFile } from '../../shared/n8n/output/file';
import { invoice } from '../picker';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get an invoice',
	description: 'Return an invoice by its ID, with its payment and its public link',
	fields: [
		invoice,
		{
			displayName: 'Download QR Code',
			name: 'IncludeQrCode',
			type: 'boolean',
			default: false,
			description: 'Whether to return the QR code of the public link as an image file',
		},
		{
			displayName: 'Put Output File in Field',
			name: 'fileField',
			type: 'string',
			default: 'data',
			required: true,
			description: 'The name of the output binary field to put the file in',
			displayOptions: { show: { IncludeQrCode: [true] } },
		},
		{
			displayName: 'Include Timeline',
			name: 'IncludeEvents',
			type: 'boolean',
			default: false,
			description:
				'Whether to return what happened to the invoice, such as views and payments: the 200 newest events',
		},
		simplify,
	],
	endpoint: fetchInvoice,
	toRequest: ({ invoice: InvoiceToken, IncludeQrCode, IncludeEvents }) => ({
		InvoiceToken,
		IncludeEvents,
		IncludeQrCode,
	}),
	toItems({ reply: { Data }, parameters }) {
		const { Invoice, Payment, Stats, Derived, Events, PublicLink, QrCode } = Data;
		const parts = [Stats, Derived, Payment, Invoice].map(asObject);
		const Timeline = parameters.IncludeEvents && { Timeline: asRecords(asObject(Events).Timeline) };
		const flat = Object.assign({}, ...parts, { PublicLink }, Timeline) as Json;
		const item = parameters.simplify ? invoiceItem(flat, Invoice) : Data;
		return withFile(item, parameters.fileField, `${asText(Invoice.InvoiceNumber) || 'invoice'}.png`, QrCode);
	},
});
