import { uuid } from '../kinds';
import { required, type Table } from './table';

const PAYMENT = {
	InvoiceNumber: 'SUB-2030-01',
	TransactionID: '203001010000',
	Description: 'Subscription',
	Amount: 99,
	AmountPrizes: 0,
	Status: 'paid',
	ResponseCode: '1',
	ErrorCode: '',
	Views: 0,
	IsFirstTransaction: false,
	IsSandboxTransaction: false,
	Refunded: false,
	CronPay: true,
	DocumentType: 'invoice',
	DataTransferTx: false,
	VoidDate: null,
	CreationDate: '2030-01-01T00:00:00.000Z',
	ExpirationDate: '2030-01-01T00:00:00.000Z',
	SentByEmail: [],
	Downloads: [],
};

export const billing = {
	'/billing/fetchtransactions': {
		reply: {
			Data: {
				TotalTransactions: 3,
				Transactions: [
					PAYMENT,
					{
						...PAYMENT,
						InvoiceNumber: 'SUB-2029-12',
						TransactionID: '202912010000',
						CreationDate: '2029-12-01T00:00:00.000Z',
						ExpirationDate: '2029-12-01T00:00:00.000Z',
					},
					{
						...PAYMENT,
						InvoiceNumber: 'SUB-2029-11',
						TransactionID: '202911010000',
						CreationDate: '2029-11-01T00:00:00.000Z',
						ExpirationDate: '2029-11-01T00:00:00.000Z',
					},
				],
			},
		},
	},
	'/billing/consumptions': {
		reply: {
			Data: {
				GrandTotal: 297,
				Consumptions: [
					{ Year: 2030, Total: 99, Months: [{ Month: 1, Total: 99 }] },
					{
						Year: 2029,
						Total: 198,
						Months: [
							{ Month: 12, Total: 99 },
							{ Month: 11, Total: 99 },
						],
					},
				],
			},
		},
	},
	'/billing/datatransfer': {
		request: { SweepstakesToken: required(uuid) },
		reply: {
			Data: {
				TotalRecords: 1,
				DataTransfer: [
					{
						SweepstakesToken: 'UUID',
						DataTransferred: 1048576,
						Paid: true,
						AmountPaid: 0,
						Rate: 0.1,
						TransactionID: '203001151200',
						Date: '2030-01-15T12:00:00.000Z',
					},
				],
			},
		},
	},
} satisfies Table;
