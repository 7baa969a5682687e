import { oneTicket } from '../api';
import { simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { ticket } from '../picker';
import { simplifyTicket } from '../items';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a support ticket',
	description: 'Return one support ticket by its case number, with its description and notes',
	fields: [ticket, simplify],
	endpoint: oneTicket,
	toRequest: ({ ticket: caseNumber }) => ({ caseNumber }),
	toItems: ({ reply, parameters }) => (parameters.simplify ? simplifyTicket(reply) : reply),
});
