import { codes } from '../api/codes';
import { limit, returnAll, simplify } from '../../shared/n8n/common-fields';
import { toCodeItem } from '../items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many codes',
	description: 'Return the codes of a sweepstakes and who holds them, newest first by default',
	fields: [
		sweepstakes,
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
				{
					displayName: 'Search',
					name: 'Search',
					type: 'string',
					// If an expression were empty, all codes would be returned, and perhaps changed by the next node.
					typeOptions: { refuseEmpty: true },
					default: '',
					placeholder: 'e.g. smith@example.com',
					description:
						'Text to find in codes, and in the email addresses and phone numbers of their holders, up to 100 characters',
				},
				{
					displayName: 'Status',
					name: 'Filter',
					type: 'options',
					options: [
						{ name: 'All', value: 'all' },
						{ name: 'Assigned', value: 'assigned', description: 'A participant holds the code' },
						{ name: 'Available', value: 'available', description: 'Neither assigned nor redeemed' },
						{ name: 'Not Redeemed', value: 'not-redeemed' },
						{ name: 'Redeemed', value: 'redeemed' },
						{ name: 'Unassigned', value: 'unassigned', description: 'No participant holds the code' },
						{ name: 'Voided', value: 'voided', description: 'The code can no longer be used' },
					],
					default: 'available',
					description: 'Return only codes with this status',
				},
			],
		},
		{
			displayName: 'Sort',
			name: 'sort',
			type: 'collection',
			placeholder: 'Add sort option',
			default: {},
			options: [
				{
					displayName: 'Descending',
					name: 'SortDesc',
					type: 'boolean',
					default: true,
					description: 'Whether to sort in descending order, by creation date if “Sort By” is missing',
				},
				{
					displayName: 'Sort By',
					name: 'SortBy',
					type: 'options',
					options: [
						{ name: 'Code', value: 'CouponCode' },
						{ name: 'Creation Date', value: 'CreationDate' },
						{ name: 'Expiration Date', value: 'ExpirationDate' },
						{ name: 'Redemption Date', value: 'RedemptionDate' },
						{ name: 'Status', value: 'Status' },
					],
					default: 'CreationDate',
					description: 'The field to sort by. Without it, the newest codes come first.',
				},
			],
		},
	],
	endpoint: codes.all,
	toRequest: ({ sweepstakes: SweepstakesToken, filters, sort }) => ({
		SweepstakesToken,
		...filters,
		...(sort.SortDesc !== undefined && { SortBy: 'CreationDate' as const }),
		...sort,
	}),
	toItems: ({ reply, parameters }) => toCodeItem(reply, parameters),
});
