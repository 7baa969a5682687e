import { winnersOf } from '../../shared/client/pages';
import { limit, returnAll } from '../../shared/fields/amount';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

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
	request: z.object({ sweepstakesToken: uuid, search: z.string().optional() }),
	toRequest: ({ sweepstakes: sweepstakesToken, filters }) => ({ sweepstakesToken, ...filters }),
	async *run(service, filter, { returnAll: all, limit: most }) {
		yield* winnersOf(service, filter, all ? Infinity : most);
	},
});
