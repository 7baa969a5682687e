import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Field } from '../field';
import { allSweepstakes } from '../sweepstakesList';
import { askForEditor } from './editor';

/** The sweepstakes picker: from a list with search, by ID, by handler. Its parameter is the SweepstakesToken. */
export const sweepstakes = {
	displayName: 'Sweepstakes',
	name: 'sweepstakes',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The sweepstakes to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a sweepstakes…',
			typeOptions: { searchListMethod: 'searchSweepstakes', searchable: true },
		},
		{
			displayName: 'By Handler',
			name: 'handler',
			type: 'string',
			placeholder: 'e.g. SUMMER2027',
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

/** `listSearch` method of the picker; the filter is looked for in names and handlers. */
export async function searchSweepstakes(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await askForEditor(this, async (service) => {
		const wanted = filter.trim().toLowerCase();
		const results = (await allSweepstakes(service))
			.map(({ SweepstakesName, Handler, SweepstakesToken }) => ({
				name: Handler ? `${SweepstakesName} (${Handler})` : SweepstakesName,
				value: SweepstakesToken,
			}))
			.filter(({ name }) => name.toLowerCase().includes(wanted))
			.sort((a, b) => a.name.localeCompare(b.name));
		return { results };
	});
}
