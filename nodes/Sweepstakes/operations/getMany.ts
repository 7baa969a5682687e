import { limit, returnAll } from '../../shared/fields/amount';
import { allSweepstakes } from '../../shared/sweepstakesList';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many sweepstakes',
	description: 'List the sweepstakes of the account',
	fields: [returnAll, limit],
	request: z.object({}),
	toRequest: () => ({}),
	async *run(service, _request, { returnAll: all, limit: most }) {
		const found = await allSweepstakes(service);
		yield* all ? found : found.slice(0, most);
	},
});
