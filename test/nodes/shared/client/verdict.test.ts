import { judgeOutcome, readRetryAfterMs } from '../../../../nodes/shared/client/verdict';
import { ANY_ENDPOINT } from '../../../support/client';

test.each([
	['60', 60_000],
	['60, 60', 60_000],
	['30,60 , 5', 60_000],
	['60,', undefined],
	['60 60', undefined],
	['soon', undefined],
	['2027-01-31', undefined],
	['1.5', undefined],
	['-1', undefined],
	['', undefined],
])('the Retry-After %j, read in ms, is %p', (header, ms) => {
	expect(readRetryAfterMs(header)).toBe(ms);
});

test('a Retry-After that is a date is read as the time until that date', () => {
	const ms = readRetryAfterMs(new Date(Date.now() + 30_000).toUTCString());
	expect(ms).toBeGreaterThan(28_000);
	expect(ms).toBeLessThanOrEqual(30_000);
});

describe('a reply with many values', () => {
	const judge = (status: number, values: number) => {
		const body = { Response: false, Message: 'No.', Candidates: Array(values).fill(1) };
		const parse = jest.spyOn(JSON, 'parse');
		const verdict = judgeOutcome(
			{ reply: { status, headers: {}, text: JSON.stringify(body) } },
			ANY_ENDPOINT,
		);
		const isParsed = parse.mock.calls.length > 0;
		parse.mockRestore();
		return { isParsed, verdict };
	};

	test.each([200, 400, 404, 429])(
		'is not parsed if it is a refusal so large that parsing would block n8n (status %d)',
		(status) => {
			const { isParsed, verdict } = judge(status, 9_998);
			expect(isParsed).toBe(false);
			expect(verdict.kind).not.toBe('done');
		},
	);

	test('makes the call ambiguous if it is a refusal with status 200 that is too long to parse', () => {
		expect(judge(200, 20_000).verdict).toMatchObject({ kind: 'retry', cause: 'ambiguous' });
	});

	test('counts as a success if it is one, even if its data looks like a refusal', () => {
		const text = JSON.stringify({ Response: true, Data: { Response: false, List: Array(20_000).fill(1) } });
		expect(judgeOutcome({ reply: { status: 200, headers: {}, text } }, ANY_ENDPOINT).kind).toBe('done');
	});

	test('is parsed if it is a refusal whose number of values is within the limit', () => {
		const { isParsed, verdict } = judge(400, 9_997);
		expect(isParsed).toBe(true);
		expect(verdict).toMatchObject({ failure: { code: 'refused', serviceMessage: 'No.' } });
	});
});
