import type { InvoiceStatus, StoredInvoice } from '../../sandbox/records';
import type { Store } from '../../sandbox/store';
import { countOf, deletion, item, itemAmong, type Row, type Unique } from './row';
import { byId, type World } from './world';

async function createInvoice({ api }: World, Title: string, Status = 'draft'): Promise<string> {
	const { Data } = await api<{ Data: { InvoiceToken: string } }>('/invoices/create', {
		BillTo: { Name: 'Grace Hopper', Email: 'grace@example.com' },
		Items: [{ Description: 'Ticket', Quantity: 1, Rate: 50 }],
		Title,
		Status,
	});
	return Data.InvoiceToken;
}

/** Counts invoices with this title that meet a condition. */
const titled =
	(prefix: string, meets: (invoice: StoredInvoice) => boolean = () => true) =>
	({ invoices }: Store, { n }: Unique) =>
		countOf(invoices.all(), (invoice) => invoice.Title === `${prefix} ${n}` && meets(invoice));

const settingStatus = (operation: string, Status: InvoiceStatus): Row => ({
	operation,
	endpoint: 'POST /invoices/update',
	parameters: async (world, { n }) => ({ invoice: byId(await createInvoice(world, `${operation} ${n}`)) }),
	output: () => item({ InvoiceToken: expect.any(String), Status, PublicLink: expect.any(String) }),
	withoutReply: 'confirms',
	stored: titled(operation, ({ shown }) => shown.Status === Status),
});

export const invoice: Row[] = [
	{
		operation: 'create',
		endpoint: 'POST /invoices/create',
		parameters: (_world, { n }) => ({
			whenAlreadyInvoiced: 'create',
			Name: `Invoiced ${n}`,
			Email: 'ada@example.com',
			recipient: {
				Phone: '+12025550123',
				Company: 'Engines',
				Address: '1 Main St',
				City: 'London',
				State: 'LDN',
				ZipCode: 'W1',
				Country: 'UK',
				TaxId: '12',
			},
			items: { item: [{ Description: 'Ticket', Quantity: 1, Rate: 50 }] },
			Status: 'pending',
			Title: 'Ticket',
			options: {
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
			},
		}),
		dates: { IssueDate: 'date', DueDate: 'date' },
		output: () => item({ InvoiceToken: expect.any(String), Status: 'pending' }),
		withoutReply: 'confirms',
		stored: ({ invoices }, { n }) => countOf(invoices.all(), ({ BillTo }) => BillTo.Name === `Invoiced ${n}`),
	},
	{
		operation: 'create',
		variant: 'unless invoiced',
		endpoint: 'POST /invoices/create',
		parameters: (_world, { n, email }) => ({
			Name: 'Ada Lovelace',
			Email: email,
			items: { item: [{ Description: 'Ticket', Quantity: 1, Rate: 50 }] },
			titleToFind: `Once ${n}`,
			options: { withinDays: 20 },
		}),
		output: () => item({ InvoiceToken: expect.any(String), PublicLink: expect.any(String), existed: false }),
		withoutReply: 'confirms',
		stored: titled('Once'),
	},
	{
		operation: 'getTotals',
		endpoint: 'POST /invoices/fetch',
		parameters: async (world, { n }) => {
			await createInvoice(world, `Totals ${n}`, 'pending');
			return { filters: { Status: 'pending', FromDate: '2020-01-01', ToDate: '2099-12-31' } };
		},
		dates: { FromDate: 'date', ToDate: 'date' },
		output: () => item({ CountPending: expect.any(Number), TotalPending: expect.any(Number) }),
	},
	{
		operation: 'getMany',
		endpoint: 'POST /invoices/fetch',
		parameters: async (world, { n }) => {
			await createInvoice(world, `Listed ${n}`, 'pending');
			return {
				returnAll: true,
				filters: { Status: 'pending', FromDate: '2000-01-01', ToDate: '2099-12-31' },
			};
		},
		dates: { FromDate: 'date', ToDate: 'date' },
		output: ({ n }) =>
			itemAmong({ Title: `Listed ${n}`, RecipientEmail: 'grace@example.com', Status: 'pending' }),
	},
	{
		operation: 'get',
		endpoint: 'POST /invoices/single',
		parameters: async (world, { n }) => ({
			invoice: byId(await createInvoice(world, `Got ${n}`)),
			options: { IncludeEvents: true, IncludeQrCode: true },
		}),
		output: ({ n }) =>
			item({ Title: `Got ${n}`, RecipientEmail: 'grace@example.com', PublicLink: expect.any(String) }),
	},
	{
		operation: 'update',
		endpoint: 'POST /invoices/update',
		parameters: async (world, { n }) => ({
			invoice: byId(await createInvoice(world, `Old ${n}`)),
			updateFields: {
				recipient: { billTo: { Name: 'Ada', Email: 'ada@example.com', City: 'London' } },
				items: { item: [{ Description: 'Ticket', Quantity: 2, Rate: 30 }] },
				Title: `Updated ${n}`,
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
			},
		}),
		dates: { IssueDate: 'date', DueDate: 'date' },
		output: () => item({ RecipientName: 'Ada', Status: 'draft', Subtotal: 60 }),
		stored: titled('Updated', ({ BillTo, shown }) => BillTo.City === 'London' && shown.Subtotal === 60),
	},
	settingStatus('publish', 'pending'),
	settingStatus('cancel', 'cancelled'),
	{
		operation: 'delete',
		endpoint: 'POST /invoices/delete',
		parameters: async (world, { n }) => ({ invoice: byId(await createInvoice(world, `Deleted ${n}`)) }),
		...deletion('InvoiceToken'),
		stored: (store, unique) => 1 - titled('Deleted')(store, unique),
	},
];
