import { resolveTicket } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { openTicket } from '../picker';
import { toTicketItem } from '../items';

export const resolve = defineOperation({
	name: 'Resolve',
	value: 'resolve',
	action: 'Resolve a support ticket',
	description: 'Close an open support ticket as resolved, by its case number',
	fields: [
		{
			displayName: 'This cannot be undone: a closed ticket cannot be changed, deleted or reopened.',
			name: 'resolveNotice',
			type: 'notice',
			default: '',
		},
		openTicket,
	],
	endpoint: resolveTicket,
	toRequest: ({ ticket: CaseId }) => ({ CaseId }),
	toItems: ({ reply }) => toTicketItem(reply.Data),
});
