import { DAY_MS, HOUR_MS } from '../../support/constants';
import { by, named, ok, refused, times, wait, type Scenarios } from './scenario';

/** The items of an invoice for one prize. */
const prize = (Rate: number) => [{ Description: 'Prize', Rate }];

export const invoices: Scenarios = {
	'A refused invoice does not use up an invoice number': [
		refused(400, '/invoices/create', { BillTo: { Name: ' ', Email: 'ada@example.com' } }),
		refused(400, '/invoices/create', {
			Items: [
				{ Quantity: 1, Rate: 10 },
				{ Description: ' ', Quantity: 2, Rate: 50 },
			],
		}),
		refused(400, '/invoices/create', {
			Items: prize(0.99),
			PaymentMethod: 'check',
		}),
		refused(400, '/invoices/create', { Items: prize(999_000) }),
		refused(400, '/invoices/create', { DiscountAmount: 75 }),
		ok('/invoices/create', { Items: prize(1), PaymentMethod: 'check' }).shows({
			InvoiceNumber: 'INV-2030-00001',
			Total: 1,
		}),
		ok('/invoices/create', {
			Items: prize(1_000_000),
			PaymentMethod: 'check',
		}).shows({ InvoiceNumber: 'INV-2030-00002', Total: 1_000_000 }),
	],
	'All amounts are computed from the items that have a description': [
		ok('/invoices/create', {
			Items: [
				{ Description: 'Prize', Quantity: 2, Rate: 19.99, Amount: 1 },
				{ Description: 'Prize', Quantity: 0.5, Rate: 10 },
				{ Quantity: 1, Rate: 99 },
			],
			Subtotal: 1,
			Total: 1,
			TaxAmount: 5,
			FeeAmount: 0,
		}).shows({
			Subtotal: 44.98,
			TaxAmount: 0,
			Items: [
				{ Id: '1', Amount: 39.98 },
				{ Id: '2', Amount: 5 },
			],
		}),
		ok('/invoices/create', { DiscountAmount: 15, TaxEnabled: true, TaxRate: 10 }).shows({
			TaxAmount: 6,
			AmountBeforeFees: 66,
		}),
		ok('/invoices/create', { TaxRate: 25 }).shows({ TaxRate: 25, TaxAmount: 0, AmountBeforeFees: 75 }),
	],
	'The fees of the plan depend on the payment method': {
		account: { plan: { ProcessingFeePercentage: 1.5, MerchantFeePercentage: 3.25 } },
		steps: [
			ok('/invoices/create', { Items: prize(33.33) }).shows({
				ServiceFeeAmount: 0.5,
				MerchantFeeAmount: 1.08,
				FeesChargedToRecipient: true,
				Total: 34.91,
				ProcessingFeePercentage: 1.5,
				MerchantFeePercentage: 3.25,
			}),
			ok('/invoices/create', {
				Items: prize(33.33),
				PaymentMethod: 'recipient',
			}).shows({ FeeAmount: 1.58, Total: 33.33 }),
			ok('/invoices/create', {
				Items: prize(33.33),
				PaymentMethod: 'check',
			}).shows({ FeeAmount: 0, FeesChargedToRecipient: false }),
			ok('/invoices/create', {
				Items: prize(33.33),
				PaymentMethod: 'transfer',
			}).shows({ FeeAmount: 0, Total: 33.33 }),
		],
	},
	'The dates of an invoice have defaults, and the plan limits the number of invoices': {
		account: { invoiceDueDays: 7, plan: { MaxInvoicesAllowed: 2 } },
		steps: [
			ok('/invoices/create', { IssueDate: '2030-01-20', DueDate: '2030-03-01' }).shows({
				IssueDate: '2030-01-20T00:00:00.000Z',
				DueDate: '2030-03-01T00:00:00.000Z',
			}),
			wait(24 * HOUR_MS),
			ok('/invoices/create').shows({
				IssueDate: '2030-01-16T00:00:00.000Z',
				DueDate: '2030-01-23T00:00:00.000Z',
			}),
			refused(403, '/invoices/create').shows({ Message: /MaxInvoicesAllowed/ }),
		],
	},
	'Invoices are filtered by status and day, and the totals cover all pages': [
		ok('/invoices/create', { Status: 'pending', PaymentMethod: 'check' }),
		ok('/invoices/create'),
		wait(24 * HOUR_MS),
		ok('/invoices/create', { Status: 'pending', PaymentMethod: 'check' }),
		ok('/_sandbox/invoices', { InvoiceToken: named('InvoiceToken') }),
		ok('/invoices/fetch', { Limit: 1 }).shows({
			Summary: {
				TotalPending: 75,
				TotalPaid: 75,
				CountPending: 1,
				CountPaid: 1,
				CountDraft: 1,
				CountOverdue: 0,
				CountTotal: 3,
			},
		}),
		ok('/invoices/fetch', { Status: 'paid' }).shows({ 'Invoices.length': 1 }),
		ok('/invoices/fetch', { ToDate: '2030-01-15' }).shows({ 'Invoices.length': 2 }),
		ok('/invoices/fetch', { FromDate: '2030-01-16', ToDate: '2030-01-16' }).shows({ 'Invoices.length': 1 }),
	],
	'Each account lists only its own invoices, in pages, newest first': [
		times(5, ok('/invoices/create')),
		ok('/invoices/fetch', { Page: 2, Limit: 2 }).shows({
			Invoices: [{ InvoiceNumber: 'INV-2030-00003' }, { InvoiceNumber: 'INV-2030-00002' }],
			Pagination: { Page: 2, Limit: 2, TotalInvoices: 5, TotalPages: 3 },
		}),
		by('other', ok('/invoices/fetch').shows({ Invoices: [] })),
	],
	'A pending invoice becomes overdue after its due date': [
		ok('/invoices/create', { Status: 'pending', DueDate: '2030-01-15' }),
		ok('/invoices/create', { DueDate: '2030-01-15' }),
		ok('/invoices/fetch').shows({ 'Summary.CountOverdue': 0 }),
		wait(24 * HOUR_MS),
		ok('/invoices/fetch').shows({
			Invoices: [{ IsOverdue: false }, { IsOverdue: true, DaysOverdue: 1, DaysElapsed: 1 }],
		}),
	],
	'An invoice shows its events and its payment, and only a card payment has a fee': [
		ok('/invoices/create', { Status: 'pending', PaymentMethod: 'check', Terms: '30 days' }),
		wait(3 * DAY_MS),
		ok('/_sandbox/invoices', { InvoiceToken: named('InvoiceToken') }),
		ok('/invoices/single').shows({
			Invoice: { BillTo: { Name: 'Ada Lovelace', City: '' }, Status: 'paid', Terms: '30 days' },
			Payment: { IsPaid: true, PayerEmail: 'ada@example.com', GrossAmount: 75, NetAmount: 75 },
			Stats: { Views: 0, UniqueViews: 0, PaymentAttempts: 1 },
			Derived: { DaysToPayment: 3, IsOverdue: false },
			'Events.Totals': { created: 1, issued: 1, paid: 1 },
			'Events.Timeline.0': { EventType: 'paid', CreationDate: '2030-01-18T12:00:00.000Z' },
		}),
		ok('/invoices/single', { IncludeEvents: false, IncludeQrCode: false }).shows({
			QrCode: null,
			Events: undefined,
		}),
		ok('/invoices/create', { Status: 'pending' }),
		ok('/_sandbox/invoices', { InvoiceToken: named('InvoiceToken') }),
		ok('/invoices/single').shows({
			Payment: { CCLastFourDigits: '1111', ProcessingFee: 3.68, NetAmount: 75 },
		}),
		ok('/invoices/create', { Status: 'pending' }),
		ok('/_sandbox/invoices', { InvoiceToken: named('InvoiceToken'), Manual: true }),
		refused(409, '/_sandbox/invoices', { InvoiceToken: named('InvoiceToken') }),
		ok('/invoices/single').shows({ Payment: { IsManualPayment: true, CCType: null, ProcessingFee: 0 } }),
	],
	'Payment instructions are stored only for checks and transfers': [
		ok('/invoices/create', { PaymentMethod: 'card', PaymentInstructions: 'By card' }),
		ok('/invoices/single').shows({ 'Invoice.PaymentInstructions': '' }),
		ok('/invoices/create', { PaymentMethod: 'check', PaymentInstructions: 'By check' }),
		ok('/invoices/single').shows({ 'Invoice.PaymentInstructions': 'By check' }),
		ok('/invoices/create', { PaymentMethod: 'transfer', PaymentInstructions: 'By transfer' }),
		ok('/invoices/single').shows({ 'Invoice.PaymentInstructions': 'By transfer' }),
		ok('/invoices/create', { PaymentMethod: 'recipient', PaymentInstructions: 'By recipient' }),
		ok('/invoices/single').shows({ 'Invoice.PaymentInstructions': '' }),
	],
	'An update of an invoice replaces its recipient and items, keeps other fields, and is logged': [
		ok('/invoices/create', {
			BillTo: { Name: 'Ada', Email: 'ada@example.com', City: 'London' },
			PaymentMethod: 'check',
			Terms: '30 days',
			PaymentInstructions: 'By check',
			DueDate: '2030-03-01',
		}),
		ok('/invoices/update', { Title: 'New' }),
		ok('/invoices/single').shows({
			Invoice: {
				Title: 'New',
				Terms: '30 days',
				PaymentInstructions: 'By check',
				DueDate: '2030-03-01T00:00:00.000Z',
			},
		}),
		ok('/invoices/update', {
			BillTo: { Name: 'Grace', Email: 'grace@example.com' },
			Items: prize(10),
			TaxEnabled: true,
			TaxRate: 10,
			PaymentMethod: 'card',
		}).shows({
			Action: 'updated',
			PreviousStatus: 'draft',
			AmountBeforeFees: 11,
			Total: 11.54,
			Changes: named('changes'),
		}),
		ok('/invoices/single').shows({
			Invoice: { BillTo: { Name: 'Grace', City: '' }, PaymentInstructions: '' },
			ModificationsLog: [
				{ Changes: [{ Field: 'Title', From: '', To: 'New' }] },
				{ Changes: named('changes') },
			],
		}),
	],
	'A draft can be issued, and an unpaid invoice can be canceled permanently': [
		ok('/invoices/create'),
		ok('/invoices/update', { Status: 'pending' }).shows({ Action: 'issued', PreviousStatus: 'draft' }),
		refused(400, '/invoices/update', { Status: 'draft' }),
		refused(400, '/invoices/update', { DiscountAmount: 75 }),
		ok('/invoices/update', { Status: 'cancelled' }).shows({ Action: 'cancelled', Status: 'cancelled' }),
		refused(409, '/invoices/update', { Title: 'Late' }),
		ok('/invoices/create', { Status: 'pending' }),
		ok('/_sandbox/invoices', { InvoiceToken: named('InvoiceToken') }),
		refused(409, '/invoices/update', { Status: 'cancelled' }),
		ok('/invoices/delete').shows({ PreviousStatus: 'paid', InvoicesDeleted: 1, EventsDeleted: 3 }),
		refused(404, '/invoices/delete'),
	],
	'Invoices are listed oldest first, and card fees are grossed up': {
		dialect: 'reference',
		steps: [
			ok('/invoices/create', { Items: prize(100), PaymentMethod: 'check' }).shows({
				InvoiceToken: named('oldest'),
			}),
			ok('/invoices/create'),
			ok('/invoices/fetch').shows({ 'Invoices.0.InvoiceToken': named('oldest') }),
			ok('/invoices/update', { InvoiceToken: named('oldest'), PaymentMethod: 'card' }).shows({
				Total: 105.15,
				PlatformFeeAmount: 2.1,
			}),
		],
	},
};
