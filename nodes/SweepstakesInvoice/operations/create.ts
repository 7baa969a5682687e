import { createInvoice } from '../api/created';
import { invoiceKey, issuedInvoices, type IssuedInvoices } from '../api/issued';
import { toLimits } from '../../shared/fields/limitsOf';
import { simplify } from '../../shared/fields/simplify';
import { invoiceItem } from '../items';
import { withToolDefault } from '../../shared/n8n/operation/asTool';
import { lookFirst } from '../../shared/n8n/run/lookFirst';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { z } from '../../shared/zod';
import { invoiceDetails, itemFields, recipientDetails, withTax } from '../fields';

/** How far back to look for existing invoices. */
const days = z.number().int().min(1).max(3_650);

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create an invoice',
	description: 'Create an invoice for a recipient. The service does not email it: send its link yourself.',
	fields: [
		...withToolDefault(
			{
				displayName: 'When Already Invoiced',
				name: 'whenAlreadyInvoiced',
				type: 'options',
				options: [
					{
						name: 'Create Another',
						value: 'create',
						description: 'The recipient gets one more invoice each time this runs',
					},
					{
						name: 'Return Existing',
						value: 'return',
						description: 'The invoice with the same recipient and title comes out. No other one is created.',
					},
				],
				default: 'create',
				description:
					'What to do if an invoice with this email address and this title was created before, whatever its amount and status. Return Existing reads the list of invoices once for all items, and sets existed to true or false.',
			},
			'return',
		),
		{
			displayName: 'Created in the Last (Days)',
			name: 'withinDays',
			type: 'number',
			typeOptions: toLimits(days),
			default: 20,
			description:
				'How far back to look for the invoice. If the recipient gets such an invoice repeatedly, add what sets each apart to the title, such as the month or the prize.',
			displayOptions: { show: { whenAlreadyInvoiced: ['return'] } },
		},
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
			displayName: 'Title',
			name: 'Title',
			type: 'string',
			default: '',
			placeholder: 'e.g. Spring Giveaway: your prize',
			description: 'The title of the invoice, up to 200 characters',
			displayOptions: { show: { whenAlreadyInvoiced: ['create'] } },
		},
		{
			displayName: 'Title',
			name: 'titleToFind',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Spring Giveaway: your prize',
			description: 'The title of the invoice, up to 200 characters, by which the existing one is found',
			displayOptions: { show: { whenAlreadyInvoiced: ['return'] } },
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
				multipleValueButtonText: 'Add item',
				minRequiredFields: 1,
			},
			placeholder: 'Add item',
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
	request: z.discriminatedUnion('whenAlreadyInvoiced', [
		z.object({ whenAlreadyInvoiced: z.literal('create'), invoice: createInvoice.request }),
		z.object({
			whenAlreadyInvoiced: z.literal('return'),
			withinDays: z.unknown().pipe(days),
			invoice: createInvoice.request,
		}),
	]),
	toRequest: ({
		whenAlreadyInvoiced,
		withinDays,
		Name,
		Email,
		Title,
		titleToFind,
		recipient,
		specifyItems,
		items,
		itemsJson,
		Status,
		additional,
	}) => ({
		whenAlreadyInvoiced,
		withinDays,
		invoice: {
			BillTo: { Name, Email, ...recipient },
			Title: whenAlreadyInvoiced === 'return' ? titleToFind : Title,
			Items: specifyItems === 'fields' ? items.item : itemsJson,
			Status,
			...withTax(additional),
		},
	}),
	async *run({ service, request, parameters, run }) {
		const { invoice } = request;
		const create = async (confirm?: IssuedInvoices['confirm']) =>
			await service.callForItems(
				createInvoice,
				invoice,
				({ Data, Telemetry }) => (parameters.simplify ? invoiceItem(Data, invoice) : { ...Data, Telemetry }),
				confirm,
			);
		if (request.whenAlreadyInvoiced === 'create') {
			yield* await create();
			return;
		}
		const issued = await issuedInvoices(service, String(request.withinDays));
		const key = invoiceKey(invoice.BillTo.Email, invoice.Title);
		yield* lookFirst(service, run, {
			keys: [key],
			like: key,
			reason: 'already invoiced',
			find: async () => await issued.find(invoice),
			toItems: (existing) => [parameters.simplify ? invoiceItem(existing, invoice) : existing],
			write: async () => await create(issued.confirm),
		});
	},
});
