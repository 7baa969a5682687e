import { item, itemAmong, row, type Row } from './row';
import { byId } from './world';

export const accountBilling: Row[] = [
	row('getTransactions', 'POST /billing/fetchtransactions', {
		parameters: () => ({ returnAll: true }),
		output: () => itemAmong({ Description: 'Subscription', Amount: 99, Status: 'paid' }),
	}),
	row('getConsumption', 'POST /billing/consumptions', {
		parameters: () => ({}),
		output: () => itemAmong({ Year: expect.any(Number), Month: expect.any(Number), Total: 99 }),
	}),
	row('getDataTransfer', 'POST /billing/datatransfer', {
		parameters: ({ quiet }) => ({ sweepstakes: byId(quiet), returnAll: true }),
		output: (_unique, { quiet }) => item({ DataTransferred: 1_048_576, SweepstakesToken: quiet }),
	}),
	row('getWalletTransactions', 'POST /wallet/fetchtransactions', {
		parameters: () => ({ returnAll: true }),
		output: () => itemAmong({ Amount: '5.00', TransactionType: 'credit' }),
	}),
];
