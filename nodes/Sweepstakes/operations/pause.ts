import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const pause = defineOperation({
	name: 'Pause',
	value: 'pause',
	action: 'Pause a sweepstakes',
	description: 'Stop new entries and draws in a sweepstakes until it is unpaused',
	fields: [sweepstakes],
	endpoint: 'POST /sweepstakes/pause',
	// The only condition is that the sweepstakes exists, and it is paused after the second time as after the first.
	repeatable: true,
	request: z.object({ SweepstakesToken: uuid }),
	toRequest: ({ sweepstakes: SweepstakesToken }) => ({ SweepstakesToken }),
	reply: z.object({}).passthrough(),
	toItems: (reply, { SweepstakesToken }) => ({ SweepstakesToken, ...reply }),
});
