import type { Failure } from '../../../../../nodes/shared/client/failures';
import { judgeOutcome } from '../../../../../nodes/shared/client/verdict';
import { type CallOutcome } from '../../../../../nodes/shared/client/transport';
import { describeFailure } from '../../../../../nodes/shared/n8n/errors/failure-texts';
import { ANY_ENDPOINT } from '../../../../support/client';
import { replyWith } from '../../../../support/fake-service';

const refusal = (status: number, extra: object) =>
	replyWith(status, { body: { Response: false, Code: status, ...extra } });

describe('user-facing messages', () => {
	const problemOf = (outcome: CallOutcome) =>
		describeFailure((judgeOutcome(outcome, ANY_ENDPOINT) as { failure: Failure }).failure);

	test('include the service’s Message', () => {
		expect(problemOf(refusal(404, { Message: 'Sweepstakes not found.' })).message).toBe(
			'The service rejected this: Sweepstakes not found',
		);
	});

	test('cut off a Message, or the Location of a redirect, that is too long to read', () => {
		const long = 'x'.repeat(1_000_000);
		const { message } = problemOf(refusal(400, { Message: `The name ${long} is too long` }));
		expect(message).toMatch(/^The service rejected this: The name x+…$/);
		expect(message.length).toBeLessThan(2_100);
		const elsewhere = problemOf(
			replyWith(302, { body: '', headers: { location: `https://elsewhere.example/${long}` } }),
		);
		expect(elsewhere.message.length).toBeLessThan(2_200);
	});

	test.each([
		['without rules', {}],
		['not an object', 'a body'],
		['missing', undefined],
	])('do not mention an ExpectedBody that is %s', (_what, ExpectedBody) => {
		const problem = problemOf(refusal(400, { Message: '', Help: { ExpectedBody } }));
		expect([problem.description, problem.details]).toEqual([undefined, undefined]);
	});

	const deep = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
	test.each([
		['several rules', '{"Length":"number, 4–20","Prefix":"text"}', 'Length (number, 4–20); Prefix (text)'],
		['a rule that is not text', '{"Email":{"required":true,"pattern":"x"}}', 'Email (required, pattern)'],
		['members with odd names', '{"Email":{"toString":1,"__proto__":1}}', 'Email (toString, __proto__)'],
		['an empty rule', '{"Email":null,"Phone":["text"],"Age":18}', 'Email; Phone; Age (18)'],
		['thousands of levels', deep(5_000), 'a (a)'],
	])('list the rules if the ExpectedBody has %s', (_what, ExpectedBody, rules) => {
		const body = `{"Response":false,"Help":{"ExpectedBody":${ExpectedBody}}}`;
		expect(problemOf(replyWith(400, { body })).description).toBe(`The service expects: ${rules}.`);
	});

	const manyKeys = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`Key${index}`, 'text']));
	test.each([
		['a huge rule', { Email: 'x'.repeat(1_000_000) }],
		['thousands of keys', manyKeys],
		['a rule with thousands of keys', { Email: manyKeys }],
	])('shorten the rules if the ExpectedBody has %s', (_what, ExpectedBody) => {
		const { description } = problemOf(refusal(400, { Message: '', Help: { ExpectedBody } }));
		expect(description).toMatch(/^The service expects: .*…\)?\.?$/);
		expect(description!.length).toBeLessThanOrEqual(2_000);
	});

	const BUSY = { code: 'busy' } as const;
	test.each<[string, Failure]>([
		[
			'The service is busy with another call. This node tried 8 times in 16 s',
			{ ...BUSY, ending: { reason: 'gaveUp', tries: 8, lookups: 0, waitedMs: 15_500 } },
		],
		[
			'The service is busy with another call. This node tried 1 time in 1 s',
			{ ...BUSY, ending: { reason: 'gaveUp', tries: 1, lookups: 0, waitedMs: 1_000 } },
		],
		[
			'The service is busy with another call. The service asks you to wait 3600 s',
			{ ...BUSY, requestedWaitMs: 3_600_000 },
		],
		['The rate limit has been reached. Try again in 50 s', { code: 'queueTooLong', queueMs: 49_900 }],
		[
			'Other calls of this account are waiting ahead of this one. Try again in a few seconds',
			{ code: 'queueTooLong', queueMs: 0 },
		],
		[
			'The service did not confirm this: the secure connection failed (EPROTO), so the address in “Base URL” may not support https',
			{ code: 'noReply', fault: { code: 'EPROTO', message: 'write EPROTO' } },
		],
		[
			'The address in “Base URL” does not respond like the Sweepstakes API (status 404)',
			{ code: 'notTheService', status: 404 },
		],
		[
			'The address in “Base URL” does not respond like the Sweepstakes API (“Response: true” is missing)',
			{ code: 'notAcknowledged' },
		],
		[
			'The address in “Base URL” does not respond like the Sweepstakes API (its response is not JSON)',
			{ code: 'unreadableReply', status: 200 },
		],
	])('describe a failure: %s', (sentence, failure) =>
		expect(describeFailure(failure).message).toBe(sentence),
	);

	describe('about a call that may have been processed', () => {
		const LOST = { code: 'serverError', status: 504 } as const;
		const MAY_BE =
			'The service did not confirm this: the service responded with status 504. The call may have been processed';
		const check = 'Look.';
		const TOKEN_REFUSED =
			'The service does not accept the API token. The call may have been processed before that. It was sent once, and could not be looked up afterward';
		test.each<[string, Failure]>([
			[
				`${MAY_BE}. It was sent 2 times, and 3 lookups found nothing`,
				{ ...LOST, ending: { reason: 'nothingFound', tries: 2, lookups: 3, check } },
			],
			[
				`${MAY_BE}. It was sent once, and a lookup found 2 invoices that may be new`,
				{
					...LOST,
					ending: {
						reason: 'somethingElse',
						tries: 1,
						lookups: 1,
						check,
						found: '2 invoices that may be new',
					},
				},
			],
			[
				`${MAY_BE}. It was sent once, and could not be looked up (The service is busy with another call)`,
				{
					...LOST,
					ending: { reason: 'notReadable', tries: 1, lookups: 1, check, lookUpFailure: { code: 'busy' } },
				},
			],
			[
				`${MAY_BE}. It was sent once, and could not be looked up`,
				{ ...LOST, ending: { reason: 'notReadable', tries: 1, lookups: 1, check } },
			],
			[
				`${MAY_BE}. It was sent once, and not again, because it cannot be looked up`,
				{ ...LOST, ending: { reason: 'notLookedUp', tries: 1, lookups: 0, check } },
			],
			[
				TOKEN_REFUSED,
				{ code: 'tokenRefused', ending: { reason: 'accountRefused', tries: 1, lookups: 1, check } },
			],
		])('say how it ended: %s', (message, failure) => {
			expect(describeFailure(failure).message).toBe(message);
		});

		test('say where to look, and how to correct a refused token', () => {
			const ending = { reason: 'accountRefused', tries: 1, lookups: 1, check } as const;
			expect(describeFailure({ ...LOST, ending }).description).toBe('Look.');
			expect(describeFailure({ code: 'tokenRefused', ending }).description).toMatch(
				/^Open the credential.* Look\.$/,
			);
		});

		test('give a workflow the reason and the numbers of attempts and lookups', () => {
			const ending = { reason: 'nothingFound', tries: 2, lookups: 3, check } as const;
			expect(describeFailure({ ...LOST, ending }).ending).toEqual({
				reason: 'nothingFound',
				tries: 2,
				lookups: 3,
			});
		});
	});
});
