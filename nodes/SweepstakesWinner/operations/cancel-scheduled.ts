import { deleteScheduledDrawing, findPendingDrawings, readDrawingToken } from '../api/scheduled-drawings';
import { toDrawingItem } from '../items';
import { deletion } from '../../shared/n8n/output/deleted-item';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { scheduledDrawing } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { isSameId } from '../../shared/json';

export const cancelScheduled = defineOperation({
	name: 'Cancel Scheduled Drawing',
	value: 'cancelScheduled',
	action: 'Cancel a scheduled drawing',
	description: 'Cancel a scheduled drawing (found by its ID) before it takes place',
	fields: [
		{
			displayName:
				'This deletes the scheduled drawing and cannot be undone. To draw after all, schedule another drawing.',
			name: 'cancelNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		scheduledDrawing,
	],
	...deletion(
		deleteScheduledDrawing,
		'scheduled drawing',
		async (client, { sweepstakesToken, ScheduleToken }) => {
			const drawings = await findPendingDrawings(client, { sweepstakesToken });
			const found = drawings.find((one) => isSameId(readDrawingToken(one), ScheduleToken));
			return found && toDrawingItem(found);
		},
		({ ScheduleToken }) => ({ ScheduleToken }),
	),
	toRequest: ({ sweepstakes: sweepstakesToken, scheduled }) => ({
		sweepstakesToken,
		scheduledToken: scheduled,
		ScheduleToken: scheduled,
	}),
});
