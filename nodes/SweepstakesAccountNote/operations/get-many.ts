import { fetchNotes } from '../api';
import { limit, returnAll } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { toNoteItem } from '../items';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many notes',
	description: 'Return the account’s notes, except those with a password',
	fields: [returnAll, limit],
	endpoint: fetchNotes,
	toRequest: () => undefined,
	toItems: ({ reply }) => reply.Data.Notes.map(toNoteItem),
});
