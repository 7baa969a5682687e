import { isTimezone } from '../../../../nodes/shared/time/zones';

test('knows the names of time zones', () => {
	expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimezone)).toEqual([true, true, false, false]);
});
