import { deleteFile as endpoint, findFile } from '../api';
import { deletion } from '../../shared/n8n/output/deleted-item';
import { toFileItem } from '../items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { file } from '../picker';

export const deleteFile = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a file',
	description: 'Permanently delete a file from the account, by its ID. This frees storage.',
	fields: [
		{
			displayName: 'This cannot be undone.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		file,
	],
	...deletion(endpoint, 'file', async (client, { FileToken }) =>
		toFileItem(await findFile(client, FileToken), { simplify: true }),
	),
	toRequest: ({ file: FileToken }) => ({ FileToken }),
});
