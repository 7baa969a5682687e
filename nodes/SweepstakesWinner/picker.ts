import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { pendingDrawings, tokenOfDrawing } from './api/scheduledDrawings';
import { asText, type Json } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { plural } from '../shared/plural';
import { askForEditor, matching } from '../shared/n8n/editor/ask';
import { pickedSweepstakes } from '../Sweepstakes/picker';

/** The picker for a scheduled drawing of the picked sweepstakes. Its parameter is the scheduledToken. */
export const scheduledDrawing = {
	displayName: 'Scheduled Drawing',
	name: 'scheduled',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The scheduled drawing to cancel',
	typeOptions: { loadOptionsDependsOn: ['sweepstakes.value'] },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a scheduled drawing…',
			typeOptions: { searchListMethod: 'searchScheduled', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

/** `listSearch` method: the pending drawings of the picked sweepstakes, if their ID can be found. */
export async function searchScheduled(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await askForEditor(this, async (service) => {
		const sweepstakesToken = await pickedSweepstakes(this, service);
		const results = (await pendingDrawings(service, { sweepstakesToken })).flatMap((drawing) => {
			const value = tokenOfDrawing(drawing);
			return value ? [{ name: toName(drawing) || value, value }] : [];
		});
		return { results: matching(results, filter) };
	});
}

/** "2027-06-01 09:30, 3 winners", from the keys of the reference or else those of the request. */
function toName(drawing: Json): string {
	const values = new Map(Object.entries(drawing).map(([key, value]) => [key.toLowerCase(), value]));
	const readTextAt = (...keys: string[]) => asText(keys.map((key) => values.get(key)).find(Boolean));
	const [day] = readTextAt('drawingdate', 'enddate').split('T');
	const at = [day, readTextAt('drawingtime', 'endtime')].filter(Boolean).join(' ');
	const count = Number(values.get('howmanywinnerstopick'));
	return [at, ...(count > 0 ? [plural(count, 'winner')] : [])].filter(Boolean).join(', ');
}
