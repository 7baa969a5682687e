import { fetchNote } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { note } from '../picker';
import { toNoteItem } from '../items';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a note',
	description: 'Return a note by its ID, with its text',
	fields: [note],
	wholeTexts: ['Note'],
	endpoint: fetchNote,
	toRequest: (picked) => picked,
	toItems: ({ reply }) => toNoteItem(reply.Data),
});
