import { toStartOfDay, toDay } from './instant';
import { parseInstant, toMonthNumber } from './parse';
import { parseTimeOfDay } from './time-of-day';
import { DAY_MS } from './units';
import { MAX_AHEAD_OF_UTC_MS } from './zones';

/** The order in which an entry form writes day, month and year. */
export type DayOrder = 'MM/DD/YYYY' | 'DD/MM/YYYY';

const NUMBERS = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?:[T ](.{4,18}))?$/;

/** Matches a day whose month is a word, such as "March 14, 1990", "14 Mar 1990" or "14-Mar-1990". */
const WRITTEN_OUT = /^(?:([a-z]{3,9}) (\d{1,2}),? |(\d{1,2})([ -])([a-z]{3,9})\4)(\d{4})$/i;

/**
 * Matches a date as a spreadsheet stores it: a number of days, without a leading zero. Its fraction is the time of day.
 */
const SERIAL = /^[1-9]\d{3,4}(?:\.\d{1,18})?$/;

/** The spreadsheet number of 1910-01-01. A lower number, such as 1990, is a year or a part of a date. */
const FIRST_SERIAL = 3_654;

/** The spreadsheet number of 2099-12-31. */
const LAST_SERIAL = 73_050;

/** Day 0 of spreadsheets, in ms since 1970: 1899-12-30. */
const SERIAL_START = Date.UTC(1899, 11, 30);

/**
 * Reads a day in any format in which people, spreadsheets and n8n write days: "1/31/1990" in the order of the form,
 * "31.1.1990" if the first number cannot be the month, "January 31, 1990" in English, the number in a spreadsheet cell,
 * or any format that `parseInstant` accepts. A time of day after the day is ignored.
 *
 * @param timezone the workflow's IANA time zone
 * @returns `YYYY-MM-DD`; undefined for anything else, such as 31/1/1990 in a form that begins with the month
 */
export function parseFormDay(value: unknown, order: DayOrder, timezone: string): string | undefined {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (SERIAL.test(text)) return parseSerialDay(Number(text));
	const [, first, sign, second, year, time] = NUMBERS.exec(text) ?? [];
	if (!first || !second || !year) return parseWrittenOut(text) ?? parseInstant(value)?.toDayIn(timezone);
	if (time !== undefined && parseTimeOfDay(time) === undefined) return undefined;
	const monthFirst = toDate(year, first, second);
	const dayFirst = toDate(year, second, first);
	if (sign === '/') return order === 'MM/DD/YYYY' ? monthFirst : dayFirst;
	// In a date with dots, the day normally comes first. But if the form begins with the month, some people may write the
	// month first even with dots.
	const isSure = order === 'DD/MM/YYYY' || monthFirst === undefined || monthFirst === dayFirst;
	return isSure ? dayFirst : undefined;
}

/**
 * Returns the order of day and month in a date with slashes, such as "1/31/1990".
 *
 * @returns "either" if the two orders mean two days, as in "3/4/1990"; undefined for any other value
 */
export function readDayOrder(text: string): DayOrder | 'either' | undefined {
	const [, first, sign, second, year] = NUMBERS.exec(text) ?? [];
	if (!first || !second || !year || sign !== '/') return undefined;
	const monthFirst = toDate(year, first, second);
	const dayFirst = toDate(year, second, first);
	if (monthFirst && dayFirst) return monthFirst === dayFirst ? undefined : 'either';
	if (monthFirst) return 'MM/DD/YYYY';
	return dayFirst ? 'DD/MM/YYYY' : undefined;
}

/** Whether a text is a date as a spreadsheet stores it. */
export function isSerialDay(text: string): boolean {
	return SERIAL.test(text);
}

/** Returns a day as `YYYY-MM-DD`, or undefined if it does not exist. */
function toDate(year: string, month: string, day: string): string | undefined {
	const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
	return toStartOfDay(date) === undefined ? undefined : date;
}

function parseWrittenOut(text: string): string | undefined {
	const [, leading, after, before, , following, year] = WRITTEN_OUT.exec(text) ?? [];
	const day = after ?? before;
	const month = toMonthNumber(leading ?? following ?? '');
	return year && day && month > 0 ? toDate(year, String(month), day) : undefined;
}

function parseSerialDay(serial: number): string | undefined {
	const day = Math.floor(serial);
	return day >= FIRST_SERIAL && day <= LAST_SERIAL ? toDay(SERIAL_START + day * DAY_MS) : undefined;
}

/** Writes a day (`YYYY-MM-DD`) in the order of a form. */
export function writeFormDay(day: string, order: DayOrder): string {
	const [year, month, date] = day.split('-') as [string, string, string];
	return (order === 'MM/DD/YYYY' ? [month, date, year] : [date, month, year]).join('/');
}

/**
 * The age up to which a person may be entered, in years. Nobody has lived longer. The first days of spreadsheets and
 * databases, such as 1899-12-30 and 1900-01-01, are longer ago.
 */
export const MAX_AGE = 123;

/** Whether a person can be born on a day (`YYYY-MM-DD`): not in the future, and not too long ago. */
export function isPossibleBirthday(day: string): boolean {
	const today = toDay(Date.now() + MAX_AHEAD_OF_UTC_MS);
	return day <= today && Number(day.slice(0, 4)) >= Number(today.slice(0, 4)) - MAX_AGE;
}

/** The age, in years, below which hardly any sweepstakes accepts a person. */
export const MIN_AGE = 13;

/** Whether somebody who was born on a day is too young for most sweepstakes. */
export function isChild(day: string): boolean {
	return day > toDay(Date.now() - MIN_AGE * 365.25 * DAY_MS);
}

/**
 * Whether a value is a moment that can be on different days. A program that stores a day as a moment uses midnight in its
 * own time zone, or noon. Any other moment comes from another time zone, where the day may be the one before or after.
 *
 * @param timezone the workflow's IANA time zone
 */
export function isDoubtfulDay(value: unknown, timezone: string): boolean {
	const instant = parseInstant(value);
	if (!instant?.hasZone || instant.isMidnight || instant.time === '12:00') return false;
	return instant.toClockIn(timezone).time !== '00:00';
}

/** Returns a phrase such as "must be a date such as 01/31/1990 or 1990-01-31". */
export function describeFormDay(order: DayOrder): string {
	return `must be a date such as ${writeFormDay('1990-01-31', order)} or 1990-01-31`;
}
