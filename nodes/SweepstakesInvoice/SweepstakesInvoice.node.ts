import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { cancel } from './operations/cancel';
import { create } from './operations/create';
import { deleteInvoice } from './operations/delete';
import { get } from './operations/get';
import { getMany } from './operations/get-many';
import { getTotals } from './operations/get-totals';
import { publish } from './operations/publish';
import { update } from './operations/update';

const operations = [create, get, getMany, getTotals, update, publish, cancel, deleteInvoice];

export class SweepstakesInvoice implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Invoice',
		name: 'sweepstakesInvoice',
		icon: { light: 'file:../../icons/invoice.svg', dark: 'file:../../icons/invoice.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": invoice" }}',
		description: 'Create and publish invoices, and follow their payment',
		defaults: { name: 'Sweepstakes Invoice' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, READ_FIRST);
}
