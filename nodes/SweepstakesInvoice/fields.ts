import { taxRate } from './api/invoices';
import { toLimits } from '../shared/fields/limitsOf';
import type { Field } from '../shared/n8n/operation/field';

export const recipientDetails = [
	{
		displayName: 'Address',
		name: 'Address',
		type: 'string',
		default: '',
		placeholder: 'e.g. 12 Main Street',
		description: 'Street and number of the recipient',
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

export const itemFields = [
	{
		displayName: 'Description',
		name: 'Description',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Prize handling fee',
		description: 'What the item is for',
	},
	{
		displayName: 'Quantity',
		name: 'Quantity',
		type: 'number',
		default: 1,
		required: true,
		description: 'How many units, up to 100',
	},
	{
		displayName: 'Rate',
		name: 'Rate',
		type: 'number',
		typeOptions: { numberPrecision: 2 },
		default: 0,
		required: true,
		description: 'The price of one unit in dollars, up to 1,000,000',
	},
] as const satisfies readonly Field[];

export const invoiceDetails = [
	{
		displayName: 'Discount Amount',
		name: 'DiscountAmount',
		type: 'number',
		typeOptions: { numberPrecision: 2 },
		default: 0,
		description: 'How many dollars to subtract from the subtotal. At most the whole subtotal is subtracted.',
	},
	{
		displayName: 'Due Date',
		name: 'DueDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description: 'The last day to pay. A new invoice is due after the due days of the account by default.',
	},
	{
		displayName: 'Issue Date',
		name: 'IssueDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description: 'The date of the invoice. A new invoice is dated today by default.',
	},
	{
		displayName: 'Notes to Recipient',
		name: 'NotesToRecipient',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Congratulations again on your prize!',
		description: 'A text shown on the invoice, up to 3,000 characters',
	},
	{
		displayName: 'Payment Instructions',
		name: 'PaymentInstructions',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Please make the check out to Acme Inc.',
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
				description: 'The recipient chooses on the invoice page. Fees are added only for a payment by card.',
			},
			{ name: 'Transfer', value: 'transfer', description: 'No fees' },
		],
		default: 'card',
		description: 'How the recipient pays. A new invoice is paid by card by default.',
	},
	{
		displayName: 'Tax Enabled',
		name: 'TaxEnabled',
		type: 'boolean',
		default: false,
		description: 'Whether to add tax to the subtotal after the discount. Setting a tax rate does this, too.',
	},
	{
		displayName: 'Tax Label',
		name: 'TaxLabel',
		type: 'string',
		default: '',
		placeholder: 'e.g. VAT',
		description: 'The name of the tax on the invoice. A new invoice says Tax by default.',
	},
	{
		displayName: 'Tax Rate',
		name: 'TaxRate',
		type: 'number',
		typeOptions: { ...toLimits(taxRate), numberPrecision: 4 },
		default: 0,
		description: 'The tax in percent of the subtotal after the discount, from 0 to 100',
	},
	{
		displayName: 'Terms',
		name: 'Terms',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Payment is due within 30 days.',
		description: 'The terms of the invoice, up to 3,000 characters',
	},
] as const satisfies readonly Field[];

/** Enables the tax along with a rate: otherwise the service ignores the rate. */
export function withTax<Details extends { TaxRate?: number }>(details: Details) {
	return { ...(details.TaxRate && { TaxEnabled: true }), ...details };
}

export const createdFrom = {
	displayName: 'From Date',
	name: 'FromDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description: 'Only invoices that were created on or after this day',
} as const satisfies Field;

export const createdTo = {
	displayName: 'To Date',
	name: 'ToDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description: 'Only invoices that were created on or before this day',
} as const satisfies Field;

export const status = {
	displayName: 'Status',
	name: 'Status',
	type: 'options',
	options: [
		{ name: 'Cancelled', value: 'cancelled' },
		{ name: 'Draft', value: 'draft', description: 'Not published yet' },
		{ name: 'Overdue', value: 'overdue', description: 'Pending, and past the due date' },
		{ name: 'Paid', value: 'paid' },
		{ name: 'Pending', value: 'pending', description: 'Published and not paid, overdue or not' },
	],
	default: 'pending',
	description: 'Return only invoices with this status, by default those with any',
} as const satisfies Field;
