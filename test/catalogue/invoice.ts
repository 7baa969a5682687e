import type { InvoiceStatus, StoredInvoice } from '../../sandbox/records';
import type { Store } from '../../sandbox/store';
import {
	count,
	createRecord,
	deletion,
	item,
	itemAmong,
	once,
	row,
	type Row,
	type UniqueValues,
} from './row';
import { byId, type World } from './world';

const LINE = { Description: 'Ticket', Quantity: 1, Rate: 50 };

async function createInvoice(world: World, Title: string, Status = 'draft'): Promise<string> {
	const BillTo = { Name: 'Grace Hopper', Email: 'grace@example.com' };
	return await createRecord(
		world,
		'/invoices/create',
		{ BillTo, Items: [LINE], Title, Status },
		'InvoiceToken',
	);
}

const RECIPIENT = {
	Phone: '+12025550123',
	Company: 'Engines',
	Address: '1 Main St',
	City: 'London',
	State: 'LDN',
	ZipCode: 'W1',
	Country: 'UK',
	TaxId: '12',
};

/** The fields that a new invoice and an update have in common. */
const DETAILS = {
	IssueDate: '2088-01-01',
	DueDate: '2099-01-01',
	DiscountAmount: 1,
	TaxEnabled: true,
	TaxLabel: 'VAT',
	TaxRate: 20,
	PaymentMethod: 'check',
	PaymentInstructions: 'By check',
	NotesToRecipient: 'Thank you',
	Terms: '30 days',
};
const DATES = { IssueDate: 'date', DueDate: 'date' } as const;

const PENDING = { Status: 'pending', FromDate: '2020-01-01', ToDate: '2099-12-31' };
const PERIOD = { FromDate: 'date', ToDate: 'date' } as const;

/** Counts invoices with this title that match. */
const countTitled =
	(prefix: string, matches: (invoice: StoredInvoice) => boolean = () => true) =>
	({ invoices }: Store, { n }: UniqueValues) =>
		count(invoices.all(), (invoice) => invoice.Title === `${prefix} ${n}` && matches(invoice));

const settingStatus = (operation: string, Status: InvoiceStatus): Row =>
	once(operation, 'POST /invoices/update', {
		parameters: async (world, { n }) => ({ invoice: byId(await createInvoice(world, `${operation} ${n}`)) }),
		output: () => item({ InvoiceToken: expect.any(String), Status, PublicLink: expect.any(String) }),
		stored: countTitled(operation, ({ shown }) => shown.Status === Status),
	});

export const invoice: Row[] = [
	once('create', 'POST /invoices/create', {
		parameters: (_world, { n }) => ({
			whenAlreadyInvoiced: 'create',
			Status: 'pending',
			Title: 'Ticket',
			Name: `Invoiced ${n}`,
			Email: 'ada@example.com',
			recipient: RECIPIENT,
			items: { item: [LINE] },
			options: DETAILS,
		}),
		dates: DATES,
		output: () => item({ InvoiceToken: expect.any(String), Status: 'pending' }),
		stored: ({ invoices }, { n }) => count(invoices.all(), ({ BillTo }) => BillTo.Name === `Invoiced ${n}`),
	}),
	once('create, unless invoiced', 'POST /invoices/create', {
		parameters: (_world, { n, email }) => ({
			Name: 'Ada Lovelace',
			Email: email,
			items: { item: [LINE] },
			titleToFind: `Once ${n}`,
			options: { withinDays: 20 },
		}),
		output: () => item({ InvoiceToken: expect.any(String), PublicLink: expect.any(String), existed: false }),
		stored: countTitled('Once'),
	}),
	row('getTotals', 'POST /invoices/fetch', {
		parameters: async (world, { n }) => {
			await createInvoice(world, `Totals ${n}`, 'pending');
			return { filters: PENDING };
		},
		dates: PERIOD,
		output: () => item({ CountPending: expect.any(Number), TotalPending: expect.any(Number) }),
	}),
	row('getMany', 'POST /invoices/fetch', {
		parameters: async (world, { n }) => {
			await createInvoice(world, `Listed ${n}`, 'pending');
			return { returnAll: true, filters: PENDING };
		},
		dates: PERIOD,
		output: ({ n }) =>
			itemAmong({ Title: `Listed ${n}`, RecipientEmail: 'grace@example.com', Status: 'pending' }),
	}),
	row('get', 'POST /invoices/single', {
		parameters: async (world, { n }) => ({
			invoice: byId(await createInvoice(world, `Got ${n}`)),
			options: { IncludeEvents: true, IncludeQrCode: true },
		}),
		output: ({ n }) =>
			item({ Title: `Got ${n}`, RecipientEmail: 'grace@example.com', PublicLink: expect.any(String) }),
	}),
	row('update', 'POST /invoices/update', {
		parameters: async (world, { n }) => ({
			invoice: byId(await createInvoice(world, `Old ${n}`)),
			updateFields: {
				recipient: { billTo: { Name: 'Ada', Email: 'ada@example.com', ...RECIPIENT } },
				items: { item: [{ Description: 'Ticket', Quantity: 2, Rate: 30 }] },
				Title: `Updated ${n}`,
				...DETAILS,
			},
		}),
		dates: DATES,
		output: () => item({ RecipientName: 'Ada', Status: 'draft', Subtotal: 60 }),
		stored: countTitled('Updated', ({ BillTo, shown }) => BillTo.City === 'London' && shown.Subtotal === 60),
	}),
	settingStatus('publish', 'pending'),
	settingStatus('cancel', 'cancelled'),
	deletion('POST /invoices/delete', 'InvoiceToken', countTitled('Deleted'), async (world, { n }) => ({
		invoice: byId(await createInvoice(world, `Deleted ${n}`)),
	})),
];
