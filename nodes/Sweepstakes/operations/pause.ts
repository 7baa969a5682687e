import { pauseSweepstakes } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes, toSweepstakesQuery } from '../picker';

export const pause = defineOperation({
	name: 'Pause',
	value: 'pause',
	action: 'Pause a sweepstakes',
	description:
		'Pause a sweepstakes, by its ID or handler. Until it is resumed, nobody can enter or be drawn. To also pause its messages, use the node Sweepstakes Campaign.',
	fields: [sweepstakes],
	endpoint: pauseSweepstakes,
	toRequest: toSweepstakesQuery,
	toItems: ({ reply, request }) => ({ paused: true, ...request, ...reply }),
});
