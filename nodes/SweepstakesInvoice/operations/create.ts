import { createInvoice } from '../../shared/api/invoices';
import { invoiceItem } from '../../shared/fields/invoiceItem';
import { simplify } from '../../shared/fields/simplify';
import { defineOperation } from '../../shared/n8n/operation';
import { invoiceDetails, itemFields, recipientDetails, withTax } from '../fields';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create an invoice',
	description: 'Create an invoice for a recipient. The service does not email it: send its link yourself.',
	fields: [
		{
			displayName: 'Recipient Name',
			name: 'Name',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Jane Smith',
			description: 'The name of the person who gets the invoice',
		},
		{
			displayName: 'Recipient Email',
			name: 'Email',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. jane@example.com',
			description: 'The email address of the recipient. Nothing is sent to it.',
		},
		{
			displayName: 'Recipient Details',
			name: 'recipient',
			type: 'collection',
			placeholder: 'Add detail',
			default: {},
			options: recipientDetails,
		},
		{
			displayName: 'Specify Items',
			name: 'specifyItems',
			type: 'options',
			options: [
				{ name: 'Using Fields Below', value: 'fields' },
				{ name: 'Using JSON', value: 'json' },
			],
			default: 'fields',
			description:
				'How to give the items of the invoice. The service calculates all amounts. The total must be from 1 to 1,000,000 dollars.',
		},
		{
			displayName: 'Items',
			name: 'items',
			type: 'fixedCollection',
			typeOptions: {
				multipleValues: true,
				sortable: true,
				multipleValueButtonText: 'Add Item',
				minRequiredFields: 1,
			},
			placeholder: 'Add Item',
			default: { item: [{ Description: '', Quantity: 1, Rate: 0 }] },
			description: 'The items of the invoice, from 1 to 60',
			displayOptions: { show: { specifyItems: ['fields'] } },
			options: [
				{
					displayName: 'Item',
					name: 'item',
					values: itemFields,
				},
			],
		},
		{
			displayName: 'Items (JSON)',
			name: 'itemsJson',
			type: 'json',
			default: '[\n  { "Description": "Prize handling fee", "Quantity": 1, "Rate": 25 }\n]',
			description:
				'A list of at most 60 items. Each has Description, Quantity (up to 100) and Rate (in dollars, up to 1,000,000).',
			displayOptions: { show: { specifyItems: ['json'] } },
		},
		{
			displayName: 'Status',
			name: 'Status',
			type: 'options',
			options: [
				{ name: 'Draft', value: 'draft', description: 'Not published yet' },
				{ name: 'Pending', value: 'pending', description: 'Published now: the link works' },
			],
			default: 'draft',
			description: 'Whether to publish the invoice now. The recipient is not notified in either case.',
		},
		simplify,
		{
			displayName: 'Additional Fields',
			name: 'additional',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: invoiceDetails,
		},
	],
	endpoint: createInvoice,
	toRequest: ({ Name, Email, recipient, specifyItems, items, itemsJson, Status, additional }) => ({
		BillTo: { Name, Email, ...recipient },
		Items: specifyItems === 'fields' ? items.item : itemsJson,
		Status,
		...withTax(additional),
	}),
	toItems: ({ reply: { Data, Telemetry }, request, parameters }) =>
		parameters.simplify ? invoiceItem(Data, request) : { ...Data, Telemetry },
});
