import { parseTimeOfDay } from '../../../../nodes/shared/time/time-of-day';

test.each([
	['09:30', '09:30'],
	['9:30', '09:30'],
	[' 09:30 ', '09:30'],
	['09:30:00', '09:30'],
	['09:30:15', '09:30:15'],
	['09:30:00.000', '09:30'],
	['09:30:00.5', '09:30:00.5'],
	['00:00', '00:00'],
	['24:00', '24:00'],
	['24:00:00', '24:00'],
	['6 pm', '18:00'],
	['6pm', '18:00'],
	['6:30 p.m.', '18:30'],
	['6:30 AM', '06:30'],
	['12 am', '00:00'],
	['12:04 pm', '12:04'],
	['15:04 pm', '15:04'],
	['09:04 am', '09:04'],
	['00:04 am', '00:04'],
	['09:30'.padStart(32), '09:30'],
])('%j is read as the time of day %s', (value, text) => {
	expect(parseTimeOfDay(value)?.text).toBe(text);
});

test.each([
	['3 pm', 54_000_000],
	['15:04:05.006', 54_245_006],
])('the time of day %s is %i ms after midnight', (value, ms) => {
	expect(parseTimeOfDay(value)?.ms).toBe(ms);
});

test.each([
	'',
	'6',
	'25:00',
	'24:01',
	'24:00:01',
	'09:60',
	'09:30:60',
	'15:04 am',
	'0:30 pm',
	'24 pm',
	'noon',
	'09:30'.padStart(33),
	'at 6 pm',
	'6 pm or so',
	'109:30',
	930,
	null,
])('%j is not a time of day', (value) => {
	expect(parseTimeOfDay(value)).toBeUndefined();
});
