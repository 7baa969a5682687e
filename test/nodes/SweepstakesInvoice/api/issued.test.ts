import { toRecipientKey } from '../../../../nodes/SweepstakesInvoice/api/created';
import { findIssued } from '../../../../nodes/SweepstakesInvoice/api/issued';
import { openSandbox } from '../../../../sandbox';
import { clientAt } from '../../../support/client';

test('the next lookup finds an invoice that another execution created after the first lookup', async () => {
	const sandbox = openSandbox({ sample: false });
	const client = clientAt(sandbox);
	const invoice = {
		Title: 'Prize',
		BillTo: { Name: 'Ada', Email: 'ada@example.com' },
		Items: [{ Description: 'Prize', Quantity: 1, Rate: 50 }],
		Status: 'draft' as const,
	};
	const find = async () => (await findIssued(client, invoice, 30, false)).existing;
	expect(await find()).toBeUndefined();
	const { Data } = await sandbox.api<{ Data: { InvoiceToken: string } }>('/invoices/create', invoice);
	client.account.history.noteWrite([toRecipientKey('ada@example.com')]);
	expect(await find()).toMatchObject({ InvoiceToken: Data.InvoiceToken });
	await sandbox.close();
});
