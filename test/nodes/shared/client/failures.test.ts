import { CancelledError } from '../../../../nodes/shared/client/cancellation';
import {
	concernsAccount,
	ServiceError,
	dropItemSentences,
	throwWith,
	undefinedIfRefused,
	type Failure,
} from '../../../../nodes/shared/client/failures';

const DONE = 'Nothing was created.';
const RATE = { code: 'rateLimited' } as const;
const GAVE_UP = { reason: 'gaveUp', tries: 2, lookups: 0, waitedMs: 1_700_000 } as const;

test('a failure can include a sentence about what was done before it', async () => {
	const failure = { code: 'refused', status: 400 } as const;
	const failing = Promise.reject(new ServiceError(failure)).catch(throwWith(DONE));
	await expect(failing).rejects.toMatchObject({ failure: { ...failure, done: DONE } });
});

test('a cancellation stays a cancellation when a sentence is added to its error', () => {
	const cancelled = new CancelledError();
	expect(() => throwWith(DONE)(cancelled)).toThrow(cancelled);
});

test.each<[string, boolean, Failure]>([
	['a refusal that asks for a longer wait than the budget', true, { requestedWaitMs: 3_600_000, ...RATE }],
	['a rate limit that used up the budget', true, { ending: GAVE_UP, ...RATE }],
	['a busy service that used up the budget', false, { ending: GAVE_UP, code: 'busy' }],
])('whether %s affects all calls of the account: %p', (_what, isOfAll, failure) => {
	expect(concernsAccount(failure)).toBe(isOfAll);
});

test('if one item’s error ends the run, the error for the other items lacks that item’s details', () => {
	const lost = { reason: 'nothingFound', tries: 1, lookups: 2, check: 'Look.' } as const;
	const ofOthers = (ending: Failure['ending']) =>
		(dropItemSentences(new ServiceError({ ...RATE, ending, done: DONE })) as ServiceError).failure;
	expect(ofOthers(lost)).toEqual(RATE);
	expect(ofOthers(GAVE_UP)).toEqual({ ...RATE, ending: GAVE_UP });
	const error = new Error('Other');
	expect(dropItemSentences(error)).toBe(error);
});

test.each<[string, boolean, Failure]>([
	['that the service refuses', true, { code: 'refused', status: 400 }],
	['with an unexpected reply', true, { code: 'unexpectedReply' }],
	['that gave up', false, { code: 'serverError', status: 500, ending: GAVE_UP }],
	['that reaches the rate limit', false, { ...RATE, requestedWaitMs: 3_600_000 }],
	['whose token is refused', false, { code: 'tokenRefused', status: 401 }],
])('whether an optional lookup %s is ignored: %p', (_what, isIgnored, failure) => {
	const ignore = () => undefinedIfRefused(new ServiceError(failure));
	if (isIgnored) expect(ignore()).toBeUndefined();
	else expect(ignore).toThrow(ServiceError);
});
