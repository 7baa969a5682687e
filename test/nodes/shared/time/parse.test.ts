import { DateTime } from 'luxon';

import { parseDayAndTime, parseInstant, sortByTime } from '../../../../nodes/shared/time/parse';

const BERLIN = 'Europe/Berlin';
const LOS_ANGELES = 'America/Los_Angeles';

/** Returns the period that a value describes, in UTC, and whether its time zone is known. */
function periodOf(value: unknown): [from: string, minutes: number, hasZone: boolean] | undefined {
	const instant = parseInstant(value);
	return instant && [instant.toISOString(), (instant.to - instant.from) / 60_000, instant.hasZone];
}

const DAY = 24 * 60;
const SECOND = 1 / 60;
const MILLISECOND = SECOND / 1_000;

describe('the parser of dates', () => {
	test.each([
		['a day', '2027-03-01', '2027-03-01T00:00:00.000Z', DAY, false],
		['a day with slashes', '2027/03/01', '2027-03-01T00:00:00.000Z', DAY, false],
		['a day without zeros', '2027-3-1', '2027-03-01T00:00:00.000Z', DAY, false],
		['milliseconds and Z', '2027-03-01T12:00:10.500Z', '2027-03-01T12:00:10.500Z', MILLISECOND, true],
		['microseconds', '2027-03-01T12:00:10.500999Z', '2027-03-01T12:00:10.500Z', MILLISECOND, true],
		['a decimal comma', '2027-03-01T12:00:10,5Z', '2027-03-01T12:00:10.500Z', MILLISECOND, true],
		['seconds', '2027-03-01T12:00:10Z', '2027-03-01T12:00:10.000Z', SECOND, true],
		['minutes', '2027-03-01T12:00Z', '2027-03-01T12:00:00.000Z', 1, true],
		['an offset', '2027-03-01T07:00:11-05:00', '2027-03-01T12:00:11.000Z', SECOND, true],
		['an offset without a colon', '2027-03-01T13:30:11+0130', '2027-03-01T12:00:11.000Z', SECOND, true],
		['an offset of two digits', '2027-03-01 12:00:11+00', '2027-03-01T12:00:11.000Z', SECOND, true],
		['a space and UTC', '2027-03-01 12:00:11 UTC', '2027-03-01T12:00:11.000Z', SECOND, true],
		['a time without a zone', '2027-03-01T12:00:11', '2027-03-01T12:00:11.000Z', SECOND, false],
		['a time without a zone or seconds', '2027-03-01T12:00', '2027-03-01T12:00:00.000Z', 1, false],
		['an hour with one digit', '2027-03-01 9:30', '2027-03-01T09:30:00.000Z', 1, false],
		['a 12-hour clock', '2027-03-01 9:30 pm', '2027-03-01T21:30:00.000Z', 1, false],
		['the end of a day', '2027-03-01T24:00', '2027-03-02T00:00:00.000Z', 1, false],
		['a day between spaces', ' 2027-03-01 ', '2027-03-01T00:00:00.000Z', DAY, false],
		['lowercase letters', '2027-03-01t12:00z', '2027-03-01T12:00:00.000Z', 1, true],
		['an HTTP date', 'Mon, 01 Mar 2027 12:00:11 GMT', '2027-03-01T12:00:11.000Z', SECOND, true],
		['the leap day', '2028-02-29', '2028-02-29T00:00:00.000Z', DAY, false],
		['a Date', new Date('2027-03-01T12:00Z'), '2027-03-01T12:00:00.000Z', MILLISECOND, true],
		[
			'a Luxon DateTime',
			DateTime.fromISO('2027-03-01T12:00', { zone: 'Asia/Tokyo' }),
			'2027-03-01T03:00:00.000Z',
			MILLISECOND,
			true,
		],
	])('reads %s: %s', (_what, value, from, minutes, hasZone) => {
		expect(periodOf(value)).toEqual([from, minutes, hasZone]);
	});

	test('returns an already parsed date unchanged', () => {
		const instant = parseInstant('2027-03-01');
		expect(parseInstant(instant)).toBe(instant);
	});

	test.each([
		['a day that is not in the calendar', '2027-02-30'],
		['a leap day in a common year', '2027-02-29'],
		['month 13', '2027-13-01'],
		['month 13 with a time', '2027-13-01T10:00:00Z'],
		['an HTTP date with an offset', 'Mon, 01 Mar 2027 12:00:11 GMT+0200'],
		['an HTTP date with an unknown month', 'Mon, 01 Foo 2027 12:00:11 GMT'],
		['the American order', '01/31/2027'],
		['two separators', '2027-01/31'],
		['words', 'tomorrow'],
		['an empty text', ''],
		['a mistyped year', '0202-01-31'],
		['a mistyped year with a zone', '0999-01-31T10:00:00Z'],
		['a number', 20270131],
		['an invalid Date', new Date('nonsense')],
		['an invalid DateTime', DateTime.fromISO('nonsense')],
		['hour 25', '2027-01-31T25:00'],
		['hour 25 with a zone', '2027-01-31T25:00:00Z'],
		['minute 99', '2027-01-31T09:99'],
		['second 60', '2027-01-31T09:30:60Z'],
		['a date followed by words', '2027-01-31T09:30:00Z or so'],
		['a date after words', 'on 2027-01-31'],
		['an HTTP date after words', 'on Mon, 01 Mar 2027 12:00:11 GMT'],
		['null', null],
	])('refuses %s', (_what, value) => {
		expect(parseInstant(value)).toBeUndefined();
	});
});

describe('a date in the workflow’s time zone', () => {
	const clockIn = (value: unknown, zone: string) => Object.values(parseInstant(value)!.toClockIn(zone));

	test.each([
		['a day', '2027-01-31', ['2027-01-31', undefined]],
		['the picker’s text', '2027-01-31T00:00:00', ['2027-01-31', '00:00']],
		['a moment in UTC that is on the next day in the zone', '2027-01-31T23:30:00Z', ['2027-02-01', '00:30']],
		['a moment in UTC in summer', '2027-07-31T10:00:00.000Z', ['2027-07-31', '12:00']],
		['a moment with an offset', '2027-01-31T01:00:00-05:00', ['2027-01-31', '07:00']],
		['a Date', new Date('2027-01-31T23:30:00Z'), ['2027-02-01', '00:30']],
		['a Luxon DateTime', DateTime.fromISO('2027-01-31T23:30:00Z'), ['2027-02-01', '00:30']],
	])('has the right day and time if it is given as %s', (_what, value, expected) => {
		expect(clockIn(value, BERLIN)).toEqual(expected);
	});

	test.each([
		['a plain date', '1990-06-01', '1990-06-01'],
		['midnight in the instance’s zone', DateTime.fromISO('1990-06-01', { zone: BERLIN }), '1990-06-01'],
		['midnight in UTC, as databases store it', new Date('1990-06-01T00:00:00Z'), '1990-06-01'],
		['midnight in the workflow’s time zone', '1990-06-01T07:00:00.000Z', '1990-06-01'],
		['any other time', '1990-06-02T06:30:00.000Z', '1990-06-01'],
		['a second after midnight in UTC', '1990-06-02T00:00:01Z', '1990-06-01'],
		['the picker’s text', '1990-06-01T00:00:00', '1990-06-01'],
	])('has the right day if it is given as %s', (_what, value, expected) => {
		expect(parseInstant(value)!.toDayIn(LOS_ANGELES)).toBe(expected);
	});

	test.each([
		['a date without a time, which is midnight in the zone', '2027-07-31', '2027-07-30T22:00:00.000Z'],
		['a wall-clock time in summer', '2027-07-31T09:30', '2027-07-31T07:30:00.000Z'],
		['a wall-clock time in winter', '2027-01-31 09:30', '2027-01-31T08:30:00.000Z'],
		['text with its own zone', '2027-01-31T09:30:00+01:00', '2027-01-31T08:30:00.000Z'],
	])('is the right moment if it is given as %s', (_what, value, expected) => {
		expect(parseInstant(value)!.withTimezone(BERLIN).toISOString()).toBe(expected);
	});

	test('ends at its own midnight even if it is a day of 23 hours', () => {
		const { from, to } = parseInstant('2027-03-28')!.withTimezone(BERLIN);
		expect((to - from) / 3_600_000).toBe(23);
	});

	test('may be the first day of the year 1000, even if it is still the year 999 in UTC or in the zone', () => {
		const first = parseInstant('1000-01-01')!;
		expect(first.withTimezone(LOS_ANGELES).toISOString()).toMatch(/^1000-01-01T07:/);
		expect(first.withTimezone(BERLIN).toISOString()).toMatch(/^0999-12-31T23:/);
	});

	test('the last day whose year has four digits has an end in every time zone', () => {
		for (const timezone of [BERLIN, LOS_ANGELES]) {
			const { from, to } = parseInstant('9999-12-31')!.withTimezone(timezone);
			expect(to - from).toBe(86_400_000);
		}
	});
});

describe('a day and a time in two fields', () => {
	test.each([
		['a plain day and time', '2027-03-01', '09:30', undefined, '2027-03-01T09:30:00.000Z', 1],
		['an hour with one digit', '2027-03-01', '9:30', undefined, '2027-03-01T09:30:00.000Z', 1],
		[
			'a day stored at midnight',
			'2027-03-01T00:00:00.000Z',
			'9:30',
			undefined,
			'2027-03-01T09:30:00.000Z',
			1,
		],
		['the end of the day', '2027-03-01', '24:00', undefined, '2027-03-02T00:00:00.000Z', 1],
		[
			'a day without a time, which means the whole day',
			'2027-03-01',
			null,
			undefined,
			'2027-03-01T00:00:00.000Z',
			DAY,
		],
		[
			'a day stored at midnight, and no time',
			'2027-03-01T00:00:00Z',
			'',
			undefined,
			'2027-03-01T00:00:00.000Z',
			DAY,
		],
		[
			'a day, and a time that cannot be read',
			'2027-03-01',
			'noon',
			undefined,
			'2027-03-01T00:00:00.000Z',
			DAY,
		],
		['a moment and no time', '2027-03-01T15:00:00Z', null, undefined, '2027-03-01T15:00:00.000Z', SECOND],
		[
			'a moment with the same time of day',
			'2027-03-01T15:00:00Z',
			'15:00',
			undefined,
			'2027-03-01T15:00:00.000Z',
			1,
		],
		[
			'a moment with another time of day, which may be on the day before or after',
			'2027-03-01T05:00:00Z',
			'15:00',
			undefined,
			'2027-02-28T15:00:00.000Z',
			2 * DAY + 1,
		],
		['a day and a time in a known zone', '2027-03-01', '09:30', BERLIN, '2027-03-01T08:30:00.000Z', 1],
		[
			'a day stored at midnight in a known zone',
			'2027-02-28T23:00:00Z',
			'09:30',
			BERLIN,
			'2027-03-01T08:30:00.000Z',
			1,
		],
		['a day without a time in a known zone', '2027-03-01', null, BERLIN, '2027-02-28T23:00:00.000Z', DAY],
	])('are read together: %s', (_what, day, time, zone, from, minutes) => {
		const instant = parseDayAndTime(day, time, zone)!;
		expect([instant.toISOString(), (instant.to - instant.from) / 60_000]).toEqual([from, minutes]);
	});

	test('are not read if the day is missing', () => {
		expect(parseDayAndTime(undefined, '09:30')).toBeUndefined();
	});
});

describe('the order of two dates', () => {
	const isBefore = (one: string, other: string) => parseInstant(one)!.isBefore(parseInstant(other)!);

	test.each([
		['two moments', '2027-03-01T12:00:00Z', '2027-03-01T12:00:01Z'],
		['two moments with different offsets', '2027-03-01T12:00:00+02:00', '2027-03-01T11:00:00Z'],
		['two moments without a zone', '2027-03-28T02:30', '2027-03-28T03:10'],
		['two times in different milliseconds', '2027-03-01T12:00:00.001Z', '2027-03-01T12:00:00.002Z'],
		['two dates that are far apart, even if only one has a zone', '2027-03-01T12:00', '2027-03-02T00:02:00Z'],
	])('is known for %s', (_what, one, other) => {
		expect([isBefore(one, other), isBefore(other, one)]).toEqual([true, false]);
	});

	test.each([
		['a time without seconds and a time in the same minute', '2027-03-01T12:00Z', '2027-03-01T12:00:30Z'],
		['a day and a time on that day', '2027-03-01', '2027-03-01T12:00'],
		['two close dates if only one has a zone', '2027-03-01T12:00', '2027-03-01T20:00:00Z'],
	])('is not known for %s', (_what, one, other) => {
		expect([isBefore(one, other), isBefore(other, one)]).toEqual([false, false]);
	});

	test.each([
		['2027-03-01T12:00Z', '2027-03-01T12:01Z', true],
		['2027-03-01T12:00Z', '2027-03-01T11:59Z', false],
		['2027-03-01T12:00', '2027-03-02T00:01Z', true],
		['2027-03-01T12:00', '2027-03-01T23:00Z', undefined],
		['2027-03-01T12:00', '2027-02-28T22:00Z', undefined],
		['2027-03-01T12:00', '2027-02-28T21:59Z', false],
	])('shows whether %s is past at %s: %p', (value, now, expected) => {
		expect(parseInstant(value)!.isPast(Date.parse(now))).toBe(expected);
	});

	test('is used for sorting only if all dates can be compared', () => {
		const sorted = (...times: string[]) => sortByTime(times, parseInstant);
		expect(sorted('2027-03-02', '2027-03-01')).toEqual(['2027-03-01', '2027-03-02']);
		expect(sorted('2027-03-02', 'soon')).toBeUndefined();
		expect(sorted('2027-03-02T12:00', '2027-03-01T12:00Z')).toBeUndefined();
		expect(sorted()).toEqual([]);
	});
});
