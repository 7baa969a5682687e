import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { create } from './operations/create';
import { deleteTicket } from './operations/delete';
import { get } from './operations/get';
import { getMany } from './operations/get-many';
import { resolve } from './operations/resolve';
import { update } from './operations/update';

const operations = [getMany, create, get, update, resolve, deleteTicket];

export class SweepstakesSupportTicket implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Support Ticket',
		name: 'sweepstakesSupportTicket',
		icon: { light: 'file:../../icons/support-ticket.svg', dark: 'file:../../icons/support-ticket.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": support ticket" }}',
		description: 'Create, update, resolve and delete support tickets',
		defaults: { name: 'Sweepstakes Support Ticket' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, READ_FIRST);
}
