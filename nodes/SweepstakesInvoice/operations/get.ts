import { fetchInvoice } from '../api/invoices';
import { simplify } from '../../shared/n8n/common-fields';
import { toInvoiceItem } from '../items';
import { asObject, asRecords, asText, type Json } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { withFile } from '../../shared/n8n/output/file';
import { invoice } from '../picker';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get an invoice',
	description: 'Return an invoice by its ID, with its payment and public link',
	fields: [
		invoice,
		simplify,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Download QR Code',
					name: 'IncludeQrCode',
					type: 'boolean',
					default: false,
					description: 'Whether to return the QR code of the public link as an image file',
				},
				{
					displayName: 'Include Timeline',
					name: 'IncludeEvents',
					type: 'boolean',
					default: false,
					description: 'Whether to return the 200 newest events of the invoice, such as views and payments',
				},
				{
					displayName: 'Put Output File in Field',
					name: 'fileField',
					type: 'string',
					default: 'data',
					description: 'The name of the output binary field to put the QR code in',
				},
			],
		},
	],
	endpoint: fetchInvoice,
	toRequest: ({ invoice: InvoiceToken, options: { IncludeEvents = false, IncludeQrCode = false } }) => ({
		InvoiceToken,
		IncludeEvents,
		IncludeQrCode,
	}),
	toItems({ reply: { Data }, parameters: { simplify: isSimple, options } }) {
		const { Invoice, Payment, Stats, Derived, Events, PublicLink, QrCode } = Data;
		const parts = [Stats, Derived, Payment, Invoice].map(asObject);
		const Timeline = options.IncludeEvents && { Timeline: asRecords(asObject(Events).Timeline) };
		const flat = Object.assign({}, ...parts, { PublicLink }, Timeline) as Json;
		const item = isSimple ? toInvoiceItem(flat, Invoice) : Data;
		const { fileField = 'data' } = options;
		return withFile(item, fileField, `${asText(Invoice.InvoiceNumber) || 'invoice'}.png`, QrCode);
	},
});
