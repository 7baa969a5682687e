import { deleteInvoice as endpoint } from '../../shared/api/invoices';
import { deletedItem } from '../../shared/items/deletedItem';
import { defineOperation } from '../../shared/n8n/operation';
import { invoice } from '../../shared/pickers/invoice';

export const deleteInvoice = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete an invoice',
	description: 'Delete an invoice of any status by its ID, with its events',
	fields: [
		{
			displayName:
				'This cannot be undone, and the service deletes paid invoices, too. Wallet movements and commissions stay.',
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
