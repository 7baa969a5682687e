import { SweepstakesAccount } from '../../nodes/SweepstakesAccount/SweepstakesAccount.node';
import { readLimitInMessage, readLimitInPlan } from '../../nodes/shared/client/verdict';
import { openStages, reopen, stage } from '../support/engine/resource';

const LIMIT = 120;

openStages({ plan: { MaxApiCallsPerMinute: LIMIT } });

const run = async (operation: string, callsPerMinute: number) =>
	await stage.run(new SweepstakesAccount(), operation, {}, { account: { ...stage.sandbox, callsPerMinute } });

describe('the hint that the plan’s rate limit differs from the credential’s', () => {
	test.each([
		[150, `but the credential says 150. Set “Calls per Minute” in the credential to ${LIMIT}`],
		[60, `but the credential says 60. Set “Calls per Minute” in the credential to ${LIMIT}`],
		[0, `but the credential has no limit. Set “Calls per Minute” in the credential to ${LIMIT}`],
	])('appears after “Get Plan” if the credential has the limit %i', async (callsPerMinute, words) => {
		const { hints } = await run('getPlan', callsPerMinute);
		expect(hints).toEqual([expect.stringContaining(words)]);
		expect(stage.paths()).toEqual(['/account/plan']);
	});

	test('does not appear if the credential has the same limit as the plan', async () => {
		expect((await run('getPlan', LIMIT)).hints).toEqual([]);
	});

	test.each([
		['appears', 150, expect.stringContaining(`allows ${LIMIT} calls per minute`)],
		// Other clients may have used up the limit, so the hint must not blame the plan.
		['does not appear', 60, expect.not.stringContaining('The plan of this account')],
	])(
		'%s after a 429 that names the plan’s limit if the credential has the limit %i',
		async (_outcome, callsPerMinute, hint) => {
			const body = { Response: false, Message: `The plan allows ${LIMIT} API calls per minute.` };
			stage.sandbox.faults([{ path: '/account/health-check', status: 429, retryAfter: 0, body }]);
			expect((await run('checkHealth', callsPerMinute)).hints).toContainEqual(hint);
			expect(stage.paths()).toEqual(['/account/health-check', '/account/health-check']);
		},
	);
});

test.each([
	[
		8,
		'has a hint',
		[
			expect.stringMatching(
				/^With 19 items still to send, the account had only \d calls? left this month\.$/,
			),
		],
	],
	[1_000, 'has no hint', []],
])(
	'if the plan allows %i calls per month, a run with 20 items %s about this limit',
	async (count, _outcome, expected) => {
		await reopen({ plan: { MaxApiCallsAllowed: count } }, 'reference');
		const items = Array.from({ length: 20 }, () => ({}));
		const options = { items, onError: 'continueRegularOutput' } as const;
		const { hints } = await stage.run(new SweepstakesAccount(), 'checkHealth', {}, options);
		expect(hints.filter((hint) => hint.includes('this month'))).toEqual(expected);
	},
);

test.each([
	['The plan allows 150 API calls per minute (MaxApiCallsPerMinute).', 150],
	['You made 151 calls, the plan allows 10,500 calls per minute', 10_500],
	['Too many requests', undefined],
	[undefined, undefined],
])('the rate limit read from the message “%s” is %s', (Message, limit) => {
	expect(readLimitInMessage(Message)).toBe(limit);
});

test.each([
	[{ Data: { Settings: { MaxApiCallsPerMinute: 90 } } }, 90],
	[{ Data: [] }, undefined],
	[{ Response: true }, undefined],
])('the rate limit read from the plan %j is %s', (answer, limit) => {
	expect(readLimitInPlan(answer)).toBe(limit);
});
