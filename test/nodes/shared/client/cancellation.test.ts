import { CancelledError, workWithin } from '../../../../nodes/shared/client/cancellation';

test('work does not begin after a cancellation', async () => {
	const work = jest.fn(async () => 'done');
	await expect(workWithin(1_000, AbortSignal.abort(), work)).rejects.toThrow(CancelledError);
	expect(work).not.toHaveBeenCalled();
});
