import { z } from 'zod';
import { firstOfMonth, midnight } from '../time/clock';
import { endpoint, requireOwnSweepstakes, type Call } from '../endpoint';
import { uuid } from '../fields';

/** The bytes that each sweepstakes transfers on its first day. */
const TRANSFERRED = 1_048_576;

const transactions = endpoint({
	method: 'POST',
	path: '/billing/fetchtransactions',
	carryOut(_request, call) {
		const Transactions = subscriptionDays(call).map((CreationDate) => ({
			InvoiceNumber: `SUB-${CreationDate.slice(0, 7)}`,
			TransactionID: CreationDate.replace(/[^0-9]/g, '').slice(0, 12),
			Description: 'Subscription',
			Amount: call.account.plan.SubscriptionPrice,
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
			CreationDate,
			ExpirationDate: CreationDate,
			SentByEmail: [],
			Downloads: [],
		}));
		return { Data: { TotalTransactions: Transactions.length, Transactions } };
	},
});

const consumptions = endpoint({
	method: 'POST',
	path: '/billing/consumptions',
	carryOut(_request, call) {
		const Total = call.account.plan.SubscriptionPrice;
		const days = subscriptionDays(call);
		const years = [...new Set(days.map((day) => day.slice(0, 4)))];
		const Consumptions = years.map((year) => {
			const Months = days
				.filter((day) => day.startsWith(year))
				.map((day) => ({ Month: Number(day.slice(5, 7)), Total }));
			return { Year: Number(year), Total: Total * Months.length, Months };
		});
		return { Data: { GrandTotal: Total * days.length, Consumptions } };
	},
});

const dataTransfer = endpoint({
	method: 'POST',
	path: '/billing/datatransfer',
	request: z.object({ SweepstakesToken: uuid }),
	carryOut({ SweepstakesToken }, call) {
		const { CreationDate } = requireOwnSweepstakes(call, SweepstakesToken);
		const DataTransfer = [
			{
				SweepstakesToken,
				DataTransferred: TRANSFERRED,
				Paid: true,
				AmountPaid: 0,
				Rate: call.account.plan.CostPerGigaByte,
				TransactionID: CreationDate.replace(/[^0-9]/g, '').slice(0, 12),
				Date: CreationDate,
			},
		];
		return { Data: { TotalRecords: DataTransfer.length, DataTransfer } };
	},
});

const walletTransactions = endpoint({
	method: 'POST',
	path: '/wallet/fetchtransactions',
	carryOut(_request, call) {
		const [CreationDate] = subscriptionDays(call);
		const Transactions = [
			{ TransactionID: '2', Description: 'Withdrawal', TransactionType: 'debit' },
			{ TransactionID: '1', Description: 'Entry payment', TransactionType: 'credit' },
		].map((movement) => ({
			...movement,
			CCType: 'Visa',
			CCLastFourDigits: '1111',
			Amount: '5.00',
			ErrorCode: null,
			Views: 0,
			IsSandboxTransaction: false,
			VoidedByAdmin: false,
			Status: true,
			CreationDate,
			Notes: [],
			Files: [],
		}));
		return { Data: { TotalTransactions: Transactions.length, Transactions } };
	},
});

export const billingEndpoints = [transactions, consumptions, dataTransfer, walletTransactions];

/**
 * Returns the days on which the subscription was paid, newest first: the first of this month and of the two months
 * before.
 */
function subscriptionDays({ now }: Call): string[] {
	return [0, 1, 2].map((monthsAgo) => midnight(firstOfMonth(now, monthsAgo)));
}
