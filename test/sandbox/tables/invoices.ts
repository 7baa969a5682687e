import { day, email, flag, list, moment, number, object, oneOf, text, uuid, whole } from '../kinds';
import { required, withDefault, type Changes, type Table } from './table';

const BILL = {
	'BillTo.Name': required(text({ min: 1 })),
	'BillTo.Email': required(email),
	'BillTo.Phone': text(),
	'BillTo.Company': text(),
	'BillTo.Address': text(),
	'BillTo.City': text(),
	'BillTo.State': text(),
	'BillTo.ZipCode': text(),
	'BillTo.Country': text(),
	'BillTo.TaxId': text(),
	'Items[].Description': text(),
	'Items[].Quantity': withDefault(1, number({ above: 0, max: 100 })),
	'Items[].Rate': withDefault(0, number({ min: 0, max: 1_000_000 })),
};

const LISTED_INVOICE = {
	InvoiceToken: 'UUID',
	PublicToken: 'UUID',
	InvoiceNumber: 'INV-2030-00001',
	Title: '',
	CreationDate: '2030-01-15T12:00:00.000Z',
	IssueDate: '2030-01-15T00:00:00.000Z',
	DueDate: '2030-02-14T00:00:00.000Z',
	RecipientName: 'Ada Lovelace',
	RecipientEmail: 'ada@example.com',
	Currency: 'USD',
	Subtotal: 75,
	DiscountAmount: 0,
	TaxEnabled: false,
	TaxAmount: 0,
	Total: 78.68,
	Status: 'draft',
	PaymentMethod: 'card',
	IsManualPayment: false,
	IsOverdue: false,
	DaysElapsed: 0,
	DaysOverdue: 0,
	Views: 0,
	Notifications: 0,
	LastViewDate: null,
	LastNotificationDate: null,
	PaidDate: null,
	Archived: false,
	ProcessingFeePercentage: 2,
	MerchantFeePercentage: 2.9,
};

const SUMMARY = {
	TotalPending: 0,
	TotalPaid: 0,
	CountPending: 0,
	CountPaid: 0,
	CountDraft: 1,
	CountOverdue: 0,
	CountTotal: 1,
};

/** What the replies to a new and an updated invoice have in common. */
const SAVED = {
	InvoiceToken: 'UUID',
	InvoiceNumber: 'INV-2030-00001',
	Status: 'draft',
	TaxEnabled: false,
	TaxRate: 0,
	Items: [
		{ Id: '1', Description: 'Ticket', Quantity: 0.5, Rate: 50, Amount: 25 },
		{ Id: '2', Description: 'Grand prize', Quantity: 1, Rate: 50, Amount: 50 },
	],
	Subtotal: 75,
	DiscountAmount: 0,
	TaxAmount: 0,
	AmountBeforeFees: 75,
	MerchantFeeAmount: 2.18,
	FeeAmount: 3.68,
	FeesChargedToRecipient: true,
	Total: 78.68,
	PaymentMethod: 'card',
	PublicLink: '/invoice?t=UUID',
};

const CREATED = {
	PublicToken: 'UUID',
	IssueDate: '2030-01-15T00:00:00.000Z',
	DueDate: '2030-02-14T00:00:00.000Z',
	Currency: 'USD',
	ProcessingFeePercentage: 2,
	MerchantFeePercentage: 2.9,
};

const UPDATED = {
	Action: 'updated',
	PreviousStatus: 'draft',
	Changes: [{ Field: 'Title', From: '', To: 'New' }],
};

/** In the reference, the card fees are grossed up, and one of them has another name. */
const FEES_IN_REFERENCE = { MerchantFeeAmount: 2.29, FeeAmount: 3.87, Total: 78.87, PlatformFeeAmount: 1.58 };

const INVOICE = {
	InvoiceToken: 'UUID',
	PublicToken: 'UUID',
	InvoiceNumber: 'INV-2030-00001',
	Title: '',
	CreationDate: '2030-01-15T12:00:00.000Z',
	UpdatedAt: '2030-01-15T12:00:00.000Z',
	IssueDate: '2030-01-15T00:00:00.000Z',
	DueDate: '2030-02-14T00:00:00.000Z',
	Currency: 'USD',
	BillTo: {
		Phone: '',
		Company: '',
		Address: '',
		City: '',
		State: '',
		ZipCode: '',
		Country: '',
		TaxId: '',
		Name: 'Ada Lovelace',
		Email: 'ada@example.com',
	},
	Items: [
		{ Id: '1', Description: 'Ticket', Quantity: 0.5, Rate: 50, Amount: 25 },
		{ Id: '2', Description: 'Grand prize', Quantity: 1, Rate: 50, Amount: 50 },
	],
	Subtotal: 75,
	DiscountAmount: 0,
	TaxEnabled: false,
	TaxLabel: 'Tax',
	TaxRate: 0,
	TaxAmount: 0,
	Total: 78.68,
	Status: 'draft',
	PaymentMethod: 'card',
	PaymentInstructions: '',
	NotesToRecipient: '',
	Terms: '',
	ProcessingFeePercentage: 2,
	MerchantFeePercentage: 2.9,
	IsSandboxInvoice: false,
	Archived: false,
};

const DETAILS = {
	Invoice: INVOICE,
	Payment: {
		IsPaid: false,
		IsManualPayment: false,
		PaidDate: null,
		Method: null,
		PayerName: null,
		PayerEmail: null,
		CCType: null,
		CCLastFourDigits: null,
		GrossAmount: null,
		ProcessingFee: null,
		NetAmount: null,
		Reference: null,
	},
	PublicLink: '/invoice?t=UUID',
	QrCode:
		'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mNgAAAAAgAB5Sfe/AAAAABJRU5ErkJggg==',
	Stats: {
		Views: 0,
		UniqueViews: 0,
		FirstViewDate: null,
		LastViewDate: null,
		Notifications: 0,
		LastNotificationDate: null,
		PaymentAttempts: 0,
		FailedAttempts: 0,
	},
	Derived: { IsOverdue: false, DaysSinceIssued: 0, DaysOverdue: 0, DaysToPayment: null },
	Events: {
		Totals: { created: 1 },
		Timeline: [
			{
				EventType: 'created',
				Description: 'The invoice was created.',
				CreationDate: '2030-01-15T12:00:00.000Z',
				IpAddress: '127.0.0.1',
				Browser: '',
				DeviceType: '',
				OperatingSystem: '',
				Referrer: '',
			},
		],
	},
	ModificationsLog: [],
};

export const invoices = {
	'/invoices/create': {
		isInContract: true,
		module: 'invoices',
		request: {
			BillTo: required(object),
			TaxLabel: withDefault('Tax', text()),
			PaymentInstructions: text(),
			Items: required(list({ max: 60 })),
			Title: text({ max: 200 }),
			IssueDate: moment,
			DueDate: moment,
			DiscountAmount: withDefault(0, number({ min: 0 })),
			TaxEnabled: withDefault(false, flag),
			TaxRate: withDefault(0, number({ min: 0, max: 100 })),
			PaymentMethod: withDefault('card', oneOf('card', 'check', 'transfer', 'recipient')),
			NotesToRecipient: text({ max: 3_000 }),
			Terms: text({ max: 3_000 }),
			Status: withDefault('draft', oneOf('draft', 'pending')),
			...BILL,
		},
		reply: { Data: { ...SAVED, ...CREATED, ServiceFeeAmount: 1.5 }, Message: '…' },
	},
	'/invoices/fetch': {
		module: 'invoices',
		request: {
			Status: oneOf('draft', 'pending', 'paid', 'cancelled'),
			FromDate: day,
			ToDate: day,
			Page: withDefault(1, whole({ min: 1 })),
			Limit: withDefault(50, whole({ min: 1, max: 200 })),
		},
		reply: {
			Message: '…',
			Data: {
				Invoices: [LISTED_INVOICE],
				Summary: SUMMARY,
				Pagination: { Page: 1, Limit: 50, TotalInvoices: 1, TotalPages: 1 },
			},
		},
	},
	'/invoices/single': {
		module: 'invoices',
		request: {
			InvoiceToken: required(uuid),
			IncludeEvents: withDefault(true, flag),
			IncludeQrCode: withDefault(true, flag),
		},
		reply: { Message: '…', Data: DETAILS },
	},
	'/invoices/update': {
		module: 'invoices',
		request: {
			InvoiceToken: required(uuid),
			BillTo: object,
			TaxLabel: text(),
			PaymentInstructions: text(),
			Items: list({ max: 60 }),
			Title: text({ max: 200 }),
			IssueDate: day,
			DueDate: day,
			DiscountAmount: number({ min: 0 }),
			TaxEnabled: flag,
			TaxRate: number({ min: 0, max: 100 }),
			PaymentMethod: oneOf('card', 'check', 'transfer', 'recipient'),
			NotesToRecipient: text({ max: 3_000 }),
			Terms: text({ max: 3_000 }),
			Status: oneOf('pending', 'cancelled'),
			...BILL,
		},
		reply: { Data: { ...SAVED, ...UPDATED, ServiceFeeAmount: 1.5 }, Message: '…' },
	},
	'/invoices/delete': {
		module: 'invoices',
		request: { InvoiceToken: required(uuid) },
		reply: {
			Data: {
				InvoiceToken: 'UUID',
				InvoiceNumber: 'INV-2030-00001',
				PreviousStatus: 'draft',
				InvoicesDeleted: 1,
				EventsDeleted: 1,
				FinancialRecords: 'Wallet movements and commissions stay.',
			},
			Message: '…',
		},
	},
} satisfies Table;

export const invoicesInReference = {
	'/invoices/create': {
		status: 201,
		reply: { Data: { ...SAVED, ...CREATED, ...FEES_IN_REFERENCE }, Message: '…' },
	},
	'/invoices/fetch': {
		reply: {
			Message: '…',
			Data: {
				Invoices: [{ ...LISTED_INVOICE, Total: 78.87 }],
				Summary: SUMMARY,
				Pagination: { Page: 1, Limit: 50, TotalInvoices: 1, TotalPages: 1 },
			},
		},
	},
	'/invoices/single': {
		reply: { Message: '…', Data: { ...DETAILS, Invoice: { ...INVOICE, Total: 78.87 } } },
	},
	'/invoices/update': { reply: { Data: { ...SAVED, ...UPDATED, ...FEES_IN_REFERENCE }, Message: '…' } },
} satisfies Changes;
