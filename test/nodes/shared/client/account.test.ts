import { Account, getAccount } from '../../../../nodes/shared/client/account';
import { CancelledError } from '../../../../nodes/shared/client/cancellation';
import { Turn } from '../../../../nodes/shared/client/window';
import { fakeClock, rejection } from '../../../support/client';

beforeEach(fakeClock);
afterEach(() => jest.useRealTimers());

const wait = async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('an account', () => {
	test('is dropped after an hour without a call, unless a call is in its queue', async () => {
		const [idle, held] = [getAccount('idle'), getAccount('held')];
		const call = new Turn(0, 'POST /codes/add');
		await idle.queue.enter(call);
		idle.queue.leave(call);
		await held.queue.enter(call);
		await jest.advanceTimersByTimeAsync(3_590_000);
		getAccount('other');
		expect([getAccount('idle'), getAccount('held')]).toEqual([idle, held]);
		await jest.advanceTimersByTimeAsync(20_000);
		getAccount('other');
		expect(getAccount('idle')).not.toBe(idle);
		expect(getAccount('held')).toBe(held);
	});

	test('is shared by the whole process', () => {
		expect(getAccount('a')).toBe(getAccount('a'));
		expect(getAccount('a')).not.toBe(getAccount('b'));
	});
});

describe('exclusive work', () => {
	test('with the same key runs in order of arrival, one at a time', async () => {
		const account = new Account();
		const log: string[] = [];
		const work = async (name: string) =>
			await account.runExclusively(['key'], async () => {
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
		['with different keys runs at the same time', [['a'], ['b']], 10],
		[
			'with the same two keys in another order does not deadlock',
			[['a', 'b'], ['b', 'a'], ['a', 'a'], ['b']],
			40,
		],
	])('%s', async (_what, keys, ms) => {
		const account = new Account();
		const all = Promise.all(keys.map(async (some) => account.runExclusively(some, async () => wait(10))));
		await jest.advanceTimersByTimeAsync(ms);
		await all;
	});

	test('runs after work with the same key has failed, and has its own outcome', async () => {
		const account = new Account();
		const failing = rejection(account.runExclusively(['key'], async () => Promise.reject(new Error('no'))));
		const next = account.runExclusively(['key'], async () => 'done');
		expect(await failing).toEqual(new Error('no'));
		expect(await next).toBe('done');
	});

	test('does not run, and releases its keys, if it is canceled while it waits', async () => {
		const account = new Account();
		const controller = new AbortController();
		const first = account.runExclusively(['b'], async () => wait(10));
		const work = jest.fn();
		const cancelled = rejection(account.runExclusively(['a', 'b'], work, controller.signal));
		await jest.advanceTimersByTimeAsync(5);
		controller.abort();
		expect(await cancelled).toBeInstanceOf(CancelledError);
		expect(await account.runExclusively(['a'], async () => 'free')).toBe('free');
		await jest.runAllTimersAsync();
		await first;
		expect(work).not.toHaveBeenCalled();
		expect(await account.runExclusively(['a', 'b'], async () => 'free')).toBe('free');
	});

	test('leaves nothing in the account when it ends', async () => {
		const [account, empty] = [new Account(), new Account()];
		for (let n = 0; n < 1_000; n++) await account.runExclusively([`key ${n}`], async () => n);
		expect({ ...account, id: empty.id }).toEqual({ ...empty });
	});
});

test.each([
	[10, 'the replies give the number', [{ Telemetry: { APICalls: 90, MaxAPICalls: 100 } }]],
	[10, 'the plan gives the number', [{ Usage: { ApiCalls: 90, MaxApiCalls: 100 } }]],
	[9, 'a later reply does not give the number', [{ Telemetry: { APICalls: 90, MaxAPICalls: 100 } }, {}]],
	[0, 'more calls were made than allowed', [{ Telemetry: { APICalls: 101, MaxAPICalls: 100 } }]],
	[undefined, 'there is no maximum', [{ Telemetry: { APICalls: 90, MaxAPICalls: 0 } }]],
	[undefined, 'the figures are not numbers', [{ Telemetry: { APICalls: '90', MaxAPICalls: 100 } }]],
	[undefined, 'no reply gives the number', [{}]],
])('the number of calls left this month is %p if %s', (expected, _what, replies) => {
	const account = new Account();
	for (const reply of replies) account.noteQuota(reply);
	expect(account.callsLeft).toBe(expected);
});
