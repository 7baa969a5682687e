import { limit, returnAll } from '../../shared/fields/amount';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many groups',
	description: 'Return the groups of a sweepstakes',
	fields: [sweepstakes, returnAll, limit],
	endpoint: 'POST /groups/fetch',
	repeatable: true,
	request: z.object({ sweepstakesToken: uuid }),
	toRequest: ({ sweepstakes: sweepstakesToken }) => ({ sweepstakesToken }),
	reply: z.object({ Data: z.array(z.object({}).passthrough()) }),
	toItems: ({ Data }, _request, { returnAll: all, limit: most }) => (all ? Data : Data.slice(0, most)),
});
