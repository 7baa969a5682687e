import { scheduledDrawings } from '../api/scheduled-drawings';
import { simplify } from '../../shared/n8n/common-fields';
import { toDrawingItem } from '../items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';

export const getScheduled = defineOperation({
	name: 'Get Scheduled Drawings',
	value: 'getScheduled',
	action: 'Get scheduled drawings',
	description: 'Return the scheduled drawings of a sweepstakes, which may include past ones',
	fields: [sweepstakes, simplify],
	endpoint: scheduledDrawings,
	toRequest: ({ sweepstakes: sweepstakesToken }) => ({ sweepstakesToken }),
	toItems: ({ reply, parameters }) => (parameters.simplify ? toDrawingItem(reply) : reply),
});
