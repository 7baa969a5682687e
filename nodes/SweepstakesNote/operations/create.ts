import { createNote } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { pinned, text, title } from '../fields';
import { noteItem } from '../items';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a note',
	description: 'Create a note in the account, with a title and a text',
	fields: [title, text, pinned],
	endpoint: createNote,
	toRequest: (note) => note,
	toItems: ({ reply }) => noteItem(reply.Data),
});
