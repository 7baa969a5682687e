import { deleteInvoice as endpoint, fetchInvoiceWithLink } from '../api/invoices';
import { deletion } from '../../shared/n8n/output/deleted-item';
import { toInvoiceItem } from '../items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { invoice } from '../picker';

export const deleteInvoice = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete an invoice',
	description: 'Delete an invoice of any status by its ID, together with its events',
	fields: [
		{
			displayName:
				'This cannot be undone. Even a paid invoice is deleted, along with its events. Wallet transactions and commissions are kept.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		invoice,
	],
	...deletion(endpoint, 'invoice', async (client, { InvoiceToken }) => {
		const found = await fetchInvoiceWithLink(client, InvoiceToken);
		return toInvoiceItem(found, found);
	}),
	toRequest: ({ invoice: InvoiceToken }) => ({ InvoiceToken }),
});
