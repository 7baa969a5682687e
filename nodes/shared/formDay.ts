/** The order in which an entry form writes the parts of a date. */
export type DayOrder = 'MM/DD/YYYY' | 'DD/MM/YYYY';

const SLASHES = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[T ].{4,18})?$/;
const YEAR_FIRST = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?:[T ].{4,18})?$/;

/** The number of a spreadsheet cell, whose fraction is the time of day. A zero in front is no number. */
const SERIAL = /^[1-9]\d{3,4}(?:\.\d{1,18})?$/;

/** 1910-01-01: a lower number, such as 1990, is a year or a part of a date. */
const FIRST_SERIAL = 3_654;

/** 2099-12-31 */
const LAST_SERIAL = 73_050;

/** Day 0 of spreadsheets, in ms since 1970: 1899-12-30. */
const SERIAL_START = Date.UTC(1899, 11, 30);

const DAY_MS = 86_400_000;

/**
 * Reads a day as people and spreadsheets write it: "1/31/1990" in the order of the form, "1990/1/31", or the
 * number of a spreadsheet cell. A time of day after it does not count.
 *
 * @returns `YYYY-MM-DD`; undefined for anything else, such as 31/1/1990 in a form that begins with the month
 */
export function readFormDay(value: unknown, order: DayOrder): string | undefined {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (SERIAL.test(text)) return readSerial(Number(text));
	const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
	if (year) return toDay(year, month!, day!);
	const [, first, second, last] = SLASHES.exec(text) ?? [];
	if (!last) return undefined;
	return order === 'MM/DD/YYYY' ? toDay(last, first!, second!) : toDay(last, second!, first!);
}

function readSerial(serial: number): string | undefined {
	if (serial < FIRST_SERIAL || serial >= LAST_SERIAL + 1) return undefined;
	return new Date(SERIAL_START + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10);
}

function toDay(year: string, month: string, day: string): string | undefined {
	const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
	const utc = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	return utc.toISOString().slice(0, 10) === date ? date : undefined;
}

/** @param day `YYYY-MM-DD` */
export function writeFormDay(day: string, order: DayOrder): string {
	const [year, month, date] = day.split('-') as [string, string, string];
	return (order === 'MM/DD/YYYY' ? [month, date, year] : [date, month, year]).join('/');
}

/** "must be a date such as 01/31/1990" */
export function describeFormDay(order: DayOrder): string {
	return `must be a date such as ${writeFormDay('1990-01-31', order)}`;
}
