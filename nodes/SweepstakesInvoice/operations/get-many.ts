import { invoices } from '../api/invoices';
import { limit, returnAll, simplify } from '../../shared/n8n/common-fields';
import { toInvoiceItem } from '../items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { createdFrom, createdTo, status } from '../fields';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many invoices',
	description: 'Return all of the account’s invoices, or only those that match the filters',
	fields: [
		returnAll,
		limit,
		simplify,
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
					displayName: 'Overdue for at Least (Days)',
					name: 'OverdueDays',
					type: 'number',
					typeOptions: { minValue: 1, numberPrecision: 0 },
					default: 7,
					description:
						'Return only invoices that are at least this many days past their due date. Use this filter alone, or with the status “Overdue” or “Pending”.',
				},
				status,
			],
		},
	],
	endpoint: invoices.all,
	toRequest: ({ filters }) => filters,
	toItems: ({ reply, parameters }) => (parameters.simplify ? toInvoiceItem(reply, {}) : reply),
});
