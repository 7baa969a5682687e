import { SweepstakesBilling } from '../../nodes/SweepstakesBilling/SweepstakesBilling.node';
import { jsonOf, Stage } from './stage';

const node = new SweepstakesBilling();

describe.each(['contract', 'reference'] as const)('in the dialect %s', (dialect) => {
	let stage: Stage;
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
	});
	afterEach(async () => await stage.close());

	test('Get Transactions returns them newest first, with the number first and the ID last', async () => {
		const items = jsonOf(await stage.run(node, 'getTransactions', { returnAll: true }));
		expect(items).toHaveLength(3);
		expect(Object.keys(items[0]!)).toHaveLength(11);
		expect(Object.keys(items[0]!)[0]).toBe('InvoiceNumber');
		expect(Object.keys(items[0]!).at(-1)).toBe('TransactionID');
		const [raw] = jsonOf(await stage.run(node, 'getTransactions', { limit: 1, simplify: false }));
		expect(Object.keys(raw!)).toHaveLength(20);
	});

	test('Get Consumption returns an item for each month', async () => {
		const items = jsonOf(await stage.run(node, 'getConsumption'));
		expect(items).toHaveLength(3);
		expect(items[0]).toEqual({
			Year: expect.any(Number),
			Month: expect.any(Number),
			Total: 99,
			YearTotal: 297,
			GrandTotal: 297,
		});
	});

	test('Get Consumption returns a year without months, too', async () => {
		const Data = { GrandTotal: 5, Consumptions: [{ Year: 2030, Total: 5, Months: null }] };
		stage.sandbox.faults([{ path: '/billing/consumptions', body: { Response: true, Data } }]);
		expect(jsonOf(await stage.run(node, 'getConsumption'))).toEqual([
			{ Year: 2030, YearTotal: 5, GrandTotal: 5 },
		]);
	});

	test('Get Data Transfer returns the transfer of a sweepstakes', async () => {
		const { sweepstakesToken: SweepstakesToken } = stage;
		const items = jsonOf(await stage.run(node, 'getDataTransfer', { sweepstakes: stage.picked }));
		expect(items).toEqual([
			expect.objectContaining({ Date: expect.any(String), DataTransferred: 1_048_576, SweepstakesToken }),
		]);
	});

	test('Get Wallet Transactions returns amounts as the service writes them', async () => {
		const items = jsonOf(await stage.run(node, 'getWalletTransactions'));
		expect(items).toMatchObject([{ TransactionType: 'debit' }, { Amount: '5.00' }]);
		const [raw] = jsonOf(await stage.run(node, 'getWalletTransactions', { simplify: false }));
		expect(Object.keys(raw!)).toHaveLength(14);
	});
});
