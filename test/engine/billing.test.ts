import { SweepstakesBilling } from '../../nodes/SweepstakesBilling/SweepstakesBilling.node';
import { answer, openStages, stage } from './resource';
import { jsonOf } from './stage';

const node = new SweepstakesBilling();

openStages();

test('Get Consumption returns an item for each month', async () => {
	const items = jsonOf(await stage.run(node, 'getConsumption'));
	const [Year, Month] = [expect.any(Number), expect.any(Number)];
	expect(items).toEqual(Array(3).fill({ Year, Month, Total: 99, YearTotal: 297, GrandTotal: 297 }));
});

test('Get Consumption returns a year without months, too', async () => {
	const Consumptions = [{ Year: 2030, Total: 5, Months: null }];
	answer('/billing/consumptions', { Data: { GrandTotal: 5, Consumptions } });
	expect(jsonOf(await stage.run(node, 'getConsumption'))).toEqual([
		{ Year: 2030, YearTotal: 5, GrandTotal: 5 },
	]);
});
