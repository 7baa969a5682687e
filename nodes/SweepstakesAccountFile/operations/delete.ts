import { deleteFile as endpoint } from '../api';
import { deletedItem } from '../../shared/n8n/output/deleted-item';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { file } from '../picker';

export const deleteFile = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a file',
	description: 'Delete a file of the account permanently, by its ID. This frees its storage.',
	fields: [
		{
			displayName: 'This cannot be undone.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		file,
	],
	endpoint,
	toRequest: ({ file: FileToken }) => ({ FileToken }),
	toItems: ({ reply, request }) => deletedItem(reply, request),
});
