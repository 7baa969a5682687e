import { setInvoiceStatus } from '../api/invoices';
import { simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { draftInvoice } from '../picker';
import { setStatus } from '../new-status';

export const publish = defineOperation({
	name: 'Publish',
	value: 'publish',
	action: 'Publish an invoice',
	description: 'Publish a draft invoice by its ID, so that it can be paid',
	fields: [
		{
			displayName:
				'A published invoice cannot become a draft again. The service does not notify the recipient: send the link yourself.',
			name: 'publishNotice',
			type: 'notice',
			default: '',
		},
		draftInvoice,
		simplify,
	],
	request: setInvoiceStatus.request,
	toRequest: ({ invoice: InvoiceToken }) => ({ InvoiceToken, Status: 'pending' as const }),
	run: ({ client, request, parameters, itemCount, input }) =>
		setStatus(client, request, parameters, itemCount, input),
});
