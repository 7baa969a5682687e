import { fetchNote } from '../../shared/api/notes';
import { defineOperation } from '../../shared/n8n/operation';
import { note } from '../../shared/pickers/note';
import { noteItem } from '../items';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a note',
	description: 'Return one note by its ID, with its text',
	fields: [note],
	wholeTexts: ['Note'],
	endpoint: fetchNote,
	toRequest: (picked) => picked,
	toItems: ({ reply }) => noteItem(reply.Data),
});
