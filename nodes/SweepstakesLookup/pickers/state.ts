import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { states } from '../api/tools';
import type { Field } from '../../shared/n8n/operation/field';
import { askForEditor, matching } from '../../shared/n8n/editor/ask';

/** The picker for a US state. Its parameter is the name or the abbreviation. */
export const state = {
	displayName: 'State',
	name: 'state',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'The state to return, e.g. to turn a name from a spreadsheet into its abbreviation. Without one, all states are returned.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a state…',
			typeOptions: { searchListMethod: 'searchStates', searchable: true },
		},
		{
			displayName: 'By Name or Abbreviation',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. TX',
		},
	],
} as const satisfies Field;

/** `listSearch` method of the picker. */
export async function searchStates(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const found = await askForEditor(this, states);
	const results = found.map(({ Name, Abbreviation }) => ({
		name: `${Name} (${Abbreviation})`,
		value: Abbreviation,
	}));
	return { results: matching(results, filter) };
}
