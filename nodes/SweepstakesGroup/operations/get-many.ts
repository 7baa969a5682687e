import { groupsOfSweepstakes } from '../api';
import { limit, returnAll } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many groups',
	description: 'Return the groups of a sweepstakes, including the primary one',
	fields: [sweepstakes, returnAll, limit],
	endpoint: groupsOfSweepstakes,
	toRequest: ({ sweepstakes: sweepstakesToken }) => ({ sweepstakesToken }),
	toItems: ({ reply }) => reply,
});
