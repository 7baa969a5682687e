import { pauseSweepstakes } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../picker';

export const pause = defineOperation({
	name: 'Pause',
	value: 'pause',
	action: 'Pause a sweepstakes',
	description: 'Stop new entries and draws in a sweepstakes, by its ID or handler, until it is resumed',
	fields: [sweepstakes],
	endpoint: pauseSweepstakes,
	toRequest: ({ sweepstakes: SweepstakesToken }) => ({ SweepstakesToken }),
	toItems: ({ reply, request }) => ({ paused: true, ...request, ...reply }),
});
