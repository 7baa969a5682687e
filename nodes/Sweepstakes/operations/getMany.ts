import { sweepstakesMatching } from '../api';
import { limit, returnAll } from '../../shared/fields/limit';
import { simplify } from '../../shared/fields/simplify';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakesType } from '../fields';
import { sweepstakesItem } from '../items';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many sweepstakes',
	description: 'Return the sweepstakes of the account, all or those that match filters',
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
				{
					displayName: 'Archived',
					name: 'Archived',
					type: 'boolean',
					default: false,
					description:
						'Whether to return only archived sweepstakes. When off, archived sweepstakes are left out.',
				},
				{
					displayName: 'Search',
					name: 'search',
					type: 'string',
					default: '',
					placeholder: 'e.g. summer',
					description:
						'Text to find in the name or the handler. Upper- and lowercase letters count as the same.',
				},
				{
					displayName: 'Status',
					name: 'Status',
					type: 'boolean',
					default: true,
					description:
						'Whether to return only sweepstakes with Status true. When off, only those with Status false are returned. The API documentation does not say what Status means for a paused sweepstakes.',
				},
				sweepstakesType,
			],
		},
	],
	lookup: sweepstakesMatching,
	toRequest: ({ filters }) => filters,
	toItems: ({ reply, parameters }) => sweepstakesItem(reply, parameters),
});
