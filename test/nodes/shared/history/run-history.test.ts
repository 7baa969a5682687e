import { RunHistory, SharedHistory } from '../../../../nodes/shared/history/run-history';

test('a run asks the service only once for each key', async () => {
	const run = new RunHistory();
	const ask = jest.fn(async () => ({}));
	const [one, same] = await Promise.all([run.askOnce('a', ask), run.askOnce('a', ask)]);
	expect(one).toBe(same);
	expect(ask).toHaveBeenCalledTimes(1);
	expect(await run.askOnce('b', ask)).not.toBe(one);
});

test('a run asks the service again after a failure, and every later caller gets the new answer', async () => {
	const run = new RunHistory();
	const ask = jest.fn(async () => 'answer').mockRejectedValueOnce(new Error('failed'));
	const asking = async () => await run.askOnce('a', ask).catch(async () => await run.askOnce('a', ask));
	expect(await Promise.all([asking(), asking()])).toEqual(['answer', 'answer']);
	expect(await run.askOnce('a', ask)).toBe('answer');
	expect(ask).toHaveBeenCalledTimes(2);
});

test('the attempts of a run do the same work only once, and each of them gets the same failure', async () => {
	const shared = new SharedHistory();
	const failure = new Error('failed');
	const fail = jest.fn(async () => await Promise.reject(failure));
	const succeed = jest.fn(async () => 'result');
	const results: unknown[] = [];
	for (const run of [new RunHistory('', false, shared), new RunHistory('', false, shared)]) {
		results.push(await run.dedupe('a', succeed));
		await expect(run.dedupe('b', fail)).rejects.toBe(failure);
	}
	expect(results).toEqual(['result', undefined]);
	expect([fail, succeed].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
