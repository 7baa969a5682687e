import type { Table } from './table';

export const wallet = {
	'/wallet/fetchtransactions': {
		reply: {
			Response: true,
			Data: {
				TotalTransactions: 2,
				Transactions: [
					{
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
					},
					{
						TransactionID: '1',
						Description: 'Entry payment',
						TransactionType: 'credit',
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
					},
				],
			},
		},
	},
} satisfies Table;
