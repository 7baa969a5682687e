import { findPendingDrawings, readDrawingToken, toDrawingName } from './api/scheduled-drawings';
import { listOrId, searchAll } from '../shared/n8n/editor/picker';
import type { Field } from '../shared/n8n/operation/field';
import { readPickedSweepstakes } from '../Sweepstakes/picker';

/** Searches the pending drawings of the picked sweepstakes. Drawings without an ID are left out. */
const searchScheduled = searchAll(async (client, context) => {
	const sweepstakesToken = await readPickedSweepstakes(context, client);
	return (await findPendingDrawings(client, { sweepstakesToken })).flatMap((drawing) => {
		const value = readDrawingToken(drawing);
		return value ? [{ name: toDrawingName(drawing) || value, value }] : [];
	});
});

/** Picker for a scheduled drawing of the picked sweepstakes. Its value is a scheduledToken. */
export const scheduledDrawing = {
	displayName: 'Scheduled Drawing',
	name: 'scheduled',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The scheduled drawing to cancel. Its ID is the ScheduleToken in the output of the operations Schedule Drawing and Get Scheduled Drawings.',
	typeOptions: { loadOptionsDependsOn: ['sweepstakes.value'], listedBy: 'Get Scheduled Drawings' },
	...listOrId('Select a scheduled drawing…', { searchScheduled }, 'ScheduleToken'),
} as const satisfies Field;
