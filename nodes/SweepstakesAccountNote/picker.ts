import { listAllNotes } from './api';
import { listOrId, searchAll } from '../shared/n8n/editor/picker';
import { asText } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';

const searchNotes = searchAll(async (client) =>
	(await listAllNotes(client)).map(({ Title, NoteToken }) => ({
		name: asText(Title) || NoteToken,
		value: NoteToken,
	})),
);

/** Picker for a note. Its value is a NoteToken. The field is not named `Note`, because a note's text has that key. */
export const note = {
	displayName: 'Note',
	name: 'NoteToken',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The note to work with',
	...listOrId('Select a note…', { searchNotes }, 'NoteToken'),
} as const satisfies Field;
