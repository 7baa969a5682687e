import { fetchTransactions } from '../api';
import { limit, returnAll, simplify } from '../../shared/n8n/common-fields';
import { pickKeys } from '../../shared/n8n/output/keys';
import { defineOperation } from '../../shared/n8n/operation/operation';

const KEYS = [
	'Description',
	'InvoiceNumber',
	'Amount',
	'AmountPrizes',
	'Status',
	'Refunded',
	'DocumentType',
	'CreationDate',
	'ExpirationDate',
	'VoidDate',
	'TransactionID',
];

export const getTransactions = defineOperation({
	name: 'Get Transactions',
	value: 'getTransactions',
	action: 'Get billing transactions',
	description: 'Return the service’s charges to the account, newest first',
	fields: [returnAll, limit, simplify],
	endpoint: fetchTransactions,
	toRequest: () => undefined,
	toItems: ({ reply: { Data }, parameters }) =>
		parameters.simplify ? Data.Transactions.map((one) => pickKeys(one, KEYS)) : Data.Transactions,
});
