import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { allNotes } from './api';
import { asText } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { askForEditor, matching } from '../shared/n8n/editor/ask';

/** The picker for a note of the account. Its parameter is the NoteToken; `Note` is the text of a note. */
export const note = {
	displayName: 'Note',
	name: 'NoteToken',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The note to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a note…',
			typeOptions: { searchListMethod: 'searchNotes', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

/** `listSearch` method of the picker; searches titles. */
export async function searchNotes(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const notes = await askForEditor(this, allNotes);
	const entries = notes.map(({ Title, NoteToken }) => ({
		name: asText(Title) || NoteToken,
		value: NoteToken,
	}));
	return { results: matching(entries, filter) };
}
