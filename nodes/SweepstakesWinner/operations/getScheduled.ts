import { scheduledDrawings } from '../../shared/api/scheduledDrawings';
import { sweepstakes } from '../../shared/pickers/sweepstakes';
import { defineOperation } from '../../shared/n8n/operation';

export const getScheduled = defineOperation({
	name: 'Get Scheduled Drawings',
	value: 'getScheduled',
	action: 'Get scheduled drawings',
	description: 'Return the scheduled drawings of a sweepstakes. Those that took place may be among them.',
	fields: [sweepstakes],
	lookup: scheduledDrawings,
	toRequest: ({ sweepstakes: sweepstakesToken }) => ({ sweepstakesToken }),
	toItems: ({ reply }) => reply,
});
