import { Breaks } from '../../../../../nodes/shared/n8n/run/breaks';

test('a long loop takes a break every 50 ms, a short one none', async () => {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	const breaks = new Breaks();
	const taken: number[] = [];
	for (; now < 200; now += 10) {
		const due = breaks.due();
		if (due) taken.push(now);
		await due;
	}
	expect(taken).toEqual([60, 120, 180]);
	jest.restoreAllMocks();
});
