import { RunHistory, SharedHistory } from '../../../../nodes/shared/history/run-history';

test('a run asks the service only once for each key, even if two callers need it at the same time', async () => {
	const run = new RunHistory();
	const ask = jest.fn(async () => ({}));
	const [one, same] = await Promise.all([run.getForAttempt('a', ask), run.getForAttempt('a', ask)]);
	expect(one).toBe(same);
	expect(ask).toHaveBeenCalledTimes(1);
	expect(await run.getForAttempt('b', ask)).not.toBe(one);
});

test('if a question fails, the run asks the service again, and every later caller gets the new answer', async () => {
	const run = new RunHistory();
	const ask = jest.fn(async () => 'answer').mockRejectedValueOnce(new Error('failed'));
	const asking = async () =>
		await run.getForAttempt('a', ask).catch(async () => await run.getForAttempt('a', ask));
	expect(await Promise.all([asking(), asking()])).toEqual(['answer', 'answer']);
	expect(await run.getForAttempt('a', ask)).toBe('answer');
	expect(ask).toHaveBeenCalledTimes(2);
});

test('all attempts of a node’s run share what “getForRun” creates, but not what “getForAttempt” creates', () => {
	const shared = new SharedHistory();
	const [one, other] = [1, 2].map(() => new RunHistory(shared)) as [RunHistory, RunHistory];
	expect(other.getForRun('a', () => ({}))).not.toBe(other.getForAttempt('a', () => ({})));
	expect(one.getForRun('a', () => ({}))).toBe(other.getForRun('a', () => ({})));
	expect(one.getForAttempt('a', () => ({}))).not.toBe(other.getForAttempt('a', () => ({})));
});
