import { toCreatedItem } from '../../../nodes/SweepstakesInvoice/items';

test('the output item for a new invoice has every column, even if the reply lacks some keys', () => {
	const BillTo = { Name: 'Ada', Email: 'ada@example.com' };
	expect(toCreatedItem({ Total: 5, DueDate: null }, { BillTo, Items: [], Status: 'draft' })).toStrictEqual({
		InvoiceNumber: null,
		Title: null,
		RecipientName: 'Ada',
		RecipientEmail: 'ada@example.com',
		Status: null,
		Total: 5,
		Currency: null,
		PublicLink: null,
		PaymentMethod: null,
		Subtotal: null,
		TaxAmount: null,
		IssueDate: null,
		DueDate: null,
		InvoiceToken: null,
	});
});
