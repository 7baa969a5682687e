import { takeBreakIfDue } from '../../../nodes/shared/sleep';

test('a long loop takes a break every 50 ms, and a short loop takes none', async () => {
	const start = performance.now();
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => start + 1_000 + now);
	await takeBreakIfDue();
	const taken: number[] = [];
	for (; now < 200; now += 10) {
		const due = takeBreakIfDue();
		if (due) taken.push(now);
		await due;
	}
	expect(taken).toEqual([60, 120, 180]);
	jest.restoreAllMocks();
});
