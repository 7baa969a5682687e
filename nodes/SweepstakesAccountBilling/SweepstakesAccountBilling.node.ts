import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { getConsumption } from './operations/getConsumption';
import { getDataTransfer } from './operations/getDataTransfer';
import { getTransactions } from './operations/getTransactions';
import { getWalletTransactions } from './operations/getWalletTransactions';

const operations = [getTransactions, getConsumption, getDataTransfer, getWalletTransactions];

const READ_FIRST = ['InvoiceNumber', 'Status', 'Total'];

export class SweepstakesBilling implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Account Billing',
		name: 'sweepstakesBilling',
		icon: { light: 'file:../../icons/billing.svg', dark: 'file:../../icons/billing.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": account billing" }}',
		description: 'Get the charges of the service and the wallet transactions of the account',
		defaults: { name: 'Sweepstakes Account Billing' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, READ_FIRST);
}
