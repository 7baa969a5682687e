import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { getConsumption } from './operations/get-consumption';
import { getDataTransfer } from './operations/get-data-transfer';
import { getTransactions } from './operations/get-transactions';
import { getWalletTransactions } from './operations/get-wallet-transactions';

const operations = [getTransactions, getConsumption, getDataTransfer, getWalletTransactions];

const READ_FIRST = ['InvoiceNumber', 'Status', 'Total'];

export class SweepstakesAccountBilling implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Account Billing',
		name: 'sweepstakesAccountBilling',
		icon: {
			light: 'file:../../icons/account-billing.svg',
			dark: 'file:../../icons/account-billing.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": account billing" }}',
		description: 'Get the service’s charges and the account’s wallet transactions',
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
