import { unpauseSweepstakes } from '../../shared/api/sweepstakes';
import { defineOperation } from '../../shared/n8n/operation';
import { sweepstakes } from '../../shared/pickers/sweepstakes';

export const unpause = defineOperation({
	name: 'Unpause',
	value: 'unpause',
	action: 'Unpause a sweepstakes',
	description: 'Allow new entries and draws in a paused sweepstakes again, by its ID or handler',
	fields: [sweepstakes],
	endpoint: unpauseSweepstakes,
	toRequest: ({ sweepstakes: SweepstakesToken }) => ({ SweepstakesToken }),
	toItems: ({ reply, request }) => ({ paused: false, ...request, ...reply }),
});
