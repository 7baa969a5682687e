import { Cancelled } from '../../../../nodes/shared/client/cancellation';
import { concernsAccount, explained, ServiceError } from '../../../../nodes/shared/client/failures';

const DONE = 'Nothing was created.';

test('a failure describes the state of the item', async () => {
	const failure = { code: 'refused', status: 400 } as const;
	await expect(explained(DONE, Promise.reject(new ServiceError(failure)))).rejects.toMatchObject({
		failure: { ...failure, done: DONE },
	});
});

test('a cancelled run is not a failure of the service', async () => {
	const cancelled = new Cancelled();
	await expect(explained(DONE, Promise.reject(cancelled))).rejects.toBe(cancelled);
});

test('a refusal that asks for a longer wait than the budget affects all calls', () => {
	expect(concernsAccount({ code: 'rateLimited', requestedWaitMs: 3_600_000 })).toBe(true);
	expect(concernsAccount({ code: 'rateLimited', gaveUp: { tries: 30, waitedMs: 1 } })).toBe(false);
});
