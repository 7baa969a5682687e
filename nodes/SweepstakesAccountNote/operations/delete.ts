import { deleteNote as endpoint, fetchNote } from '../api';
import { deletion } from '../../shared/n8n/output/deleted-item';
import { toNoteItem } from '../items';
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
	...deletion(endpoint, 'note', async (client, request) =>
		toNoteItem((await client.call(fetchNote, request)).Data),
	),
	toRequest: ({ NoteToken }) => ({ NoteToken }),
});
