import { DateTime } from 'luxon';

import { readDay, instantInZone, readWallClock } from '../../../../../nodes/shared/n8n/input/dateTimes';

const BERLIN = 'Europe/Berlin';
const LOS_ANGELES = 'America/Los_Angeles';

describe('dates in all of n8n’s forms are converted to the workflow’s time zone', () => {
	test.each([
		['a plain date', '2027-01-31', { date: '2027-01-31', time: undefined }],
		['the picker’s text', '2027-01-31T00:00:00', { date: '2027-01-31', time: '00:00' }],
		['a text with a space', '2027-01-31 09:30', { date: '2027-01-31', time: '09:30' }],
		['UTC, which is the next day in Berlin', '2027-01-31T23:30:00Z', { date: '2027-02-01', time: '00:30' }],
		['milliseconds and UTC', '2027-07-31T10:00:00.000Z', { date: '2027-07-31', time: '12:00' }],
		['an offset', '2027-01-31T01:00:00-05:00', { date: '2027-01-31', time: '07:00' }],
		['an offset without colon', '2027-01-31T01:00:00+0100', { date: '2027-01-31', time: '01:00' }],
		['a Date', new Date('2027-01-31T23:30:00Z'), { date: '2027-02-01', time: '00:30' }],
		['a Luxon DateTime', DateTime.fromISO('2027-01-31T23:30:00Z'), { date: '2027-02-01', time: '00:30' }],
		[
			'a Luxon DateTime of another zone',
			DateTime.fromISO('2027-01-31T09:00', { zone: 'Asia/Tokyo' }),
			{ date: '2027-01-31', time: '01:00' },
		],
		['the leap day', '2028-02-29', { date: '2028-02-29', time: undefined }],
	])('%s', (_what, value, expected) => {
		expect(readWallClock(value, BERLIN)).toEqual(expected);
	});

	test.each([
		['a day that is not in the calendar', '2027-02-30'],
		['a leap day in a common year', '2027-02-29'],
		['month 13', '2027-13-01'],
		['the American order', '01/31/2027'],
		['words', 'tomorrow'],
		['nothing', ''],
		['a mistyped year', '0202-01-31'],
		['a mistyped year with a zone', '0999-01-31T10:00:00Z'],
		['a number', 20270131],
		['an invalid Date', new Date('nonsense')],
		['an invalid DateTime', DateTime.fromISO('nonsense')],
		['hour 25 with a zone', '2027-01-31T25:00:00Z'],
		['null', null],
	])('%s is none', (_what, value) => {
		expect(readWallClock(value, BERLIN)).toBeUndefined();
	});
});

test.each([
	['a plain date', '1990-06-01', '1990-06-01'],
	['midnight in the instance’s zone', DateTime.fromISO('1990-06-01', { zone: BERLIN }), '1990-06-01'],
	['midnight in UTC, as databases store it', new Date('1990-06-01T00:00:00Z'), '1990-06-01'],
	['midnight in the workflow’s time zone', '1990-06-01T07:00:00.000Z', '1990-06-01'],
	['any other time', '1990-06-02T06:30:00.000Z', '1990-06-01'],
	['a second after midnight in UTC', '1990-06-02T00:00:01Z', '1990-06-01'],
	['the picker’s text', '1990-06-01T00:00:00', '1990-06-01'],
	['a day that does not exist', '1990-02-30T00:00', undefined],
	['words', 'tomorrow', undefined],
])('a day: %s', (_what, value, expected) => {
	expect(readDay(value, LOS_ANGELES)).toBe(expected);
});

describe('a moment, as ISO 8601 in UTC', () => {
	test.each([
		['a date alone is midnight in the zone', '2027-07-31', '2027-07-30T22:00:00.000Z'],
		['a wall clock in summer', '2027-07-31T09:30', '2027-07-31T07:30:00.000Z'],
		['a wall clock in winter', '2027-01-31 09:30', '2027-01-31T08:30:00.000Z'],
		['a zone in the value', '2027-01-31T09:30:00+01:00', '2027-01-31T08:30:00.000Z'],
	])('%s', (_what, value, expected) => {
		expect(instantInZone(value, BERLIN)).toBe(expected);
	});

	test('reads the first day of the year 1000 where it is still 999 in UTC or in the zone', () => {
		expect(instantInZone('1000-01-01', LOS_ANGELES)).toMatch(/^1000-01-01T07:/);
		expect(instantInZone('1000-01-01', BERLIN)).toMatch(/^0999-12-31T23:/);
	});

	test.each([
		'2027-01-31T25:00',
		'2027-01-31T09:99',
		'2027-02-30',
		'0999-01-31T10:00Z',
		'0202-01-31',
		'tomorrow',
		'',
	])('%j is none', (value) => {
		expect(instantInZone(value, BERLIN)).toBeUndefined();
	});
});
