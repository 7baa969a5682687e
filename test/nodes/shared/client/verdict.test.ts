import { readRetryAfterMs } from '../../../../nodes/shared/client/verdict';

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
