import { invoices } from '../api/invoices';
import { limit, returnAll } from '../../shared/fields/limit';
import { simplify } from '../../shared/fields/simplify';
import { invoiceItem } from '../items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { createdFrom, createdTo } from '../fields';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many invoices',
	description: 'Return the invoices of the account, all or those that match filters',
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
				{
					displayName: 'Status',
					name: 'Status',
					type: 'options',
					options: [
						{ name: 'Cancelled', value: 'cancelled' },
						{ name: 'Draft', value: 'draft', description: 'Not published yet' },
						{ name: 'Overdue', value: 'overdue', description: 'Pending, and past the due date' },
						{ name: 'Paid', value: 'paid' },
						{ name: 'Pending', value: 'pending', description: 'Published and not paid, overdue or not' },
					],
					default: 'pending',
					description: 'Return only invoices with this status, by default those with any',
				},
				createdTo,
			],
		},
	],
	lookup: invoices,
	toRequest: ({ filters }) => filters,
	toItems: ({ reply, parameters }) => (parameters.simplify ? invoiceItem(reply, {}) : reply),
});
