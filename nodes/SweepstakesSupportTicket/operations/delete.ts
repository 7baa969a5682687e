import { deleteTicket as endpoint, findTicket } from '../api';
import { deletion } from '../../shared/n8n/output/deleted-item';
import { simplifyTicket } from '../items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { openTicket } from '../picker';

export const deleteTicket = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a support ticket',
	description: 'Permanently delete an open support ticket, by its case number',
	fields: [
		{
			displayName: 'This cannot be undone. You can delete only an open ticket that is not being worked on.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		openTicket,
	],
	...deletion(
		endpoint,
		'ticket',
		async (client, { CaseId }) => simplifyTicket(await findTicket(client, CaseId)),
		({ CaseId: CaseNumber }) => ({ CaseNumber }),
	),
	toRequest: ({ ticket: CaseId }) => ({ CaseId }),
});
