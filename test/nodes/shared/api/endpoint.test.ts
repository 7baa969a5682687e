import { callEither } from '../../../../nodes/shared/api/endpoint';

const fail = (reason: string) => async () => await Promise.reject<string>(new Error(reason));
const succeed = async () => await Promise.resolve('reply');
const isReason = (reason: string) => (error: unknown) => (error as Error).message === reason;

describe('a call that the API documents show in two forms', () => {
	const isMissing = isReason('missing');

	test('uses the second form only if the service may not know the first', async () => {
		expect(await callEither(succeed, fail('not called'), isMissing, isMissing)).toBe('reply');
		expect(await callEither(fail('missing'), succeed, isMissing, isMissing)).toBe('reply');
		await expect(callEither(fail('refused'), succeed, isMissing, isMissing)).rejects.toThrow('refused');
	});

	test.each([
		['fails with the first refusal if the service may know neither form', 'as missing', 'missing'],
		['fails with the second refusal if the service knows only the second form', 'refused', 'refused'],
	])('%s', async (_what, second, reported) => {
		const call = callEither(fail('missing'), fail(second), isMissing, isReason('as missing'));
		await expect(call).rejects.toThrow(new Error(reported));
	});
});
