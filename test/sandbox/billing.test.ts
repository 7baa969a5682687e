import { NOBODY, openBench, UNHURRIED, type Bench, type Json } from './harness';

describe('Billing and wallet', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await openBench({ accounts: [UNHURRIED, { token: 'other' }] });
	});
	const datesOf = (list: Json[]) => list.map(({ CreationDate }) => CreationDate.slice(0, 10));

	it('/billing/fetchtransactions lists the subscription of three months, newest first', async () => {
		const { Data } = await bench.ok('/billing/fetchtransactions');
		expect(datesOf(Data.Transactions)).toEqual(['2030-01-01', '2029-12-01', '2029-11-01']);
		expect(Data.TotalTransactions).toBe(3);
		expect(Object.keys(Data.Transactions[0])).toHaveLength(20);
	});

	it('/billing/consumptions sums it up by year and month', async () => {
		expect((await bench.ok('/billing/consumptions')).Data).toEqual({
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
		});
	});

	it('/billing/datatransfer answers the transfer of one sweepstakes', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const { Data } = await bench.ok('/billing/datatransfer', { SweepstakesToken });
		expect(Data).toEqual({
			TotalRecords: 1,
			DataTransfer: [
				{
					SweepstakesToken,
					DataTransferred: 1_048_576,
					Paid: true,
					AmountPaid: 0,
					Rate: 0.1,
					TransactionID: expect.stringMatching(/^[0-9]+$/),
					Date: expect.any(String),
				},
			],
		});
		const status = async (body: Json, token?: string) =>
			(await bench.call('/billing/datatransfer', body, { token })).status;
		expect(await status({})).toBe(400);
		expect(await status({ SweepstakesToken: NOBODY })).toBe(404);
		expect(await status({ SweepstakesToken }, 'other')).toBe(404);
	});

	it('/wallet/fetchtransactions lists credits and debits with amounts as text', async () => {
		const { Data } = await bench.ok('/wallet/fetchtransactions');
		expect(Data.TotalTransactions).toBe(2);
		expect(Data.Transactions).toMatchObject([
			{ TransactionType: 'debit', Amount: '5.00' },
			{ TransactionType: 'credit', Amount: '5.00' },
		]);
		expect(Object.keys(Data.Transactions[0])).toHaveLength(14);
	});
});
