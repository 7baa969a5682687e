import { deleteInvoice as endpoint } from '../api/invoices';
import { deletedItem } from '../../shared/n8n/output/deleted-item';
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
				'This cannot be undone. It also deletes paid invoices, and the events of the invoice. Wallet movements and commissions stay.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		invoice,
	],
	endpoint,
	toRequest: ({ invoice: InvoiceToken }) => ({ InvoiceToken }),
	toItems: ({ reply, request }) => deletedItem(reply, request),
});
