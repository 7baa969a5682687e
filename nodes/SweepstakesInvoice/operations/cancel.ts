import { setInvoiceStatus } from '../api/invoices';
import { simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { openInvoice } from '../picker';
import { setStatus } from '../new-status';

export const cancel = defineOperation({
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel an invoice',
	description: 'Cancel a draft or pending invoice by its ID, so that it can no longer be paid',
	fields: [
		{
			displayName: 'This cannot be undone. A paid invoice cannot be canceled.',
			name: 'cancelNotice',
			type: 'notice',
			default: '',
		},
		openInvoice,
		simplify,
	],
	request: setInvoiceStatus.request,
	toRequest: ({ invoice: InvoiceToken }) => ({ InvoiceToken, Status: 'cancelled' as const }),
	run: ({ client, request, parameters, itemCount, input }) =>
		setStatus(client, request, parameters, itemCount, input),
});
