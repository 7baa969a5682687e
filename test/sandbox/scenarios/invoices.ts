import { DAY_MS, HOUR_MS } from '../../support/constants';
import { named, type Scenario } from './scenario';

export const invoices = [
	{
		title: 'A refused invoice does not use up an invoice number',
		steps: [
			{ call: '/invoices/create', send: { BillTo: { Name: ' ', Email: 'ada@example.com' } }, status: 400 },
			{
				call: '/invoices/create',
				send: {
					Items: [
						{ Quantity: 1, Rate: 10 },
						{ Description: ' ', Quantity: 2, Rate: 50 },
					],
				},
				status: 400,
			},
			{
				call: '/invoices/create',
				send: { Items: [{ Description: 'Prize', Rate: 0.99 }], PaymentMethod: 'check' },
				status: 400,
			},
			{ call: '/invoices/create', send: { Items: [{ Description: 'Prize', Rate: 999_000 }] }, status: 400 },
			{ call: '/invoices/create', send: { DiscountAmount: 75 }, status: 400 },
			{
				call: '/invoices/create',
				send: { Items: [{ Description: 'Prize', Rate: 1 }], PaymentMethod: 'check' },
				reply: { InvoiceNumber: 'INV-2030-00001', Total: 1 },
			},
			{
				call: '/invoices/create',
				send: { Items: [{ Description: 'Prize', Rate: 1_000_000 }], PaymentMethod: 'check' },
				reply: { InvoiceNumber: 'INV-2030-00002', Total: 1_000_000 },
			},
		],
	},
	{
		title: 'All amounts are computed from the items that have a description',
		steps: [
			{
				call: '/invoices/create',
				send: {
					Items: [
						{ Description: 'Prize', Quantity: 2, Rate: 19.99, Amount: 1 },
						{ Description: 'Prize', Quantity: 0.5, Rate: 10 },
						{ Quantity: 1, Rate: 99 },
					],
					Subtotal: 1,
					Total: 1,
					TaxAmount: 5,
					FeeAmount: 0,
				},
				reply: {
					Subtotal: 44.98,
					TaxAmount: 0,
					Items: [
						{ Id: '1', Amount: 39.98 },
						{ Id: '2', Amount: 5 },
					],
				},
			},
			{
				call: '/invoices/create',
				send: { DiscountAmount: 15, TaxEnabled: true, TaxRate: 10 },
				reply: { TaxAmount: 6, AmountBeforeFees: 66 },
			},
			{
				call: '/invoices/create',
				send: { TaxRate: 25 },
				reply: { TaxRate: 25, TaxAmount: 0, AmountBeforeFees: 75 },
			},
		],
	},
	{
		title: 'The fees of the plan depend on the payment method',
		account: { plan: { ProcessingFeePercentage: 1.5, MerchantFeePercentage: 3.25 } },
		steps: [
			{
				call: '/invoices/create',
				send: { Items: [{ Description: 'Prize', Rate: 33.33 }] },
				reply: {
					ServiceFeeAmount: 0.5,
					MerchantFeeAmount: 1.08,
					FeesChargedToRecipient: true,
					Total: 34.91,
					ProcessingFeePercentage: 1.5,
					MerchantFeePercentage: 3.25,
				},
			},
			{
				call: '/invoices/create',
				send: { Items: [{ Description: 'Prize', Rate: 33.33 }], PaymentMethod: 'recipient' },
				reply: { FeeAmount: 1.58, Total: 33.33 },
			},
			{
				call: '/invoices/create',
				send: { Items: [{ Description: 'Prize', Rate: 33.33 }], PaymentMethod: 'check' },
				reply: { FeeAmount: 0, FeesChargedToRecipient: false },
			},
			{
				call: '/invoices/create',
				send: { Items: [{ Description: 'Prize', Rate: 33.33 }], PaymentMethod: 'transfer' },
				reply: { FeeAmount: 0, Total: 33.33 },
			},
		],
	},
	{
		title: 'The dates of an invoice have defaults, and the plan limits the number of invoices',
		account: { invoiceDueDays: 7, plan: { MaxInvoicesAllowed: 2 } },
		steps: [
			{
				call: '/invoices/create',
				send: { IssueDate: '2030-01-20', DueDate: '2030-03-01' },
				reply: { IssueDate: '2030-01-20T00:00:00.000Z', DueDate: '2030-03-01T00:00:00.000Z' },
			},
			{ wait: 24 * HOUR_MS },
			{
				call: '/invoices/create',
				reply: { IssueDate: '2030-01-16T00:00:00.000Z', DueDate: '2030-01-23T00:00:00.000Z' },
			},
			{ call: '/invoices/create', status: 403, reply: { Message: /MaxInvoicesAllowed/ } },
		],
	},
	{
		title: 'Invoices are filtered by status and day, and the totals cover all pages',
		steps: [
			{ call: '/invoices/create', send: { Status: 'pending', PaymentMethod: 'check' } },
			{ call: '/invoices/create' },
			{ wait: 24 * HOUR_MS },
			{ call: '/invoices/create', send: { Status: 'pending', PaymentMethod: 'check' } },
			{ call: '/_sandbox/invoices', send: { InvoiceToken: named('InvoiceToken') } },
			{
				call: '/invoices/fetch',
				send: { Limit: 1 },
				reply: {
					Summary: {
						TotalPending: 75,
						TotalPaid: 75,
						CountPending: 1,
						CountPaid: 1,
						CountDraft: 1,
						CountOverdue: 0,
						CountTotal: 3,
					},
				},
			},
			{ call: '/invoices/fetch', send: { Status: 'paid' }, reply: { 'Invoices.length': 1 } },
			{ call: '/invoices/fetch', send: { ToDate: '2030-01-15' }, reply: { 'Invoices.length': 2 } },
			{
				call: '/invoices/fetch',
				send: { FromDate: '2030-01-16', ToDate: '2030-01-16' },
				reply: { 'Invoices.length': 1 },
			},
		],
	},
	{
		title: 'Each account lists only its own invoices, in pages, newest first',
		steps: [
			{ call: '/invoices/create', times: 5 },
			{
				call: '/invoices/fetch',
				send: { Page: 2, Limit: 2 },
				reply: {
					Invoices: [{ InvoiceNumber: 'INV-2030-00003' }, { InvoiceNumber: 'INV-2030-00002' }],
					Pagination: { Page: 2, Limit: 2, TotalInvoices: 5, TotalPages: 3 },
				},
			},
			{ call: '/invoices/fetch', by: 'other', reply: { Invoices: [] } },
		],
	},
	{
		title: 'A pending invoice becomes overdue after its due date',
		steps: [
			{ call: '/invoices/create', send: { Status: 'pending', DueDate: '2030-01-15' } },
			{ call: '/invoices/create', send: { DueDate: '2030-01-15' } },
			{ call: '/invoices/fetch', reply: { 'Summary.CountOverdue': 0 } },
			{ wait: 24 * HOUR_MS },
			{
				call: '/invoices/fetch',
				reply: { Invoices: [{ IsOverdue: false }, { IsOverdue: true, DaysOverdue: 1, DaysElapsed: 1 }] },
			},
		],
	},
	{
		title: 'An invoice shows its events and its payment, and only a card payment has a fee',
		steps: [
			{ call: '/invoices/create', send: { Status: 'pending', PaymentMethod: 'check', Terms: '30 days' } },
			{ wait: 3 * DAY_MS },
			{ call: '/_sandbox/invoices', send: { InvoiceToken: named('InvoiceToken') } },
			{
				call: '/invoices/single',
				reply: {
					Invoice: { BillTo: { Name: 'Ada Lovelace', City: '' }, Status: 'paid', Terms: '30 days' },
					Payment: { IsPaid: true, PayerEmail: 'ada@example.com', GrossAmount: 75, NetAmount: 75 },
					Stats: { Views: 0, UniqueViews: 0, PaymentAttempts: 1 },
					Derived: { DaysToPayment: 3, IsOverdue: false },
					'Events.Totals': { created: 1, issued: 1, paid: 1 },
					'Events.Timeline.0': { EventType: 'paid', CreationDate: '2030-01-18T12:00:00.000Z' },
				},
			},
			{
				call: '/invoices/single',
				send: { IncludeEvents: false, IncludeQrCode: false },
				reply: { QrCode: null, Events: undefined },
			},
			{ call: '/invoices/create', send: { Status: 'pending' } },
			{ call: '/_sandbox/invoices', send: { InvoiceToken: named('InvoiceToken') } },
			{
				call: '/invoices/single',
				reply: { Payment: { CCLastFourDigits: '1111', ProcessingFee: 3.68, NetAmount: 75 } },
			},
			{ call: '/invoices/create', send: { Status: 'pending' } },
			{ call: '/_sandbox/invoices', send: { InvoiceToken: named('InvoiceToken'), Manual: true } },
			{ call: '/_sandbox/invoices', send: { InvoiceToken: named('InvoiceToken') }, status: 409 },
			{
				call: '/invoices/single',
				reply: { Payment: { IsManualPayment: true, CCType: null, ProcessingFee: 0 } },
			},
		],
	},
	{
		title: 'Payment instructions are stored only for checks and transfers',
		steps: [
			{ call: '/invoices/create', send: { PaymentMethod: 'card', PaymentInstructions: 'By card' } },
			{ call: '/invoices/single', reply: { 'Invoice.PaymentInstructions': '' } },
			{ call: '/invoices/create', send: { PaymentMethod: 'check', PaymentInstructions: 'By check' } },
			{ call: '/invoices/single', reply: { 'Invoice.PaymentInstructions': 'By check' } },
			{ call: '/invoices/create', send: { PaymentMethod: 'transfer', PaymentInstructions: 'By transfer' } },
			{ call: '/invoices/single', reply: { 'Invoice.PaymentInstructions': 'By transfer' } },
			{ call: '/invoices/create', send: { PaymentMethod: 'recipient', PaymentInstructions: 'By recipient' } },
			{ call: '/invoices/single', reply: { 'Invoice.PaymentInstructions': '' } },
		],
	},
	{
		title: 'An update of an invoice replaces its recipient and items, keeps other fields, and is logged',
		steps: [
			{
				call: '/invoices/create',
				send: {
					BillTo: { Name: 'Ada', Email: 'ada@example.com', City: 'London' },
					PaymentMethod: 'check',
					Terms: '30 days',
					PaymentInstructions: 'By check',
					DueDate: '2030-03-01',
				},
			},
			{ call: '/invoices/update', send: { Title: 'New' } },
			{
				call: '/invoices/single',
				reply: {
					Invoice: {
						Title: 'New',
						Terms: '30 days',
						PaymentInstructions: 'By check',
						DueDate: '2030-03-01T00:00:00.000Z',
					},
				},
			},
			{
				call: '/invoices/update',
				send: {
					BillTo: { Name: 'Grace', Email: 'grace@example.com' },
					Items: [{ Description: 'Prize', Rate: 10 }],
					TaxEnabled: true,
					TaxRate: 10,
					PaymentMethod: 'card',
				},
				reply: {
					Action: 'updated',
					PreviousStatus: 'draft',
					AmountBeforeFees: 11,
					Total: 11.54,
					Changes: named('changes'),
				},
			},
			{
				call: '/invoices/single',
				reply: {
					Invoice: { BillTo: { Name: 'Grace', City: '' }, PaymentInstructions: '' },
					ModificationsLog: [
						{ Changes: [{ Field: 'Title', From: '', To: 'New' }] },
						{ Changes: named('changes') },
					],
				},
			},
		],
	},
	{
		title: 'A draft can be issued, and an unpaid invoice can be canceled permanently',
		steps: [
			{ call: '/invoices/create' },
			{
				call: '/invoices/update',
				send: { Status: 'pending' },
				reply: { Action: 'issued', PreviousStatus: 'draft' },
			},
			{ call: '/invoices/update', send: { Status: 'draft' }, status: 400 },
			{ call: '/invoices/update', send: { DiscountAmount: 75 }, status: 400 },
			{
				call: '/invoices/update',
				send: { Status: 'cancelled' },
				reply: { Action: 'cancelled', Status: 'cancelled' },
			},
			{ call: '/invoices/update', send: { Title: 'Late' }, status: 409 },
			{ call: '/invoices/create', send: { Status: 'pending' } },
			{ call: '/_sandbox/invoices', send: { InvoiceToken: named('InvoiceToken') } },
			{ call: '/invoices/update', send: { Status: 'cancelled' }, status: 409 },
			{ call: '/invoices/delete', reply: { PreviousStatus: 'paid', InvoicesDeleted: 1, EventsDeleted: 3 } },
			{ call: '/invoices/delete', status: 404 },
		],
	},
	{
		title: 'Invoices are listed oldest first, and card fees are grossed up',
		dialect: 'reference',
		steps: [
			{
				call: '/invoices/create',
				send: { Items: [{ Description: 'Prize', Rate: 100 }], PaymentMethod: 'check' },
				reply: { InvoiceToken: named('oldest') },
			},
			{ call: '/invoices/create' },
			{ call: '/invoices/fetch', reply: { 'Invoices.0.InvoiceToken': named('oldest') } },
			{
				call: '/invoices/update',
				send: { InvoiceToken: named('oldest'), PaymentMethod: 'card' },
				reply: { Total: 105.15, PlatformFeeAmount: 2.1 },
			},
		],
	},
] satisfies Scenario[];
