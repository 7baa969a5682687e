import { unpauseSweepstakes } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../picker';

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
