import { winners } from '../../shared/api/winners';
import { limit, returnAll } from '../../shared/fields/limit';
import { sweepstakes } from '../../shared/pickers/sweepstakes';
import { defineOperation } from '../../shared/n8n/operation';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many winners',
	description: 'Return the winners drawn so far',
	fields: [
		sweepstakes,
		returnAll,
		limit,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Search',
					name: 'search',
					type: 'string',
					default: '',
					placeholder: 'e.g. smith',
					description: 'Text to find in the winners',
				},
			],
		},
	],
	lookup: winners,
	toRequest: ({ sweepstakes: sweepstakesToken, filters }) => ({ sweepstakesToken, ...filters }),
	toItems: ({ reply }) => reply,
});
