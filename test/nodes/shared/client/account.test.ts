import { getAccount } from '../../../../nodes/shared/client/account';
import { fakeClock } from '../../../support/client';

beforeEach(fakeClock);
afterEach(() => jest.useRealTimers());

describe('the state of an account', () => {
	test('is dropped after an hour without a call, unless a call is still in the queue', async () => {
		const [idle, held] = [getAccount('idle'), getAccount('held')];
		await idle.queue.enter(1);
		idle.queue.leave();
		await held.queue.enter(1);
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
