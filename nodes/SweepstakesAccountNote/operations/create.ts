import { createNote } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { pinned, text, title } from '../fields';
import { toNoteItem } from '../items';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a note',
	description: 'Create a note in the account, with a title and text',
	fields: [
		title,
		text,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [pinned],
		},
	],
	endpoint: createNote,
	toRequest: ({ options, ...note }) => ({ ...note, ...options }),
	toItems: ({ reply }) => toNoteItem(reply.Data),
});
