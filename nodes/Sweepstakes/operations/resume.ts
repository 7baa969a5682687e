import { unpauseSweepstakes } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { pausedSweepstakes, toSweepstakesQuery } from '../picker';

export const resume = defineOperation({
	name: 'Resume',
	value: 'resume',
	action: 'Resume a sweepstakes',
	description:
		'Resume a paused sweepstakes, by its ID or handler, so that people can enter and be drawn again. Paused campaigns are resumed with the node Sweepstakes Campaign.',
	fields: [pausedSweepstakes],
	endpoint: unpauseSweepstakes,
	toRequest: toSweepstakesQuery,
	toItems: ({ reply, request }) => ({ paused: false, ...request, ...reply }),
});
