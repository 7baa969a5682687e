import { setInvoiceStatus } from '../../shared/api/invoices';
import { invoiceItem } from '../../shared/fields/invoiceItem';
import { simplify } from '../../shared/fields/simplify';
import { defineOperation } from '../../shared/n8n/operation';
import { invoice } from '../../shared/pickers/invoice';

export const cancel = defineOperation({
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel an invoice',
	description: 'Cancel a draft or a pending invoice by its ID, so that it can no longer be paid',
	fields: [
		{
			displayName: 'This cannot be undone. A paid invoice cannot be cancelled.',
			name: 'cancelNotice',
			type: 'notice',
			default: '',
		},
		invoice,
		simplify,
	],
	endpoint: setInvoiceStatus,
	toRequest: ({ invoice: InvoiceToken }) => ({ InvoiceToken, Status: 'cancelled' as const }),
	toItems: ({ reply: { Data }, parameters }) => (parameters.simplify ? invoiceItem(Data, Data) : Data),
});
