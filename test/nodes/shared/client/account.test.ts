import { getAccount } from '../../../../nodes/shared/client/account';
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
