import { DateTime } from 'luxon';

import { fillForm } from '../../../nodes/SweepstakesParticipant/entry-form';
import { readColumns } from '../../../nodes/shared/n8n/input/columns';

const field = (id: string, more: object = {}) => ({
	id,
	displayName: id.replace('_', ' '),
	type: 'text',
	required: false,
	options: [],
	tenDigits: false,
	...more,
});
const FORM = [field('First_Name'), field('Birth_Date', { dayOrder: 'MM/DD/YYYY' })];

/** Returns the fields that are sent for values that were mapped in the panel. */
function fill(value: object) {
	const mapper = { displayName: 'Fields', name: 'Fields', type: 'resourceMapper', default: {} } as const;
	const reading = { timezone: 'Europe/Berlin', path: [], stored: undefined };
	const mapped = readColumns(mapper, { mappingMode: 'defineBelow', value, schema: [] }, reading);
	return fillForm(FORM, { Fields: mapped.values }, mapped).Fields;
}

describe('in an entry form', () => {
	test.each([
		['a Date', new Date('1990-05-31T22:30:00Z'), '06/01/1990'],
		['a date from a database, which is midnight in UTC', new Date('1990-06-01T00:00:00Z'), '06/01/1990'],
		['a Luxon DateTime', DateTime.fromISO('1990-06-01T12:00', { zone: 'Europe/Berlin' }), '06/01/1990'],
		['a string such as 1990-06-01', ' 1990-06-01 ', '06/01/1990'],
		['a string with a time', '1990-05-31T22:30:00.000Z', '06/01/1990'],
		['the requested format', '06/01/1990', '06/01/1990'],
		['a text with dots', '13.6.1990', '06/13/1990'],
		['without leading zeros', '6/1/1990', '06/01/1990'],
		['with a time', '6/1/1990 12:00:00 AM', '06/01/1990'],
		['with the year first', '1990/6/1', '06/01/1990'],
		['the number of a spreadsheet cell', 33_025, '06/01/1990'],
		['the number of a spreadsheet cell with a time, as text', '33025.75', '06/01/1990'],
	])('birth dates are sent as MM/DD/YYYY: %s', (_what, value, sent) => {
		expect(fill({ First_Name: 'Ada', Birth_Date: value })).toEqual({ First_Name: 'Ada', Birth_Date: sent });
	});

	test.each([
		'31/01/1990',
		'02/30/1990',
		'1990-02-30',
		'1990/31/01',
		'1. Juni 1990',
		'01.02.1990',
		'6/1/90',
		'1990',
		1990,
		'010290',
		131_1990,
		-1,
		true,
		'unknown',
	])('birth dates are refused if the date is ambiguous or invalid: %p', (value) => {
		expect(() => fill({ Birth_Date: value })).toThrow(
			'“Birth Date” must be a date such as 01/31/1990, but is ',
		);
	});
});
