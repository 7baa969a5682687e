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
				'How to give the items of the invoice. The service calculates all amounts. The total must be from 1 to 1,000,000 dollars.',
		},
		{
			displayName: 'Items',
			name: 'items',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true, multipleValueButtonText: 'Add Item' },
			placeholder: 'Add Item',
			default: {},
			description: 'The items of the invoice, at most 60. At least one needs a description.',
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
							description: 'What the item is for',
						},
						{
							displayName: 'Quantity',
							name: 'Quantity',
							type: 'number',
							default: 1,
							description: 'How many units, up to 100',
						},
						{
							displayName: 'Rate',
							name: 'Rate',
							type: 'number',
							typeOptions: { numberPrecision: 2 },
							default: 0,
							description: 'The price of one unit in dollars, up to 1,000,000',
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
			options: [
				{
					displayName: 'Discount Amount',
					name: 'DiscountAmount',
					type: 'number',
					typeOptions: { numberPrecision: 2 },
					default: 0,
					description:
						'How many dollars to subtract from the subtotal. At most the whole subtotal is subtracted.',
				},
				{
					displayName: 'Due Date',
					name: 'DueDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'The last day to pay. By default, it is today plus the due days of the account.',
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
					description: 'A text shown on the invoice, up to 3000 characters',
				},
				{
					displayName: 'Payment Instructions',
					name: 'PaymentInstructions',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					description: 'How to pay. The service keeps this only for the payment methods Check and Transfer.',
				},
				{
					displayName: 'Payment Method',
					name: 'PaymentMethod',
					type: 'options',
					options: [
						{ name: 'Card', value: 'card', description: 'The recipient also pays the fees' },
						{ name: 'Check', value: 'check', description: 'No fees' },
						{
							name: 'Recipient Chooses',
							value: 'recipient',
							description:
								'The recipient chooses on the invoice page. Fees are added only for a payment by card.',
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
					description: 'Whether to add tax to the subtotal after the discount',
				},
				{
					displayName: 'Tax Label',
					name: 'TaxLabel',
					type: 'string',
					default: '',
					placeholder: 'e.g. VAT',
					description: 'The name of the tax on the invoice, by default Tax',
				},
				{
					displayName: 'Tax Rate',
					name: 'TaxRate',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 4 },
					default: 0,
					description: 'The tax in percent of the subtotal after the discount, from 0 to 100',
				},
				{
					displayName: 'Terms',
					name: 'Terms',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					description: 'The terms of the invoice, up to 3000 characters',
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
		no: 'Before you create it again, check in your account whether the invoice is there. The API documentation shows no way to look it up.',
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
					message: 'must have at least one item with a description',
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
