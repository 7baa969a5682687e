import { fetchScheduledDrawings, scheduledDrawingsIn } from '../../shared/api/winners';
import { sweepstakes } from '../../shared/pickers/sweepstakes';
import { defineOperation } from '../../shared/n8n/operation';

export const getScheduled = defineOperation({
	name: 'Get Scheduled Drawings',
	value: 'getScheduled',
	action: 'Get scheduled drawings',
	description: 'Return the drawings that are scheduled for a sweepstakes and have not taken place yet',
	fields: [sweepstakes],
	endpoint: fetchScheduledDrawings,
	toRequest: ({ sweepstakes: sweepstakesToken }) => ({ sweepstakesToken }),
	toItems: ({ reply }) => scheduledDrawingsIn(reply) ?? reply,
});
