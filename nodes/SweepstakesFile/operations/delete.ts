import { deleteFile as endpoint } from '../../shared/api/files';
import { deletedItem } from '../../shared/items/deletedItem';
import { defineOperation } from '../../shared/n8n/operation';
import { file } from '../../shared/pickers/file';

export const deleteFile = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a file',
	description: 'Delete a file of the account permanently, by its ID',
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
