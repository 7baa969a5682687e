import { readStates } from '../api/tools';
import { fromList, searchAll } from '../../shared/n8n/editor/picker';
import type { Field } from '../../shared/n8n/operation/field';

const searchStates = searchAll(async (client) =>
	(await readStates(client)).map(({ Name, Abbreviation }) => ({
		name: `${Name} (${Abbreviation})`,
		value: Abbreviation,
	})),
);

/** Picker for a US state. Its value is the state's name or abbreviation. */
export const state = {
	displayName: 'State',
	name: 'state',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'The state to return, e.g. to turn a name into its abbreviation. Leave empty to return all states.',
	modes: [
		fromList('Select a state…', { searchStates }),
		{
			displayName: 'By Name or Abbreviation',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. TX',
		},
	],
} as const satisfies Field;
