import { CancelledError } from '../../../../nodes/shared/client/cancellation';
import { KeyedMutex } from '../../../../nodes/shared/client/mutex';
import { fakeClock, rejection } from '../../../support/client';

beforeEach(fakeClock);
afterEach(() => jest.useRealTimers());

const wait = async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('exclusive work', () => {
	test('with the same key runs in order of arrival, one at a time', async () => {
		const mutex = new KeyedMutex();
		const log: string[] = [];
		const work = async (name: string) =>
			await mutex.runExclusively(['key'], async () => {
				log.push(`${name} starts`);
				await wait(10);
				log.push(`${name} ends`);
			});
		const names = ['first', 'second', 'third'];
		const all = Promise.all(names.map(work));
		await jest.runAllTimersAsync();
		await all;
		expect(log).toEqual(names.flatMap((name) => [`${name} starts`, `${name} ends`]));
	});

	test.each([
		['runs at the same time as work with other keys', [['a'], ['b']], 10],
		[
			'does not deadlock with work that has the same two keys in another order',
			[['a', 'b'], ['b', 'a'], ['a', 'a'], ['b']],
			40,
		],
	])('%s', async (_what, keys, ms) => {
		const mutex = new KeyedMutex();
		const all = Promise.all(keys.map(async (some) => mutex.runExclusively(some, async () => wait(10))));
		await jest.advanceTimersByTimeAsync(ms);
		await all;
	});

	test('runs even if earlier work with the same key has failed, and has its own outcome', async () => {
		const mutex = new KeyedMutex();
		const failing = rejection(mutex.runExclusively(['key'], async () => Promise.reject(new Error('no'))));
		const next = mutex.runExclusively(['key'], async () => 'done');
		expect(await failing).toEqual(new Error('no'));
		expect(await next).toBe('done');
	});

	test('does not run if it is canceled while it waits, and releases its keys', async () => {
		const mutex = new KeyedMutex();
		const controller = new AbortController();
		const first = mutex.runExclusively(['b'], async () => wait(10));
		const work = jest.fn();
		const cancelled = rejection(mutex.runExclusively(['a', 'b'], work, controller.signal));
		await jest.advanceTimersByTimeAsync(5);
		controller.abort();
		expect(await cancelled).toBeInstanceOf(CancelledError);
		expect(await mutex.runExclusively(['a'], async () => 'free')).toBe('free');
		await jest.runAllTimersAsync();
		await first;
		expect(work).not.toHaveBeenCalled();
		expect(await mutex.runExclusively(['a', 'b'], async () => 'free')).toBe('free');
	});

	test('leaves nothing in memory when it ends', async () => {
		const mutex = new KeyedMutex();
		for (let n = 0; n < 1_000; n++) await mutex.runExclusively([`key ${n}`], async () => n);
		expect(mutex).toEqual(new KeyedMutex());
	});
});
