import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const unpause = defineOperation({
	name: 'Unpause',
	value: 'unpause',
	action: 'Unpause a sweepstakes',
	description: 'Allow new entries and draws in a paused sweepstakes again',
	fields: [sweepstakes],
	endpoint: 'POST /sweepstakes/unpause',
	// The only condition is that the sweepstakes exists, and it is active after the second time as after the first.
	repeatable: true,
	request: z.object({ SweepstakesToken: uuid }),
	toRequest: ({ sweepstakes: SweepstakesToken }) => ({ SweepstakesToken }),
	reply: z.object({}).passthrough(),
	toItems: (reply, { SweepstakesToken }) => ({ SweepstakesToken, ...reply }),
});
