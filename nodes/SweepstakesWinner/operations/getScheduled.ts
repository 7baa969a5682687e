import { scheduledDrawings } from '../../shared/api/scheduledDrawings';
import { simplify } from '../../shared/fields/simplify';
import { filled, without } from '../../shared/items/keys';
import { defineOperation } from '../../shared/n8n/operation';
import { sweepstakes } from '../../shared/pickers/sweepstakes';

/** What other fields say in words, and what was chosen when the drawing was scheduled. */
const REST = ['ScheduleMode', 'Timezone', 'Options'];

export const getScheduled = defineOperation({
	name: 'Get Scheduled Drawings',
	value: 'getScheduled',
	action: 'Get scheduled drawings',
	description: 'Return the scheduled drawings of a sweepstakes. Those that took place may be among them.',
	fields: [sweepstakes, simplify],
	lookup: scheduledDrawings,
	toRequest: ({ sweepstakes: sweepstakesToken }) => ({ sweepstakesToken }),
	toItems: ({ reply, parameters }) => (parameters.simplify ? filled(without(reply, REST)) : reply),
});
