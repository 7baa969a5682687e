import { countOf, item, type Row } from './row';

export const invoice: Row[] = [
	{
		operation: 'create',
		endpoint: 'POST /invoices/create',
		parameters: (_world, { n }) => ({
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
			items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 50 }] },
			Status: 'pending',
			additional: {
				Title: 'Prize',
				IssueDate: '2088-01-01',
				DueDate: '2099-01-01',
				DiscountAmount: 1,
				TaxEnabled: true,
				TaxLabel: 'VAT',
				TaxRate: 20,
				PaymentMethod: 'check',
				PaymentInstructions: 'By check',
				NotesToRecipient: 'Congratulations',
				Terms: '30 days',
			},
		}),
		dates: { IssueDate: 'date', DueDate: 'date' },
		output: () => item({ InvoiceToken: expect.any(String), Status: 'pending' }),
		withoutReply: 'stops',
		stored: ({ invoices }, { n }) => countOf(invoices.all(), ({ BillTo }) => BillTo.Name === `Invoiced ${n}`),
	},
];
