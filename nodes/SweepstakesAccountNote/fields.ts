import type { Field } from '../shared/n8n/operation/field';

export const title = {
	displayName: 'Title',
	name: 'Title',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Call the printer',
	description: 'The title of the note, up to 100 characters. Must be unique within the account.',
} as const satisfies Field;

export const text = {
	displayName: 'Text',
	name: 'Note',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	placeholder: 'e.g. 500 flyers and 20 posters by Friday',
	description: 'The text of the note, up to 100,000 characters',
} as const satisfies Field;

export const pinned = {
	displayName: 'Pinned',
	name: 'Pinned',
	type: 'boolean',
	default: false,
	description: 'Whether to pin the note',
} as const satisfies Field;
