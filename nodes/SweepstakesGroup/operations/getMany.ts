import { fetchGroups } from '../../shared/api/groups';
import { limit, returnAll } from '../../shared/fields/limit';
import { defineOperation } from '../../shared/n8n/operation';
import { sweepstakes } from '../../shared/pickers/sweepstakes';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many groups',
	description: 'Return the groups of a sweepstakes',
	fields: [sweepstakes, returnAll, limit],
	endpoint: fetchGroups,
	toRequest: ({ sweepstakes: sweepstakesToken }) => ({ sweepstakesToken }),
	toItems: ({ reply }) => reply.Data,
});
