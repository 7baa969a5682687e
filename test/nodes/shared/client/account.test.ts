import { Account, getAccount } from '../../../../nodes/shared/client/account';
import { Turn } from '../../../../nodes/shared/client/window';
import { fakeClock } from '../../../support/client';

beforeEach(fakeClock);
afterEach(() => jest.useRealTimers());

describe('the state of an account', () => {
	test('is dropped after an hour without a call, unless a call is still in the queue', async () => {
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

	test('is shared by all executions of the process', () => {
		expect(getAccount('a')).toBe(getAccount('a'));
		expect(getAccount('a')).not.toBe(getAccount('b'));
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
