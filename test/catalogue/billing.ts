import { item, itemAmong, type Row } from './row';
import { byId } from './world';

export const billing: Row[] = [
	{
		operation: 'getTransactions',
		endpoint: 'POST /billing/fetchtransactions',
		parameters: () => ({ returnAll: true }),
		output: () => itemAmong({ Description: 'Subscription', Amount: 99, Status: 'paid' }),
	},
	{
		operation: 'getConsumption',
		endpoint: 'POST /billing/consumptions',
		parameters: () => ({}),
		output: () => itemAmong({ Year: expect.any(Number), Month: expect.any(Number), Total: 99 }),
	},
	{
		operation: 'getDataTransfer',
		endpoint: 'POST /billing/datatransfer',
		parameters: ({ quiet }) => ({ sweepstakes: byId(quiet), returnAll: true }),
		output: (_unique, { quiet }) => item({ DataTransferred: 1_048_576, SweepstakesToken: quiet }),
	},
	{
		operation: 'getWalletTransactions',
		endpoint: 'POST /wallet/fetchtransactions',
		parameters: () => ({ returnAll: true }),
		output: () => itemAmong({ Amount: '5.00', TransactionType: 'credit' }),
	},
];
