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
