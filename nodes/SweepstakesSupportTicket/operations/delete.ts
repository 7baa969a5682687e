import { deleteTicket as endpoint } from '../api';
import { deletedItem } from '../../shared/n8n/output/deleted-item';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { openTicket } from '../picker';

export const deleteTicket = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a support ticket',
	description: 'Delete an open support ticket permanently, by its case number',
	fields: [
		{
			displayName: 'This cannot be undone. You can delete only an open ticket that is not being worked on.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		openTicket,
	],
	endpoint,
	toRequest: ({ ticket: CaseId }) => ({ CaseId }),
	toItems: ({ reply, request: { CaseId: CaseNumber } }) => deletedItem(reply, { CaseNumber }),
});
