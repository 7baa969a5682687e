import { codeStats } from '../api/settings';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes, toSweepstakesQuery } from '../../Sweepstakes/picker';

export const getStats = defineOperation({
	name: 'Get Stats',
	value: 'getStats',
	action: 'Get code statistics',
	description: 'Count the codes of a sweepstakes: in total, available, assigned, redeemed and voided',
	fields: [sweepstakes],
	endpoint: codeStats,
	toRequest: toSweepstakesQuery,
	toItems: ({ reply }) => reply.Data,
});
