import { deleteNote as endpoint } from '../api';
import { deletedItem } from '../../shared/n8n/output/deleted-item';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { note } from '../picker';

export const deleteNote = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a note',
	description: 'Delete a note by its ID',
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
