import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { create } from './operations/create';
import { deleteTicket } from './operations/delete';
import { get } from './operations/get';
import { getMany } from './operations/getMany';
import { resolve } from './operations/resolve';
import { update } from './operations/update';

const operations = [getMany, create, get, update, resolve, deleteTicket];

export class SweepstakesTicket implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Support Ticket',
		name: 'sweepstakesTicket',
		icon: { light: 'file:../../icons/ticket.svg', dark: 'file:../../icons/ticket.dark.svg' },
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
