import { winnerCount } from '../api/winners';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';

export const count = defineOperation({
	name: 'Count',
	value: 'count',
	action: 'Count winners',
	description: 'Return the number of winners of a sweepstakes',
	fields: [sweepstakes],
	endpoint: winnerCount,
	toRequest: ({ sweepstakes: sweepstakesToken }) => ({ sweepstakesToken }),
	toItems: ({ reply, request }) => ({ ...reply, SweepstakesToken: request.sweepstakesToken }),
});
