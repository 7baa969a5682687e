import { date, email } from '../../shared/formats';
import { only, simplify } from '../../shared/fields/simplify';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

/** The limits of the specification, POST /invoices/create. */
const lineItem = z.object({
	Description: z.string().optional(),
	Quantity: z.number().max(100).optional(),
	Rate: z.number().max(1_000_000).optional(),
});

/** What is passed on to the recipient or into the books. */
const USEFUL = [
	'InvoiceToken',
	'InvoiceNumber',
	'Status',
	'DueDate',
	'Currency',
	'Subtotal',
	'FeeAmount',
	'Total',
	'PaymentMethod',
	'PublicLink',
];

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create an invoice',
	description:
		'Create an invoice for a recipient from line items; the service e-mails nobody, you pass on its link',
	fields: [
		{
			displayName: 'Recipient Name',
			name: 'Name',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Jane Smith',
			description: 'Whom the invoice is for',
		},
		{
			displayName: 'Recipient Email',
			name: 'Email',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. jane@example.com',
			description: 'The e-mail address of the recipient; nothing is sent to it',
		},
		{
			displayName: 'Recipient Details',
			name: 'recipient',
			type: 'collection',
			placeholder: 'Add detail',
			default: {},
			options: [
				{
					displayName: 'Address',
					name: 'Address',
					type: 'string',
					default: '',
					description: 'Street and number of the recipient',
				},
				{
					displayName: 'City',
					name: 'City',
					type: 'string',
					default: '',
					description: 'City of the recipient',
				},
				{
					displayName: 'Company',
					name: 'Company',
					type: 'string',
					default: '',
					description: 'Company of the recipient',
				},
				{
					displayName: 'Country',
					name: 'Country',
					type: 'string',
					default: '',
					description: 'Country of the recipient',
				},
				{
					displayName: 'Phone',
					name: 'Phone',
					type: 'string',
					default: '',
					description: 'Phone number of the recipient',
				},
				{
					displayName: 'State',
					name: 'State',
					type: 'string',
					default: '',
					description: 'State of the recipient',
				},
				{
					displayName: 'Tax ID',
					name: 'TaxId',
					type: 'string',
					default: '',
					description: 'Tax number of the recipient',
				},
				{
					displayName: 'Zip Code',
					name: 'ZipCode',
					type: 'string',
					default: '',
					description: 'Zip or postal code of the recipient',
				},
			],
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
				'How to give the line items. The total must be from 1 to 1,000,000 dollars; the service computes all amounts.',
		},
		{
			displayName: 'Items',
			name: 'items',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true, multipleValueButtonText: 'Add Item' },
			placeholder: 'Add Item',
			default: {},
			description: 'The lines of the invoice, at most 60; at least one needs a description',
			displayOptions: { show: { specifyItems: ['fields'] } },
			options: [
				{
					displayName: 'Item',
					name: 'item',
					values: [
						{
							displayName: 'Description',
							name: 'Description',
							type: 'string',
							default: '',
							placeholder: 'e.g. Prize handling fee',
							description: 'What the line is for',
						},
						{
							displayName: 'Quantity',
							name: 'Quantity',
							type: 'number',
							default: 1,
							description: 'How many, up to 100',
						},
						{
							displayName: 'Rate',
							name: 'Rate',
							type: 'number',
							typeOptions: { numberPrecision: 2 },
							default: 0,
							description: 'The price of one in dollars, up to 1,000,000',
						},
					],
				},
			],
		},
		{
			displayName: 'Items (JSON)',
			name: 'itemsJson',
			type: 'json',
			default: '[\n  { "Description": "Prize handling fee", "Quantity": 1, "Rate": 25 }\n]',
			description:
				'A list of lines, each with Description, Quantity (up to 100) and Rate (dollars, up to 1,000,000); at most 60',
			displayOptions: { show: { specifyItems: ['json'] } },
		},
		{
			displayName: 'Status',
			name: 'Status',
			type: 'options',
			options: [
				{ name: 'Draft', value: 'draft', description: 'Not yet published' },
				{ name: 'Pending', value: 'pending', description: 'Published at once: the link works' },
			],
			default: 'draft',
			description: 'Whether the invoice is published at once; the recipient is not notified in either case',
		},
		simplify,
		{
			displayName: 'Additional Fields',
			name: 'additional',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Discount Amount',
					name: 'DiscountAmount',
					type: 'number',
					typeOptions: { numberPrecision: 2 },
					default: 0,
					description:
						'Dollars off the subtotal, by default none; more than the subtotal counts as the subtotal',
				},
				{
					displayName: 'Due Date',
					name: 'DueDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'When it is to be paid; by default the due days of the account from today',
				},
				{
					displayName: 'Issue Date',
					name: 'IssueDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'The date of the invoice, by default today',
				},
				{
					displayName: 'Notes to Recipient',
					name: 'NotesToRecipient',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					description: 'Shown on the invoice, up to 3000 characters',
				},
				{
					displayName: 'Payment Instructions',
					name: 'PaymentInstructions',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					description: 'How to pay; kept only for the payment methods Check and Transfer',
				},
				{
					displayName: 'Payment Method',
					name: 'PaymentMethod',
					type: 'options',
					options: [
						{ name: 'Card', value: 'card', description: 'Fees are added for the recipient' },
						{ name: 'Check', value: 'check', description: 'No fees' },
						{
							name: 'Recipient Chooses',
							value: 'recipient',
							description: 'On the invoice page; fees are added only if they pay by card',
						},
						{ name: 'Transfer', value: 'transfer', description: 'No fees' },
					],
					default: 'card',
					description: 'How the recipient pays, by default card',
				},
				{
					displayName: 'Tax Enabled',
					name: 'TaxEnabled',
					type: 'boolean',
					default: false,
					description: 'Whether to add tax to the discounted subtotal; by default there is none',
				},
				{
					displayName: 'Tax Label',
					name: 'TaxLabel',
					type: 'string',
					default: '',
					placeholder: 'e.g. VAT',
					description: 'What the tax is called on the invoice, by default Tax',
				},
				{
					displayName: 'Tax Rate',
					name: 'TaxRate',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 4 },
					default: 0,
					description: 'Percent of the discounted subtotal, from 0 to 100',
				},
				{
					displayName: 'Terms',
					name: 'Terms',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					description: 'Terms of the invoice, up to 3000 characters',
				},
				{
					displayName: 'Title',
					name: 'Title',
					type: 'string',
					default: '',
					description: 'The title of the invoice, up to 200 characters',
				},
			],
		},
	],
	endpoint: 'POST /invoices/create',
	// Sent twice, a winner gets two invoices, and the specification shows no way to look one up or to cancel it.
	repeatable: {
		no: 'Look in your account whether the invoice is there before you create it again: the API has no way to look it up.',
	},
	request: z.object({
		BillTo: z.object({
			Name: z.string(),
			Email: email,
			Phone: z.string().optional(),
			Company: z.string().optional(),
			Address: z.string().optional(),
			City: z.string().optional(),
			State: z.string().optional(),
			ZipCode: z.string().optional(),
			Country: z.string().optional(),
			TaxId: z.string().optional(),
		}),
		Items: z.unknown().pipe(
			z
				.array(lineItem)
				.max(60)
				.refine((items) => items.some(({ Description }) => Description), {
					message: 'must have at least one line with a description',
				}),
		),
		Title: z.string().max(200).optional(),
		IssueDate: date.optional(),
		DueDate: date.optional(),
		DiscountAmount: z.number().optional(),
		TaxEnabled: z.boolean().optional(),
		TaxLabel: z.string().optional(),
		TaxRate: z.number().min(0).max(100).optional(),
		PaymentMethod: z.enum(['card', 'check', 'transfer', 'recipient']).optional(),
		PaymentInstructions: z.string().optional(),
		NotesToRecipient: z.string().max(3000).optional(),
		Terms: z.string().max(3000).optional(),
		Status: z.enum(['draft', 'pending']),
	}),
	toRequest: ({ Name, Email, recipient, specifyItems, items, itemsJson, Status, additional }) => ({
		BillTo: { Name, Email, ...recipient },
		Items: specifyItems === 'fields' ? (items.item ?? []) : itemsJson,
		Status,
		...additional,
	}),
	reply: z.object({ Data: z.object({}).passthrough() }).passthrough(),
	toItems: ({ Data, Telemetry }, _request, parameters) =>
		parameters.simplify ? only(Data, USEFUL) : { ...Data, Telemetry },
});
