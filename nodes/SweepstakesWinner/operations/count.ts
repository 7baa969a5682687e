import { winnerCount } from '../api/winners';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';

export const count = defineOperation({
	name: 'Count',
	value: 'count',
	action: 'Count winners',
	description: 'Return how many people were drawn in a sweepstakes, including backups',
	fields: [sweepstakes],
	endpoint: winnerCount,
	toRequest: ({ sweepstakes: sweepstakesToken }) => ({ sweepstakesToken }),
	toItems: ({ reply, request }) => ({ ...reply, SweepstakesToken: request.sweepstakesToken }),
});
