import { invoiceTotals } from '../api/invoices';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { createdFrom, createdTo, status } from '../fields';

const [cancelled, draft, , paid, pending] = status.options;

export const getTotals = defineOperation({
	name: 'Get Totals',
	value: 'getTotals',
	action: 'Get invoice totals',
	description:
		'Return the number of draft, pending, overdue and paid invoices, and the pending and paid amounts',
	fields: [
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				createdFrom,
				createdTo,
				{
					...status,
					options: [cancelled, draft, paid, pending],
					description: 'Count only invoices with this status',
				},
			],
		},
	],
	endpoint: invoiceTotals,
	toRequest: ({ filters }) => ({ ...filters, Page: 1, Limit: 1 }),
	toItems: ({ reply }) => reply.Data.Summary,
});
