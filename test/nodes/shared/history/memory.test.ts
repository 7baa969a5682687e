import { Memory } from '../../../../nodes/shared/history/memory';

test('a run asks the service only once for each key, even if two callers need it at the same time', async () => {
	const run = new Memory();
	const ask = jest.fn(async () => ({}));
	const [one, same] = await Promise.all([run.getOrCreate('a', ask), run.getOrCreate('a', ask)]);
	expect(one).toBe(same);
	expect(ask).toHaveBeenCalledTimes(1);
	expect(await run.getOrCreate('b', ask)).not.toBe(one);
});

test('if a question fails, the run asks the service again, and every later caller gets the new answer', async () => {
	const run = new Memory();
	const ask = jest.fn(async () => 'answer').mockRejectedValueOnce(new Error('failed'));
	const asking = async () =>
		await run.getOrCreate('a', ask).catch(async () => await run.getOrCreate('a', ask));
	expect(await Promise.all([asking(), asking()])).toEqual(['answer', 'answer']);
	expect(await run.getOrCreate('a', ask)).toBe('answer');
	expect(ask).toHaveBeenCalledTimes(2);
});
