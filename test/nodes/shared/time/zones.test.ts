import { isTimezone } from '../../../../nodes/shared/time/zones';

test('names of time zones are recognized', () => {
	expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimezone)).toEqual([true, true, false, false]);
});
