import { SweepstakesAccount } from '../../nodes/SweepstakesAccount/SweepstakesAccount.node';
import { limitInMessage, limitInPlan } from '../../nodes/shared/client/plan';
import { openStages, reopen, stage } from './resource';

const LIMIT = 120;

openStages({ plan: { MaxApiCallsPerMinute: LIMIT } });

const run = async (operation: string, callsPerMinute: number) =>
	await stage.run(new SweepstakesAccount(), operation, {}, { account: { ...stage.sandbox, callsPerMinute } });

describe('a hint says if the plan’s rate limit differs from the credential’s', () => {
	test.each([
		[150, `but the credential says 150. Set its “Calls per Minute” to ${LIMIT}`],
		[60, `but the credential says 60. Set its “Calls per Minute” to ${LIMIT}`],
		[0, `but the credential has no limit. Set its “Calls per Minute” to ${LIMIT}`],
	])('learned from Get Plan, with %i in the credential', async (callsPerMinute, words) => {
		const { hints } = await run('getPlan', callsPerMinute);
		expect(hints).toEqual([expect.stringContaining(words)]);
		expect(stage.paths()).toEqual(['/account/plan']);
	});

	test('not if they are equal', async () => {
		expect((await run('getPlan', LIMIT)).hints).toEqual([]);
	});

	const refuse = (limit: number) =>
		stage.sandbox.faults([
			{
				path: '/account/health-check',
				status: 429,
				retryAfter: 0,
				body: { Response: false, Message: `The plan allows ${limit} API calls per minute.` },
			},
		]);

	test('learned from a refusal that names it, without an extra call', async () => {
		refuse(LIMIT);
		const { hints } = await run('checkHealth', 150);
		expect(hints).toContainEqual(expect.stringContaining(`allows ${LIMIT} calls per minute`));
		expect(stage.paths()).toEqual(['/account/health-check', '/account/health-check']);
	});

	test('not learned from a refusal that names a higher limit: other clients may have used the rest', async () => {
		refuse(LIMIT);
		const { hints } = await run('checkHealth', 60);
		expect(hints).toEqual([expect.not.stringContaining('The plan of this account')]);
	});
});

describe('a hint says if the plan allows fewer calls this month than there are items', () => {
	const check = async (MaxApiCallsAllowed: number, items: number, dialect?: 'reference') => {
		await reopen({ plan: { MaxApiCallsAllowed } }, dialect);
		return (
			await stage.run(
				new SweepstakesAccount(),
				'checkHealth',
				{},
				{ items: Array.from({ length: items }, () => ({})), onError: 'continueRegularOutput' },
			)
		).hints;
	};

	test('as soon as a reply says so, once', async () => {
		expect(await check(8, 20, 'reference')).toContainEqual(
			expect.stringMatching(
				/^The plan of this account allows \d more calls? this month, but 19 items had not been sent yet/,
			),
		);
	});

	test('not if there are enough', async () => {
		expect(await check(1_000, 20, 'reference')).toEqual([]);
	});
});

describe('the limit is found', () => {
	test.each([
		['The plan allows 150 API calls per minute (MaxApiCallsPerMinute).', 150],
		['Rate limit exceeded: 90 requests per minute', 90],
		['Your plan is limited to 300 per minute', 300],
		['The plan allows 10,500 requests per minute', 10_500],
		['You made 151 calls, the plan allows 150 calls per minute', 150],
		['Too many requests', undefined],
		[undefined, undefined],
	])('in the message “%s”: %s', (Message, limit) => {
		expect(limitInMessage({ Message })).toBe(limit);
	});

	test.each([
		[{ Data: { MaxApiCallsPerMinute: 90 } }, 90],
		[{ Data: { Settings: { MaxApiCallsPerMinute: 90 } } }, 90],
		[{ Data: [] }, undefined],
		[{ Response: true }, undefined],
	])('in the answer %j: %s', (answer, limit) => {
		expect(limitInPlan(answer)).toBe(limit);
	});
});
