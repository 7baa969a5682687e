import { pauseSweepstakes } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes, toSweepstakesQuery } from '../picker';

export const pause = defineOperation({
	name: 'Pause',
	value: 'pause',
	action: 'Pause a sweepstakes',
	description: 'Pause a sweepstakes, by its ID or handler. Nobody can enter or be drawn until it is resumed.',
	fields: [sweepstakes],
	endpoint: pauseSweepstakes,
	toRequest: toSweepstakesQuery,
	toItems: ({ reply, request }) => ({ paused: true, ...request, ...reply }),
});
