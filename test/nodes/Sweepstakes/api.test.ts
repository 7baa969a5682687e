import { findState } from '../../../nodes/Sweepstakes/items';

const DATES = { StartDate: '2027-01-10', StartTime: '09:00', EndDate: '2027-01-20', EndTime: '24:00' };

const record = (more: object = {}, Settings: object = DATES) => ({ Status: true, Settings, ...more });

test.each<[string | undefined, string, string, object]>([
	['scheduled', 'before the start in every time zone', '2027-01-09T18:00Z', record()],
	[undefined, 'started in some time zones', '2027-01-10T09:00Z', record()],
	['running', 'after the start in every time zone', '2027-01-10T21:01Z', record()],
	[undefined, 'ended in some time zones', '2027-01-21T00:00Z', record()],
	['ended', 'after the end in every time zone', '2027-01-21T12:01Z', record()],
	['ended', 'paused before it ended', '2027-02-01T00:00Z', record({ Status: false })],
	['paused', 'the status is false', '2027-01-15T00:00Z', record({ Status: false })],
	['paused', 'the status is false, and there are no dates', '2027-01-15T00:00Z', { Status: 'false' }],
	['archived', 'archived, whatever the dates', '2027-01-15T00:00Z', record({ Archived: 'true' })],
	['running', 'the dates are in the record', '2027-01-15T00:00Z', { Status: true, ...DATES }],
	[
		'running',
		'the end has its older name, and dates are stored as midnight',
		'2027-01-15T00:00Z',
		record(
			{},
			{ ...DATES, StartDate: '2027-01-10T00:00:00.000Z', EndDate: undefined, ExpirationDate: '2027-01-20' },
		),
	],
	[
		'running',
		'without a time of day, after the whole day',
		'2027-01-15T00:00Z',
		record({}, { ...DATES, StartTime: null }),
	],
	[
		undefined,
		'without a time of day, on the day',
		'2027-01-20T12:00Z',
		record({}, { ...DATES, EndTime: null }),
	],
	[
		'running',
		'times of one digit',
		'2027-01-15T00:00Z',
		record({}, { ...DATES, StartTime: '9:00', EndTime: '9:30' }),
	],
	[
		'ended',
		'the end has the date and time',
		'2027-01-21T12:01Z',
		{ Status: true, EndDate: '2027-01-20T20:00:00' },
	],
	[
		'ended',
		'the newer name of the end is empty',
		'2027-02-01T00:00Z',
		record({}, { ...DATES, EndDate: '', ExpirationDate: '2027-01-20' }),
	],
	[
		'ended',
		'the newer name of the end is null',
		'2027-02-01T00:00Z',
		record({}, { ...DATES, EndDate: null, ExpirationDate: '2027-01-20' }),
	],
	[
		'ended',
		'the settings are empty',
		'2027-02-01T00:00Z',
		record(DATES, { ...DATES, EndDate: '', EndTime: null }),
	],
	[undefined, 'without dates', '2027-01-15T00:00Z', record({}, {})],
	[undefined, 'without a status', '2027-01-15T00:00Z', record({ Status: undefined })],
])('the state of a sweepstakes is %s: %s', (state, _why, now, sweepstakes) => {
	expect(findState({ ...sweepstakes }, Date.parse(now))).toBe(state);
});
