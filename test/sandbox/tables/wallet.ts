import type { Table } from './table';

const MOVEMENT = {
	TransactionID: '2',
	Description: 'Withdrawal',
	TransactionType: 'debit',
	CCType: 'Visa',
	CCLastFourDigits: '1111',
	Amount: '5.00',
	ErrorCode: null,
	Views: 0,
	IsSandboxTransaction: false,
	VoidedByAdmin: false,
	Status: true,
	CreationDate: '2030-01-01T00:00:00.000Z',
	Notes: [],
	Files: [],
};

export const wallet = {
	'/wallet/fetchtransactions': {
		reply: {
			Data: {
				TotalTransactions: 2,
				Transactions: [
					MOVEMENT,
					{ ...MOVEMENT, TransactionID: '1', Description: 'Entry payment', TransactionType: 'credit' },
				],
			},
		},
	},
} satisfies Table;
