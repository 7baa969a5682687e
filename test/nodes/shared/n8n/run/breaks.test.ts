import { Breaks } from '../../../../../nodes/shared/n8n/run/breaks';

test('a long loop takes a break every 50 ms, and a short loop takes none', async () => {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => 1_000 + now);
	const breaks = new Breaks();
	const taken: number[] = [];
	for (; now < 200; now += 10) {
		const due = breaks.takeIfDue();
		if (due) taken.push(now);
		await due;
	}
	expect(taken).toEqual([60, 120, 180]);
	jest.restoreAllMocks();
});

test('long work takes a break between its steps, so that other workflows can run', async () => {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => 1_000 + now);
	const order: string[] = [];
	function* steps() {
		for (const step of ['first step', 'second step']) {
			order.push(step);
			now += 60;
			yield;
		}
	}
	setTimeout(() => order.push('another workflow'), 0);
	await new Breaks().takeBetween(steps());
	expect(order).toEqual(['first step', 'another workflow', 'second step']);
	jest.restoreAllMocks();
});
