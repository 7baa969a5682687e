import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { fetchScheduledDrawings, scheduledDrawingsIn, tokenOfDrawing } from '../api/winners';
import type { Field } from '../n8n/field';
import { askForEditor } from './editor';
import { pickedSweepstakes } from './sweepstakes';

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

/** `listSearch` method: the scheduled drawings of the picked sweepstakes, if their ID can be found. */
export async function searchScheduled(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await askForEditor(this, async (service) => {
		const sweepstakesToken = await pickedSweepstakes(this, service);
		const reply = await service.call(fetchScheduledDrawings, { sweepstakesToken });
		const wanted = filter.trim().toLowerCase();
		const results = (scheduledDrawingsIn(reply) ?? []).flatMap((drawing) => {
			const value = tokenOfDrawing(drawing);
			return value ? [{ name: nameOf(drawing) || value, value }] : [];
		});
		return { results: results.filter(({ name }) => name.toLowerCase().includes(wanted)) };
	});
}

/** Date, time and number of winners, by the keys of the request, because the record is not documented. */
function nameOf(drawing: Record<string, unknown>): string {
	const values = new Map(Object.entries(drawing).map(([key, value]) => [key.toLowerCase(), value]));
	const at = [values.get('enddate'), values.get('endtime')].filter((part) => typeof part === 'string');
	const winners = values.get('howmanywinnerstopick');
	return [at.join(' '), ...(typeof winners === 'number' ? [`${winners} to draw`] : [])]
		.filter(Boolean)
		.join(', ');
}
