import { discount, MAX_QUANTITY, taxRate } from './api/invoices';
import { toLimits } from '../shared/n8n/common-fields';
import type { Field } from '../shared/n8n/operation/field';

export const recipientDetails = [
	{
		displayName: 'Address',
		name: 'Address',
		type: 'string',
		default: '',
		placeholder: 'e.g. 12 Main Street',
		description: 'Street address of the recipient',
	},
	{
		displayName: 'City',
		name: 'City',
		type: 'string',
		default: '',
		placeholder: 'e.g. Miami',
		description: 'City of the recipient',
	},
	{
		displayName: 'Company',
		name: 'Company',
		type: 'string',
		default: '',
		placeholder: 'e.g. Acme Inc.',
		description: 'Company of the recipient',
	},
	{
		displayName: 'Country',
		name: 'Country',
		type: 'string',
		default: '',
		placeholder: 'e.g. United States',
		description: 'Country of the recipient',
	},
	{
		displayName: 'Phone Number',
		name: 'Phone',
		type: 'string',
		default: '',
		placeholder: 'e.g. +12025550123',
		description: 'Phone number of the recipient',
	},
	{
		displayName: 'State',
		name: 'State',
		type: 'string',
		default: '',
		placeholder: 'e.g. FL',
		description: 'State of the recipient',
	},
	{
		displayName: 'Tax ID',
		name: 'TaxId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 12-3456789',
		description: 'Tax number of the recipient',
	},
	{
		displayName: 'Zip Code',
		name: 'ZipCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. 33101',
		description: 'Zip or postal code of the recipient',
	},
] as const satisfies readonly Field[];

export const title = {
	displayName: 'Title',
	name: 'Title',
	type: 'string',
	typeOptions: { refuseEmptyParts: true },
	default: '',
	placeholder: 'e.g. Your ticket for May 1',
	description: 'The title of the invoice, up to 200 characters',
} as const satisfies Field;

export const itemFields = [
	{
		displayName: 'Description',
		name: 'Description',
		type: 'string',
		typeOptions: { refuseEmptyParts: true },
		default: '',
		required: true,
		placeholder: 'e.g. Concert ticket',
		description: 'What the item is for',
	},
	{
		displayName: 'Quantity',
		name: 'Quantity',
		type: 'number',
		typeOptions: { maxValue: MAX_QUANTITY },
		default: 1,
		required: true,
		description: 'How many units, up to 100',
	},
	{
		displayName: 'Rate ($)',
		name: 'Rate',
		type: 'string',
		typeOptions: { isNumber: true },
		default: '',
		required: true,
		placeholder: 'e.g. 25',
		description: 'The price of one unit in dollars, up to 1,000,000',
	},
] as const satisfies readonly Field[];

export const invoiceDetails = [
	{
		displayName: 'Discount Amount ($)',
		name: 'DiscountAmount',
		type: 'number',
		typeOptions: { ...toLimits(discount), numberPrecision: 2 },
		default: 0,
		description: 'How many dollars to subtract from the subtotal. The result cannot be below zero.',
	},
	{
		displayName: 'Due Date',
		name: 'DueDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description:
			'The last day to pay. For a new invoice, defaults to today plus the account’s payment period.',
	},
	{
		displayName: 'Issue Date',
		name: 'IssueDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description: 'The date of the invoice. For a new invoice, defaults to today.',
	},
	{
		displayName: 'Notes to Recipient',
		name: 'NotesToRecipient',
		type: 'string',
		typeOptions: { rows: 3, refuseEmptyParts: true },
		default: '',
		placeholder: 'e.g. Thank you for your order!',
		description: 'Text shown on the invoice, up to 3,000 characters',
	},
	{
		displayName: 'Payment Instructions',
		name: 'PaymentInstructions',
		type: 'string',
		typeOptions: { rows: 3, refuseEmptyParts: true },
		default: '',
		placeholder: 'e.g. Please make the check out to Acme Inc.',
		description:
			'Instructions for paying. The invoice shows them only if the payment method is “Check” or “Transfer”.',
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
				description: 'The recipient chooses on the invoice page. Only card payments add fees.',
			},
			{ name: 'Transfer', value: 'transfer', description: 'No fees' },
		],
		default: 'card',
		description: 'How the recipient pays. For a new invoice, defaults to “Card”.',
	},
	{
		displayName: 'Tax Enabled',
		name: 'TaxEnabled',
		type: 'boolean',
		default: false,
		description: 'Whether to add tax to the discounted subtotal. Setting a tax rate also turns this on.',
	},
	{
		displayName: 'Tax Label',
		name: 'TaxLabel',
		type: 'string',
		typeOptions: { refuseEmptyParts: true },
		default: '',
		placeholder: 'e.g. VAT',
		description: 'The name of the tax on the invoice. For a new invoice, defaults to “Tax”.',
	},
	{
		displayName: 'Tax Rate (%)',
		name: 'TaxRate',
		type: 'number',
		typeOptions: { ...toLimits(taxRate), numberPrecision: 4 },
		default: 0,
		description:
			'Tax as a percentage of the discounted subtotal, from 0 to 100. For 19%, enter 19, not 0.19.',
	},
	{
		displayName: 'Terms',
		name: 'Terms',
		type: 'string',
		typeOptions: { rows: 3, refuseEmptyParts: true },
		default: '',
		placeholder: 'e.g. Payment is due within 30 days.',
		description: 'The terms of the invoice, up to 3,000 characters',
	},
] as const satisfies readonly Field[];

/** Turns the tax on if there is a tax rate, because the service would otherwise ignore the rate. */
export function withTax<Details extends { TaxRate?: number }>(details: Details) {
	return { ...(details.TaxRate && { TaxEnabled: true }), ...details };
}

export const createdFrom = {
	displayName: 'Created From',
	name: 'FromDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description: 'Return only invoices created on or after this day',
} as const satisfies Field;

export const createdTo = {
	displayName: 'Created Until',
	name: 'ToDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description: 'Return only invoices created on or before this day',
} as const satisfies Field;

export const status = {
	displayName: 'Status',
	name: 'Status',
	type: 'options',
	options: [
		{ name: 'Cancelled', value: 'cancelled' },
		{ name: 'Draft', value: 'draft', description: 'Not published yet' },
		{ name: 'Overdue', value: 'overdue', description: 'Pending and past the due date' },
		{ name: 'Paid', value: 'paid' },
		{ name: 'Pending', value: 'pending', description: 'Published but not paid, including overdue invoices' },
	],
	default: 'pending',
	description: 'Return only invoices with this status',
} as const satisfies Field;
