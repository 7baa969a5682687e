import { updateTicket } from '../api';
import { mergeRecord } from '../../shared/n8n/output/keys';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { openTicket } from '../picker';
import { description, title } from '../fields';
import { toTicketItem } from '../items';

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update a support ticket',
	description: 'Update the title or description of an open support ticket, by its case number',
	fields: [
		openTicket,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			typeOptions: { minRequiredFields: 1 },
			placeholder: 'Add field',
			default: {},
			description: 'The fields to change, at least one. Empty fields are left unchanged.',
			options: [
				{ ...description, required: false },
				{ ...title, required: false },
			],
		},
	],
	endpoint: updateTicket,
	toRequest: ({ ticket: CaseId, updateFields }) => ({ CaseId, ...updateFields }),
	toItems: ({ reply }) => toTicketItem(mergeRecord(reply, 'Ticket')),
});
