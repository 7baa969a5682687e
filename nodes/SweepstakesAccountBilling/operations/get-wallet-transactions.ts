import { fetchWalletTransactions } from '../api';
import { limit, returnAll, simplify } from '../../shared/n8n/common-fields';
import { pickKeys } from '../../shared/n8n/output/keys';
import { defineOperation } from '../../shared/n8n/operation/operation';

const KEYS = [
	'Description',
	'Amount',
	'TransactionType',
	'Status',
	'CCType',
	'CCLastFourDigits',
	'VoidedByAdmin',
	'IsSandboxTransaction',
	'CreationDate',
	'TransactionID',
];

export const getWalletTransactions = defineOperation({
	name: 'Get Wallet Transactions',
	value: 'getWalletTransactions',
	action: 'Get wallet transactions',
	description: 'Return the credits and debits of the wallet, newest first. Amounts are text, such as 5.00.',
	fields: [returnAll, limit, simplify],
	endpoint: fetchWalletTransactions,
	toRequest: () => undefined,
	toItems: ({ reply: { Data }, parameters }) =>
		parameters.simplify ? Data.Transactions.map((one) => pickKeys(one, KEYS)) : Data.Transactions,
});
