import { findPendingDrawings, readDrawingToken } from './api/scheduled-drawings';
import { listOrId, searchAll } from '../shared/n8n/editor/picker';
import { asText, type Json } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { readCount } from '../shared/numeral';
import { pluralize } from '../shared/pluralize';
import { readPickedSweepstakes } from '../Sweepstakes/picker';

/** Searches the pending drawings of the picked sweepstakes. Drawings without an ID are left out. */
const searchScheduled = searchAll(async (client, context) => {
	const sweepstakesToken = await readPickedSweepstakes(context, client);
	return (await findPendingDrawings(client, { sweepstakesToken })).flatMap((drawing) => {
		const value = readDrawingToken(drawing);
		return value ? [{ name: toName(drawing) || value, value }] : [];
	});
});

/** Returns a name such as "2027-06-01 09:30, 3 winners". */
function toName({ DrawingDate, DrawingTime, HowManyWinnersToPick }: Json): string {
	const [day] = asText(DrawingDate).split('T');
	const count = readCount(HowManyWinnersToPick);
	const at = [day, asText(DrawingTime)].filter(Boolean).join(' ');
	return [at, count && pluralize(count, 'winner')].filter(Boolean).join(', ');
}

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
