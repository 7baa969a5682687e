import { findState } from '../../../nodes/Sweepstakes/items';

const DATES = { StartDate: '2027-01-10', StartTime: '09:00', EndDate: '2027-01-20', EndTime: '24:00' };

const record = (more: object = {}, Settings: object = DATES) => ({ Status: true, Settings, ...more });

test.each<[string | undefined, string, string, object]>([
	['scheduled', 'that has not started in any time zone', '2027-01-09T18:00Z', record()],
	[undefined, 'that has started only in some time zones', '2027-01-10T09:00Z', record()],
	['running', 'that has started in every time zone', '2027-01-10T21:01Z', record()],
	[undefined, 'that has ended only in some time zones', '2027-01-21T00:00Z', record()],
	['ended', 'that has ended in every time zone', '2027-01-21T12:01Z', record()],
	['ended', 'that was paused before it ended', '2027-02-01T00:00Z', record({ Status: false })],
	['paused', 'whose status is false', '2027-01-15T00:00Z', record({ Status: false })],
	['paused', 'whose status is false and that has no dates', '2027-01-15T00:00Z', { Status: 'false' }],
	[
		'archived',
		'that is archived, regardless of its dates',
		'2027-01-15T00:00Z',
		record({ Archived: 'true' }),
	],
	['running', 'whose dates are outside its settings', '2027-01-15T00:00Z', { Status: true, ...DATES }],
	[
		'running',
		'whose ExpirationDate has the end and whose dates are stored as midnight',
		'2027-01-15T00:00Z',
		record(
			{},
			{ ...DATES, StartDate: '2027-01-10T00:00:00.000Z', EndDate: undefined, ExpirationDate: '2027-01-20' },
		),
	],
	[
		'running',
		'without a start time, on a day after its start date',
		'2027-01-15T00:00Z',
		record({}, { ...DATES, StartTime: null }),
	],
	[
		undefined,
		'without an end time, on its end date',
		'2027-01-20T12:00Z',
		record({}, { ...DATES, EndTime: null }),
	],
	[
		'running',
		'whose hours have one digit',
		'2027-01-15T00:00Z',
		record({}, { ...DATES, StartTime: '9:00', EndTime: '9:30' }),
	],
	[
		'ended',
		'whose end date contains the time',
		'2027-01-21T12:01Z',
		{ Status: true, EndDate: '2027-01-20T20:00:00' },
	],
	[
		'ended',
		'whose ExpirationDate has the end because EndDate is empty',
		'2027-02-01T00:00Z',
		record({}, { ...DATES, EndDate: '', ExpirationDate: '2027-01-20' }),
	],
	[
		'ended',
		'whose ExpirationDate has the end because EndDate is null',
		'2027-02-01T00:00Z',
		record({}, { ...DATES, EndDate: null, ExpirationDate: '2027-01-20' }),
	],
	[
		'ended',
		'whose end is in the record and is empty in its settings',
		'2027-02-01T00:00Z',
		record(DATES, { ...DATES, EndDate: '', EndTime: null }),
	],
	[undefined, 'without dates', '2027-01-15T00:00Z', record({}, {})],
	[undefined, 'without a status', '2027-01-15T00:00Z', record({ Status: undefined })],
])('`findState` returns “%s” for a sweepstakes %s', (state, _why, now, sweepstakes) => {
	expect(findState({ ...sweepstakes }, Date.parse(now))).toBe(state);
});
