import { HOUR_MS } from '../../../support/constants';
import { ServiceClock } from '../../../../nodes/shared/time/service-clock';

const SENT_AT = Date.parse('2027-03-01T12:00:10.400Z');

const clockWithHeader = (date: string) => {
	const clock = new ServiceClock();
	clock.read(date);
	return clock;
};

beforeEach(() => jest.useFakeTimers({ now: SENT_AT }));
afterEach(() => jest.useRealTimers());

test.each([
	['with milliseconds', '2027-03-01T12:00:10.500Z', 'since'],
	['in the same second', '2027-03-01T12:00:10Z', 'since'],
	['in another zone', '2027-03-01T07:00:11-05:00', 'since'],
	['with an offset without a colon', '2027-03-01T13:00:11+0100', 'since'],
	['with an offset of two digits', '2027-03-01 12:00:11+00', 'since'],
	['hours before, in another zone', '2027-03-01T13:00:01+04:00', 'before'],
	['a minute before', '2027-03-01T11:59:00Z', 'before'],
	['seconds before, when the clocks may differ', '2027-03-01T11:59:55Z', 'unknown'],
	['without seconds, in the same minute', '2027-03-01T12:00Z', 'unknown'],
	['without seconds, minutes before', '2027-03-01T11:57Z', 'before'],
	['without a zone', '2027-03-01T12:00:01', 'unknown'],
	['without a zone, as New York writes it', '2027-03-01T07:00:01', 'unknown'],
	['without a zone, as Auckland writes it', '2027-03-02T01:00:01', 'unknown'],
	['without a zone, two days before', '2027-02-27T12:00:01', 'before'],
	['without a zone, two days after', '2027-03-03T12:00:01', 'since'],
	['without a time, on the same day', '2027-03-01', 'unknown'],
	['without a time, on the day before', '2027-02-28', 'unknown'],
	['without a time, three days before', '2027-02-26', 'before'],
	['that does not exist', '2027-13-01', 'unknown'],
	['in another format', '03/01/2020', 'unknown'],
	['that is a number', 1_600_000_000_000, 'unknown'],
	['that is missing', undefined, 'unknown'],
])('comparing a date %s (%s) with the time of a call gives “%s”', (_what, date, timing) => {
	expect(new ServiceClock().judgeTiming(SENT_AT, date)).toBe(timing);
});

test('the service’s clock is read from the Date header of its replies', () => {
	const clock = clockWithHeader('Mon, 01 Mar 2027 15:00:00 GMT');
	expect(clock.judgeTiming(SENT_AT, '2027-03-01T14:58:00Z')).toBe('before');
	expect(clock.judgeTiming(SENT_AT, '2027-03-01T15:00:01Z')).toBe('since');
});

test.each([
	['forward', HOUR_MS],
	['back', -HOUR_MS],
])(
	'if this machine’s clock is set %s during a call, dates cannot be compared with that call, only with later calls',
	(_what, ms) => {
		const clock = clockWithHeader('Mon, 01 Mar 2027 12:00:10 GMT');
		jest.advanceTimersByTime(100);
		jest.setSystemTime(Date.now() + ms);
		for (const day of ['2027-02-27', '2027-03-03'])
			expect(clock.judgeTiming(SENT_AT, `${day}T12:00:00Z`)).toBe('unknown');
		const later = SENT_AT + Math.max(0, ms) + 1_000;
		const byTheService = (aheadMs: number) => new Date(later - ms + aheadMs).toISOString();
		expect(clock.judgeTiming(later, byTheService(0))).toBe('since');
		expect(clock.judgeTiming(later, byTheService(-60_000))).toBe('before');
	},
);

describe('after a record was created at a known moment', () => {
	test.each([
		['without a zone', '2027-03-01T07:00:00', '2027-03-01T06:59:58', '2027-03-01T07:00:01'],
		['with a clock that is behind', '2027-03-01T11:59:40Z', '2027-03-01T11:59:38Z', '2027-03-01T11:59:41Z'],
		['with a clock that is ahead', '2027-03-01T12:00:20Z', '2027-03-01T12:00:18Z', '2027-03-01T12:00:21Z'],
	])('other dates that the service writes %s are compared exactly', (_what, created, before, since) => {
		const clock = new ServiceClock();
		clock.learn(created, SENT_AT);
		expect(clock.judgeTiming(SENT_AT, before)).toBe('before');
		expect(clock.judgeTiming(SENT_AT, since)).toBe('since');
	});

	test('other dates are no longer compared exactly once somebody has set this machine’s clock', () => {
		const clock = new ServiceClock();
		clock.learn('2027-03-01T07:00:00', SENT_AT);
		jest.setSystemTime(Date.now() + HOUR_MS);
		expect(clock.judgeTiming(Date.now() + 1_000, '2027-03-01T08:00:05')).toBe('unknown');
	});

	test.each([
		['in another format', '2027-03-01T12:00:00Z', SENT_AT],
		['further ahead than any zone', '2027-03-02T02:01:00', SENT_AT],
		['further behind than any zone', '2027-02-28T21:59:00', SENT_AT],
		['without seconds', '2027-03-01T12:00', SENT_AT - 5 * HOUR_MS],
		['without a time', '2027-03-01', SENT_AT - 5 * HOUR_MS],
		['that cannot be read', 'today', SENT_AT - 5 * HOUR_MS],
	])('a creation date %s does not show the zone of other dates', (_what, created, createdAt) => {
		const clock = new ServiceClock();
		clock.learn(created, createdAt);
		expect(clock.judgeTiming(SENT_AT, '2027-03-01T12:00:01')).toBe('unknown');
	});
});
