import { scheduledDrawings } from '../api/scheduledDrawings';
import { simplify } from '../../shared/fields/simplify';
import { filled, without } from '../../shared/n8n/output/keys';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';

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
