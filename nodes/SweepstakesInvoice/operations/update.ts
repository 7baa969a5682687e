import { updateInvoice } from '../api/invoices';
import { simplify } from '../../shared/n8n/common-fields';
import { toInvoiceItem } from '../items';
import { hintAtLikelyMistakes } from '../likely-mistakes';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { openInvoice } from '../picker';
import { invoiceDetails, itemFields, recipientDetails, title, withTax } from '../fields';

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update an invoice',
	description: 'Change a draft or pending invoice by its ID. The recipient is not notified.',
	fields: [
		openInvoice,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			typeOptions: { minRequiredFields: 1 },
			placeholder: 'Add field',
			default: {},
			description: 'The fields to change, at least one. Empty fields are left unchanged.',
			options: [
				...invoiceDetails,
				title,
				{
					displayName: 'Items',
					name: 'items',
					type: 'fixedCollection',
					typeOptions: {
						multipleValues: true,
						sortable: true,
						multipleValueButtonText: 'Add item',
					},
					placeholder: 'Add item',
					default: { item: [{ Description: '', Quantity: 1, Rate: '' }] },
					description: 'The new items of the invoice, from 1 to 60. They replace all existing items.',
					options: [{ displayName: 'Item', name: 'item', values: itemFields }],
				},
				{
					displayName: 'Recipient',
					name: 'recipient',
					type: 'fixedCollection',
					placeholder: 'Replace recipient',
					default: {},
					description:
						'Who gets the invoice. Replaces the whole recipient: details left empty here are removed.',
					options: [
						{
							displayName: 'Recipient',
							name: 'billTo',
							values: [
								{
									displayName: 'Name',
									name: 'Name',
									type: 'string',
									default: '',
									required: true,
									placeholder: 'e.g. Jane Smith',
									description: 'The name of the recipient',
								},
								{
									displayName: 'Email',
									name: 'Email',
									type: 'string',
									default: '',
									required: true,
									placeholder: 'e.g. jane@example.com',
									description:
										'The email address of the recipient. The service does not send the invoice to this address.',
								},
								...recipientDetails,
							],
						},
					],
				},
			],
		},
		simplify,
	],
	endpoint: updateInvoice,
	toRequest: ({ invoice: InvoiceToken, updateFields: { recipient, items, ...details } }) => ({
		InvoiceToken,
		...withTax(details),
		...(recipient?.billTo && { BillTo: recipient.billTo }),
		...(items?.item && { Items: items.item }),
	}),
	toItems({ reply: { Data }, request, parameters, client }) {
		hintAtLikelyMistakes(client, request);
		return parameters.simplify ? toInvoiceItem(Data, request) : Data;
	},
});
