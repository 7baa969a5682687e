import type { CallOutcome } from '../../../../nodes/shared/client/transport';
import { concernsAccount, type Failure } from '../../../../nodes/shared/client/failures';
import { RetryBudget } from '../../../../nodes/shared/client/retry-budget';
import {
	judgeOutcome,
	mayBeCounted,
	type RetryVerdict,
	type Verdict,
} from '../../../../nodes/shared/client/verdict';
import { ANY_ENDPOINT } from '../../../support/client';

const reply = (status: number, body: unknown, headers: Record<string, string> = {}): CallOutcome => ({
	reply: { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) },
});
const fault = (code?: string, whileConnecting?: boolean): CallOutcome => ({
	fault: { code, message: `broken by ${code}`, whileConnecting },
});
const refusal = (status: number, extra: object = {}, retryAfter?: number) =>
	reply(
		status,
		{ Response: false, Message: 'No', Code: status, ...extra },
		retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
	);

const summary = (verdict: Verdict) => (verdict.kind === 'retry' ? `retry: ${verdict.cause}` : verdict.kind);

type Row = [what: string, outcome: CallOutcome, meaning: string];

const ROWS: Row[] = [
	['a reply with “Response: true”', reply(200, { Response: true, Message: 'Yes' }), 'done'],
	['a JSON object without “Response”, as from fetchscheduled,', reply(200, { Drawings: [] }), 'done'],
	['a JSON object with other keys', reply(200, { Groups: [] }), 'retry: ambiguous'],
	...[400, 401, 403, 404, 409].map((status): Row => [`a ${status}`, refusal(status), 'stop']),
	['a 422', refusal(422, { Data: { Code: 'InsufficientSpace' } }), 'stop'],
	...['DailyLimit', 'AccountDailyLimit'].map((Code): Row => [
		`a 429 with the code ${Code}`,
		refusal(429, { Data: { Code, AddedToday: 5 } }),
		'stop',
	]),
	['a 429 from the service', refusal(429), 'retry: rateLimited'],
	['a 503 from the service', refusal(503), 'retry: busy'],
	['a 429 without a readable body', reply(429, '<html>'), 'retry: rateLimited'],
	['a 503 from a gateway', reply(503, { message: 'Unavailable' }), 'retry: gatewayBusy'],
	['a 503 with an empty body', reply(503, ''), 'retry: gatewayBusy'],
	...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].map((code): Row => [
		code,
		fault(code),
		'retry: unreachable',
	]),
	...['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].flatMap((code): Row[] => [
		[`${code} while connecting`, fault(code, true), 'retry: unreachable'],
		[`${code} on an open connection`, fault(code), 'retry: ambiguous'],
	]),
	['an address that n8n blocks', fault('EGRESS_BLOCKED'), 'stop'],
	['an expired certificate', fault('CERT_HAS_EXPIRED'), 'stop'],
	['a self-signed certificate', fault('DEPTH_ZERO_SELF_SIGNED_CERT'), 'stop'],
	...['ECONNABORTED', 'ECONNRESET', 'EPIPE', undefined].map((code): Row => [
		`the fault ${code ?? 'without a code'}`,
		fault(code),
		'retry: ambiguous',
	]),
	...[408, 502, 504, 520].map((status): Row => [`a ${status}`, reply(status, '<html>'), 'retry: ambiguous']),
	['a 500', refusal(500), 'retry: ambiguous'],
	['an empty 200', reply(200, ''), 'retry: ambiguous'],
	['truncated JSON', reply(200, '{"Response":tr'), 'retry: ambiguous'],
	['HTML in a 200', reply(200, '<!doctype html>'), 'retry: ambiguous'],
	['JSON that is not an object', reply(200, [1, 2]), 'retry: ambiguous'],
	['“Response: false” in a 200', reply(200, { Response: false, Message: 'No' }), 'stop'],
	[
		'“Response: false” with the code 429 in a 200',
		reply(200, { Response: false, Code: 429 }),
		'retry: rateLimited',
	],
	[
		'“Response: false” with the code 500 in a 200',
		reply(200, { Response: false, Code: 500 }),
		'retry: ambiguous',
	],
	['a redirect', reply(302, '', { location: 'https://elsewhere.example' }), 'stop'],
	['a 404 from something else', reply(404, 'Cannot POST /'), 'stop'],
	['a 404 from another API', reply(404, { error: 'not found' }), 'stop'],
];

describe('what an outcome means for the call (contract, Errors and client guidance)', () => {
	test.each(ROWS.map(([what, outcome, meaning]) => [what, meaning, outcome] as const))(
		'%s means “%s”',
		(_what, meaning, outcome) => {
			expect(summary(judgeOutcome(outcome, ANY_ENDPOINT))).toBe(meaning);
		},
	);

	test('a Retry-After sets the minimum wait', () => {
		const verdict = judgeOutcome(reply(429, { Response: false }, { 'retry-after': '60' }), ANY_ENDPOINT);
		expect(verdict).toMatchObject({ failure: { retryAfterMs: 60_000 } });
	});
});

test.each([
	['a 401', true, refusal(401)],
	['a 403', true, refusal(403)],
	['a redirect', true, reply(301, '')],
	['a 404 from something else', true, reply(404, 'nothing here')],
	['an untrusted certificate', true, fault('CERT_HAS_EXPIRED')],
	['a 400', false, refusal(400)],
	['a 404', false, refusal(404)],
	['a 429 with the code DailyLimit', false, refusal(429, { Data: { Code: 'DailyLimit' } })],
	['a timeout', false, fault('ETIMEDOUT')],
])('whether %s ends the run for all items: %p', (_what, endsRun, outcome) => {
	const { failure } = judgeOutcome(outcome, ANY_ENDPOINT) as { failure: Failure };
	expect(concernsAccount(failure)).toBe(endsRun);
});

describe('a call is counted toward the rate limit', () => {
	const isCounted = (outcome: CallOutcome) => mayBeCounted(judgeOutcome(outcome, ANY_ENDPOINT));

	test.each([
		['if it was processed', reply(200, { Response: true, Drawings: [] }), true],
		['if it was rejected', refusal(400), true],
		['if a firewall may have rejected it', reply(403, '<html>'), true],
		['if it may have been processed', fault('ECONNRESET'), true],
		['unless it was refused for the moment with a 429', refusal(429), false],
		['unless the connection was refused', fault('ECONNREFUSED'), false],
		['unless the certificate was not trusted', fault('CERT_HAS_EXPIRED'), false],
		['unless n8n blocked it', fault('EGRESS_BLOCKED'), false],
	])('%s', (_when, outcome, expected) => {
		expect(isCounted(outcome)).toBe(expected);
	});

	test('if it was canceled before the reply', () => {
		expect(mayBeCounted(undefined)).toBe(true);
	});
});

describe('the budget for waits', () => {
	const after = (seconds?: number) => judgeOutcome(refusal(429, {}, seconds), ANY_ENDPOINT) as RetryVerdict;

	test.each([
		['if one wait exceeds it', 10_000, after(11), { requestedWaitMs: 11_000 }],
		['if it is used up', 10_000, after(6), { gaveUp: { tries: 2, waitedMs: 6_000 } }],
	])('makes the call fail %s', (_what, budgetMs, verdict, failure) => {
		const budget = new RetryBudget(budgetMs);
		expect(() => {
			for (;;) budget.chooseDelayMs(verdict);
		}).toThrow(expect.objectContaining({ failure: expect.objectContaining(failure) }));
	});

	const busy = judgeOutcome(refusal(503), ANY_ENDPOINT) as RetryVerdict;

	test('includes waits for other processes’ calls, but such waits do not use up the number of tries', () => {
		const budget = new RetryBudget(10_000);
		let waits = 0;
		expect(() => {
			for (; ; waits++) budget.chooseDelayMs(busy, 100);
		}).toThrow(
			expect.objectContaining({
				failure: expect.objectContaining({ gaveUp: { tries: 101, waitedMs: 10_000 } }),
			}),
		);
		expect(waits).toBe(100);
	});

	test('is spent on waits that double from a second up to a minute if there is no Retry-After', () => {
		jest.spyOn(Math, 'random').mockReturnValue(1);
		const budget = new RetryBudget(600_000);
		const seconds = Array.from({ length: 8 }, () => budget.chooseDelayMs(after()) / 1_000);
		expect(seconds).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
	});

	test.each([
		[7_000, 'a 429 with a Retry-After of 60 s', after(60)],
		[5_000, 'a 429 with a Retry-After of 5 s', after(5)],
		[61_000, 'a 429 with a Retry-After of 61 s', after(61)],
		[
			9_000,
			'a busy reply with a Retry-After of 9 s',
			judgeOutcome(refusal(503, {}, 9), ANY_ENDPOINT) as RetryVerdict,
		],
		[7_000, 'a busy reply without Retry-After', busy],
	])(
		'if other processes are expected to block the call for 7 s, allows a wait of %i ms after %s',
		(ms, _what, verdict) => {
			expect(new RetryBudget().chooseDelayMs(verdict, 7_000)).toBe(ms);
		},
	);

	test('is spent on longer and longer waits after a 429 without Retry-After, because other processes do not cause such a 429', () => {
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		const budget = new RetryBudget();
		expect([1, 2, 3].map(() => budget.chooseDelayMs(after(), 7))).toEqual([500, 1_000, 2_000]);
	});
});
