import { Cancelled } from '../../../../nodes/shared/client/cancellation';
import { explained, ServiceError } from '../../../../nodes/shared/client/failures';

const DONE = 'Nothing was created.';

test('a failure says what became of the item', async () => {
	const failure = { code: 'refused', status: 400 } as const;
	await expect(explained(DONE, Promise.reject(new ServiceError(failure)))).rejects.toMatchObject({
		failure: { ...failure, done: DONE },
	});
});

test('a cancelled run is not taken for a failure of the service', async () => {
	const cancelled = new Cancelled();
	await expect(explained(DONE, Promise.reject(cancelled))).rejects.toBe(cancelled);
});
