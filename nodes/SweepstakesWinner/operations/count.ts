import { readWinners } from '../../shared/client/pages';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const count = defineOperation({
	name: 'Count',
	value: 'count',
	action: 'Count winners',
	description: 'Return how many winners a sweepstakes has, with one call',
	fields: [sweepstakes],
	request: z.object({ sweepstakesToken: uuid }),
	toRequest: ({ sweepstakes: sweepstakesToken }) => ({ sweepstakesToken }),
	async *run(service, filter) {
		const { total } = await readWinners(service, filter, 1);
		yield { TotalWinners: total, SweepstakesToken: filter.sweepstakesToken };
	},
});
