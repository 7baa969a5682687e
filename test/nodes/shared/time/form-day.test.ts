import { DateTime } from 'luxon';

import { parseFormDay } from '../../../../nodes/shared/time/form-day';

const ZONE = 'America/Los_Angeles';

test.each([
	['1/31/1990', '1990-01-31'],
	['01/02/1990', '1990-01-02'],
	[' 1/31/1990 ', '1990-01-31'],
	['1/31/1990 9:30 PM', '1990-01-31'],
	['31.1.1990', '1990-01-31'],
	['05.05.1990', '1990-05-05'],
	['January 31, 1990', '1990-01-31'],
	['may 1 1990', '1990-05-01'],
	['14 March 1990', '1990-03-14'],
	['14 Sep 1990', '1990-09-14'],
	['1990/01/31', '1990-01-31'],
	['1990-01-31', '1990-01-31'],
	['1990-1-31', '1990-01-31'],
	['1990-01-31T00:00:00.000Z', '1990-01-31'],
	['1990-01-31 09:30', '1990-01-31'],
	[32904, '1990-01-31'],
	['32904.5', '1990-01-31'],
	[3_654, '1910-01-01'],
	[73_050.9, '2099-12-31'],
	[DateTime.fromISO('1990-01-31', { zone: 'Europe/Berlin' }), '1990-01-31'],
])('a form whose dates begin with the month reads “%s” as %s', (value, day) => {
	expect(parseFormDay(value, 'MM/DD/YYYY', ZONE)).toBe(day);
});

test.each([
	['31/01/1990', '1990-01-31'],
	['01/02/1990', '1990-02-01'],
	['01.02.1990', '1990-02-01'],
	['1990/01/31', '1990-01-31'],
])('a form whose dates begin with the day reads “%s” as %s', (value, day) => {
	expect(parseFormDay(value, 'DD/MM/YYYY', ZONE)).toBe(day);
});

test.each([
	['a date in the other order', '31/01/1990'],
	['a day that does not exist', '2/30/1990'],
	['a time that does not exist', '1/31/1990 25:00'],
	['a year of two digits', '1/31/90'],
	['a letter after the day', '1/31/1990x'],
	['a digit before the day', '101/31/1990'],
	['two separators', '1/31-1990'],
	['dots between two numbers that could each be the month', '01.02.1990'],
	['dots after a month that comes first', '01.31.1990'],
	['dots in a day that does not exist', '31.02.1990'],
	['words', 'yesterday'],
	['a month written out in another language', '14 Mai 1990'],
	['a written-out day that does not exist', 'February 30, 1990'],
	['a written-out month without a day', 'March 1990'],
	['a year', 1990],
	['a spreadsheet’s number for a day before 1910', 3_653],
	['a spreadsheet’s number for a day after 2099', 73_051],
	['a number with a leading zero', '032904'],
	['NaN', Number.NaN],
	['null', null],
])('a form whose dates begin with the month refuses %s', (_what, value) => {
	expect(parseFormDay(value, 'MM/DD/YYYY', ZONE)).toBeUndefined();
});
