import { codeStats } from '../../shared/api/codes';
import { defineOperation } from '../../shared/n8n/operation';
import { sweepstakes } from '../../shared/pickers/sweepstakes';

export const getStats = defineOperation({
	name: 'Get Stats',
	value: 'getStats',
	action: 'Get code statistics',
	description:
		'Return how many codes a sweepstakes has in all, and how many of them are available, assigned, redeemed and voided',
	fields: [sweepstakes],
	endpoint: codeStats,
	toRequest: ({ sweepstakes: SweepstakesToken }) => ({ SweepstakesToken }),
	toItems: ({ reply }) => {
		const { SweepstakesToken, ...counts } = reply.Data;
		return { ...counts, SweepstakesToken };
	},
});
