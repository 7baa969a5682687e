import { callEither } from '../../../../nodes/shared/api/endpoint';

const fail = (reason: string) => async () => await Promise.reject<string>(new Error(reason));
const succeed = async () => await Promise.resolve('reply');
const isReason = (reason: string) => (error: unknown) => (error as Error).message === reason;

describe('a call that the API documents show in two forms', () => {
	const isMissing = isReason('missing');

	test('is made in the second form only if the failure of the first may mean that the service does not know that form', async () => {
		expect(await callEither(succeed, fail('not called'), isMissing, isMissing)).toBe('reply');
		expect(await callEither(fail('missing'), succeed, isMissing, isMissing)).toBe('reply');
		await expect(callEither(fail('refused'), succeed, isMissing, isMissing)).rejects.toThrow('refused');
	});

	test.each([
		['missing', 'as missing', 'missing'],
		['missing', 'refused', 'refused'],
	])(
		'fails with the more useful of two refusals: the first is “%s”, the second “%s”',
		async (first, second, reported) => {
			const call = callEither(fail(first), fail(second), isMissing, isReason('as missing'));
			await expect(call).rejects.toThrow(new Error(reported));
		},
	);
});
