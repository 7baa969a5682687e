import { updateNote } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { note } from '../picker';
import { pinned, text, title } from '../fields';
import { toNoteItem } from '../items';

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update a note',
	description: 'Change, pin or unpin a note by its ID',
	fields: [
		note,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			typeOptions: { minRequiredFields: 1 },
			placeholder: 'Add field',
			default: {},
			description: 'The fields to change, at least one. Empty fields are left unchanged.',
			options: [pinned, { ...text, required: false }, { ...title, required: false }],
		},
	],
	endpoint: updateNote,
	toRequest: ({ NoteToken, updateFields }) => ({ NoteToken, ...updateFields }),
	toItems: ({ reply }) => toNoteItem(reply.Data),
});
