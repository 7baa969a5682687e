import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { scheduledDrawings } from '../../shared/lookups/scheduledDrawings';
import { z } from '../../shared/zod';

export const getScheduled = defineOperation({
	name: 'Get Scheduled Drawings',
	value: 'getScheduled',
	action: 'Get scheduled drawings',
	description: 'Return the drawings that are scheduled for a sweepstakes and have not taken place yet',
	fields: [sweepstakes],
	endpoint: 'GET /winners/fetchscheduled',
	repeatable: true,
	request: z.object({ sweepstakesToken: uuid }),
	toRequest: ({ sweepstakes: sweepstakesToken }) => ({ sweepstakesToken }),
	reply: z.record(z.unknown()),
	toItems: (reply) => scheduledDrawings(reply) ?? reply,
});
