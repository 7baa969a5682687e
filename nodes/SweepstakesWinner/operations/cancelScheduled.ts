import { scheduled } from '../../shared/fields/scheduled';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const cancelScheduled = defineOperation({
	name: 'Cancel Scheduled Drawing',
	value: 'cancelScheduled',
	action: 'Cancel a scheduled drawing',
	description: 'Cancel and delete a scheduled drawing before it takes place',
	fields: [
		{
			displayName: 'This cannot be undone. If you want the drawing after all, schedule a new one.',
			name: 'cancelNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		scheduled,
	],
	endpoint: 'DELETE /winners/deletescheduled',
	repeatable: 'deletion',
	request: z.object({ sweepstakesToken: uuid, scheduledToken: uuid }),
	toRequest: ({ sweepstakes: sweepstakesToken, scheduled: scheduledToken }) => ({
		sweepstakesToken,
		scheduledToken,
	}),
	reply: z.object({}).passthrough(),
	toItems: (reply, { scheduledToken }) => ({ deleted: true, scheduledToken, ...reply }),
});
