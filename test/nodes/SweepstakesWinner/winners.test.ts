import {
	findWaitForLaterTime,
	isSplitByTime,
	sortByDraw,
	withoutEach,
} from '../../../nodes/SweepstakesWinner/api/winners';

const drawn = (...times: unknown[]) => times.map((DrawDateTime) => ({ DrawDateTime }));

/**
 * These hours do not exist in Berlin or New York, because clocks skip them. In local time, the first moment would be
 * later than the second.
 */
test.each([
	['an hour that Berlin skips', '2027-03-28T02:30:00', '2027-03-28T03:10:00'],
	['an hour that New York skips', '2027-03-14T02:30:00', '2027-03-14T03:10:00'],
	['times in UTC', '2027-03-28T02:30:00.000Z', '2027-03-28T03:10:00.000Z'],
])('winners are sorted by draw time, regardless of the process’s time zone: %s', (_where, first, second) => {
	expect(sortByDraw(drawn(first, second))).toEqual(drawn(first, second));
	expect(sortByDraw(drawn(second, first))).toEqual(drawn(first, second));
	expect(isSplitByTime(drawn(second, first), 1)).toBe(true);
});

test.each([
	['one winner has no draw time', null, '2027-03-01T12:00:00Z'],
	['only one of two draw times has a zone', '2027-03-01T12:00:00', '2027-03-01T13:00:00Z'],
	['two draw times are in the same minute', '2027-03-01T12:00Z', '2027-03-01T12:00Z'],
])('if %s, the list is taken to be newest first, and is reversed', (_what, one, other) => {
	expect(sortByDraw(drawn(one, other))).toEqual(drawn(other, one));
	expect(isSplitByTime(drawn(one, other), 1)).toBe(false);
});

test.each([
	['a millisecond', '2027-03-01T12:00:00.123Z', 1_000],
	['a second', '2027-03-01T12:00:00Z', 1_000],
	['a minute', '2027-03-01T12:00', 60_000],
	['a day', '2027-03-01', undefined],
	['nothing', null, undefined],
])(
	'if draw times are precise to %s, the next draw waits until the time has changed',
	(_precision, latest, waitMs) => {
		const earlier = latest && latest.replace('03-01', '02-01');
		expect(findWaitForLaterTime(drawn(latest, earlier))).toBe(waitMs);
	},
);

test('winners with the same draw time are sorted by ID, regardless of their order in the list', () => {
	const winner = (ParticipantToken: string) => ({ ParticipantToken, DrawDateTime: '2027-05-01T10:00:00Z' });
	const sorted = [winner('a'), winner('B'), winner('c')];
	for (const ids of ['aBc', 'caB', 'Bca']) expect(sortByDraw([...ids].map(winner))).toEqual(sorted);
});

describe('removing known winners from a list', () => {
	const toWinners = (tokens: string[]) => tokens.map((ParticipantToken) => ({ ParticipantToken }));
	const without = (tokens: string[], known: string[]) =>
		withoutEach(toWinners(tokens), known, ({ ParticipantToken }) => String(ParticipantToken));

	test('removes one winner per key, the first ones in the list', () => {
		expect(without(['a', 'b', 'a', 'c', 'a'], ['a', 'c', 'a', 'd'])).toEqual(toWinners(['b', 'a']));
	});
});
