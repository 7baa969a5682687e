import { sweepstakesMatching } from '../api';
import { limit, returnAll, simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakesType } from '../fields';
import { toSweepstakesItem } from '../items';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many sweepstakes',
	description: 'Return the account’s sweepstakes',
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
					displayName: 'Only Archived',
					name: 'Archived',
					type: 'boolean',
					default: true,
					description:
						'Whether to return only archived sweepstakes. If off, archived sweepstakes are left out.',
				},
				{
					displayName: 'Only Paused',
					name: 'paused',
					type: 'boolean',
					default: true,
					description: 'Whether to return only paused sweepstakes. If off, paused sweepstakes are left out.',
				},
				{
					displayName: 'Search',
					name: 'search',
					type: 'string',
					default: '',
					placeholder: 'e.g. summer',
					description: 'Text to find in the name or handler, ignoring case',
				},
				sweepstakesType,
			],
		},
	],
	endpoint: sweepstakesMatching,
	// Paused sweepstakes have `Status: false` (reference, Sweepstakes: pause).
	toRequest: ({ filters: { paused, ...filters } }) => ({
		...filters,
		...(paused !== undefined && { Status: !paused }),
	}),
	toItems: ({ reply, parameters }) => toSweepstakesItem(reply, parameters),
});
