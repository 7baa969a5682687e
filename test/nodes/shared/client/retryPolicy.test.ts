import type { Outcome } from '../../../../nodes/shared/client/transport';
import { describeFailure } from '../../../../nodes/shared/n8n/errors/failureTexts';
import { concernsAccount, ServiceError, type Failure } from '../../../../nodes/shared/client/failures';
import {
	RetryBudget,
	judgeOutcome,
	type RetryVerdict,
	type Verdict,
} from '../../../../nodes/shared/client/retryPolicy';

const reply = (status: number, body: unknown, headers: Record<string, string> = {}): Outcome => ({
	reply: { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) },
});
const fault = (code?: string, whileConnecting?: boolean): Outcome => ({
	fault: { code, message: `broken by ${code}`, whileConnecting },
});
const refusal = (status: number, extra: object = {}, retryAfter?: number) =>
	reply(
		status,
		{ Response: false, Message: 'No', Code: status, ...extra },
		retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
	);

const summary = (verdict: Verdict) => (verdict.kind === 'retry' ? `retry: ${verdict.cause}` : verdict.kind);

type Row = [what: string, outcome: Outcome, meaning: string];

const ROWS: Row[] = [
	['a success envelope', reply(200, { Response: true, Message: 'Yes' }), 'done'],
	['a JSON object without an envelope (fetchscheduled)', reply(200, { Drawings: [] }), 'done'],
	['400', refusal(400), 'stop'],
	['401', refusal(401), 'stop'],
	['403', refusal(403), 'stop'],
	['404', refusal(404), 'stop'],
	['409', refusal(409), 'stop'],
	['422', refusal(422, { Data: { Code: 'InsufficientSpace' } }), 'stop'],
	[
		'429 DailyLimit: waiting does not help',
		refusal(429, { Data: { Code: 'DailyLimit', AddedToday: 5 } }),
		'stop',
	],
	['429: not processed', refusal(429), 'retry: rateLimited'],
	['503: not processed', refusal(503), 'retry: busy'],
	['429 without a readable body', reply(429, '<html>'), 'retry: rateLimited'],
	[
		'503 of a gateway, which cannot know',
		reply(503, { message: 'Service Unavailable' }),
		'retry: gatewayBusy',
	],
	['503 with an empty body', reply(503, ''), 'retry: gatewayBusy'],
	[
		'429 AccountDailyLimit: waiting does not help',
		refusal(429, { Data: { Code: 'AccountDailyLimit' } }),
		'stop',
	],
	['ECONNREFUSED: it never left', fault('ECONNREFUSED'), 'retry: unreachable'],
	['ENOTFOUND: it never left', fault('ENOTFOUND'), 'retry: unreachable'],
	['EAI_AGAIN: it never left', fault('EAI_AGAIN'), 'retry: unreachable'],
	...['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].flatMap((code): Row[] => [
		[`${code} while connecting: it never left`, fault(code, true), 'retry: unreachable'],
		[`${code} of a connection that was open`, fault(code), 'retry: ambiguous'],
	]),
	['a connection that fetch could not make', fault('UND_ERR_CONNECT_TIMEOUT'), 'retry: unreachable'],
	['an address blocked by this n8n', fault('EGRESS_BLOCKED'), 'stop'],
	['an expired certificate: retrying does not help', fault('CERT_HAS_EXPIRED'), 'stop'],
	['a self-signed certificate', fault('DEPTH_ZERO_SELF_SIGNED_CERT'), 'stop'],
	['a time-out', fault('ECONNABORTED'), 'retry: ambiguous'],
	['ECONNRESET', fault('ECONNRESET'), 'retry: ambiguous'],
	['EPIPE', fault('EPIPE'), 'retry: ambiguous'],
	['an unknown fault', fault(), 'retry: ambiguous'],
	['408', reply(408, ''), 'retry: ambiguous'],
	['500', refusal(500), 'retry: ambiguous'],
	['502', reply(502, 'Bad Gateway'), 'retry: ambiguous'],
	['504', reply(504, '<html>'), 'retry: ambiguous'],
	['520 of a CDN', reply(520, ''), 'retry: ambiguous'],
	['an empty 200', reply(200, ''), 'retry: ambiguous'],
	['truncated JSON', reply(200, '{"Response":tr'), 'retry: ambiguous'],
	['HTML in a 200', reply(200, '<!doctype html>'), 'retry: ambiguous'],
	['JSON that is not an object', reply(200, [1, 2]), 'retry: ambiguous'],
	['Response: false in a 200', reply(200, { Response: false, Message: 'No' }), 'stop'],
	['Response: false in a 200, Code 429', reply(200, { Response: false, Code: 429 }), 'retry: rateLimited'],
	['Response: false in a 200, Code 500', reply(200, { Response: false, Code: 500 }), 'retry: ambiguous'],
	['a redirect: the token is not sent on', reply(302, '', { location: 'https://elsewhere.example' }), 'stop'],
	['a 404 from something else', reply(404, 'Cannot POST /'), 'stop'],
	['a 404 from another API', reply(404, { error: 'not found' }), 'stop'],
];

describe('the meaning of an outcome (contract, Errors and client guidance)', () => {
	test.each(ROWS)('%s', (_what, outcome, meaning) => {
		expect(summary(judgeOutcome(outcome))).toBe(meaning);
	});

	test('Retry-After is a minimum wait', () => {
		const verdict = judgeOutcome(reply(429, { Response: false }, { 'retry-after': '60' }));
		expect(verdict).toMatchObject({ failure: { retryAfterMs: 60_000 } });
	});
});

describe('the words for a person', () => {
	const problemOf = (outcome: Outcome) => {
		const { failure } = judgeOutcome(outcome) as { failure: Failure };
		return { ...describeFailure(failure), endsRun: concernsAccount(failure) };
	};

	test('the service’s own Message', () => {
		expect(problemOf(refusal(404, { Message: 'Sweepstakes not found.' })).message).toBe(
			'The service refused this: Sweepstakes not found',
		);
	});

	test('the beginning of a Message that is too long to read', () => {
		const Message = `The name ${'x'.repeat(1_000_000)} is too long`;
		expect(problemOf(refusal(400, { Message })).message).toMatch(/^The service refused this: The name x+…$/);
		expect(problemOf(refusal(400, { Message })).message.length).toBeLessThan(2_100);
	});

	test('the beginning of a Location that is too long to read', () => {
		const location = `https://elsewhere.example/${'x'.repeat(1_000_000)}`;
		expect(problemOf(reply(302, '', { location })).message.length).toBeLessThan(2_200);
	});

	test.each([
		['no rules', {}],
		['something other than rules', 'a body'],
		['nothing', undefined],
	])('an ExpectedBody with %s says nothing', (_what, ExpectedBody) => {
		expect(problemOf(refusal(400, { Message: '', Help: { ExpectedBody } })).description).toBeUndefined();
	});

	test('Help.ExpectedBody as a sentence', () => {
		const Help = { ExpectedBody: { Length: 'number, required, 4 to 20', Prefix: 'string, optional' } };
		expect(problemOf(refusal(400, { Message: '', Help })).description).toBe(
			'The service expects: Length (number, required, 4 to 20); Prefix (string, optional).',
		);
	});

	const deep = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
	test.each<[string, string, string]>([
		[
			'a rule that is not text',
			'{"Email":{"required":true,"pattern":"x"}}',
			'The service expects: Email (required, pattern).',
		],
		[
			'members with odd names',
			'{"Email":{"toString":1,"__proto__":1}}',
			'The service expects: Email (toString, __proto__).',
		],
		[
			'an empty rule',
			'{"Email":null,"Phone":["text"],"Age":18}',
			'The service expects: Email; Phone; Age (18).',
		],
		['thousands of levels', deep(5_000), 'The service expects: a (a).'],
	])('Help.ExpectedBody with %s', (_what, ExpectedBody, sentence) => {
		expect(
			problemOf(reply(400, `{"Response":false,"Help":{"ExpectedBody":${ExpectedBody}}}`)).description,
		).toBe(sentence);
	});

	test.each([
		['a huge rule', { Email: 'x'.repeat(1_000_000) }],
		[
			'thousands of keys',
			Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`Key${index}`, 'text'])),
		],
		[
			'a rule with thousands of keys',
			{ Email: Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1])) },
		],
	])('Help.ExpectedBody with %s is cut', (_what, ExpectedBody) => {
		const { description } = problemOf(refusal(400, { Message: '', Help: { ExpectedBody } }));
		expect(description).toMatch(/^The service expects: .*…$/);
		expect(description!.length).toBeLessThanOrEqual(2_000);
	});

	test.each([
		['401', refusal(401)],
		['403', refusal(403)],
		['a redirect', reply(301, '')],
		['a 404 from something else', reply(404, 'nothing here')],
		['an untrusted certificate', fault('CERT_HAS_EXPIRED')],
	])('%s would meet every item alike and ends the run', (_what, outcome) => {
		expect(problemOf(outcome).endsRun).toBe(true);
	});

	test.each([
		['400', refusal(400)],
		['404', refusal(404)],
		['429 DailyLimit', refusal(429, { Data: { Code: 'DailyLimit' } })],
		['a time-out', fault('ETIMEDOUT')],
	])('%s concerns one item only', (_what, outcome) => {
		expect(problemOf(outcome).endsRun).toBeFalsy();
	});
});

describe('the budget for waits', () => {
	const after = (seconds?: number) => judgeOutcome(refusal(429, {}, seconds)) as RetryVerdict;

	test.each([
		['with one wait beyond it', 10_000, after(11), { requestedWaitMs: 11_000 }],
		['that is used up', 10_000, after(6), { gaveUp: { tries: 2, waitedMs: 6_000 } }],
	])('%s ends the call', (_what, budgetMs, verdict, failure) => {
		const budget = new RetryBudget(budgetMs);
		expect(() => {
			for (;;) budget.nextDelayMs(verdict);
		}).toThrow(expect.objectContaining({ failure: expect.objectContaining(failure) }));
	});

	test('includes waits for the turns of other processes', () => {
		const budget = new RetryBudget(1_000);
		const busy = judgeOutcome(refusal(503)) as RetryVerdict;
		let waitedMs = 0;
		expect(() => {
			for (;;) waitedMs += budget.nextDelayMs(busy, 100);
		}).toThrow(ServiceError);
		expect(waitedMs).toBeLessThanOrEqual(1_000);
	});

	test('after 100 waits for a turn, they are as long as for any busy service', () => {
		const busy = judgeOutcome(refusal(503)) as RetryVerdict;
		const budget = new RetryBudget();
		jest.spyOn(Math, 'random').mockReturnValueOnce(0.5);
		const waits = Array.from({ length: 101 }, () => budget.nextDelayMs(busy, 10));
		expect(waits.slice(99)).toEqual([10, 500]);
	});
});
