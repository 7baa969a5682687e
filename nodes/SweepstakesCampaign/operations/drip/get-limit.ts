import { fetchDripLimit } from '../../api';
import { asObject } from '../../../shared/json';
import { defineOperation } from '../../../shared/n8n/operation/operation';

export const getDripLimit = defineOperation({
	name: 'Get Drip Limit',
	value: 'getDripLimit',
	action: 'Get the drip limit',
	description:
		'Return how many drips the plan allows, how many there are (including drafts and archived ones), and whether drips can run',
	fields: [],
	endpoint: fetchDripLimit,
	toRequest: () => ({ ItemsPerPage: 1 }),
	toItems: ({ reply: { Data } }) => ({ CanRun: Data.CanRun, ...asObject(Data.PlanLimit) }),
});
