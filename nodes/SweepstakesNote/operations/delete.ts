import { deleteNote as endpoint } from '../../shared/api/notes';
import { deletedItem } from '../../shared/items/deletedItem';
import { defineOperation } from '../../shared/n8n/operation';
import { note } from '../../shared/pickers/note';

export const deleteNote = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a note',
	description: 'Delete a note permanently, by its ID',
	fields: [
		{
			displayName: 'This cannot be undone.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		note,
	],
	endpoint,
	toRequest: ({ NoteToken }) => ({ NoteToken }),
	toItems: ({ reply, request }) => deletedItem(reply, request),
});
