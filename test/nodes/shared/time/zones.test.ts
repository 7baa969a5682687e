import { isTimezone } from '../../../../nodes/shared/time/zones';

test('the names of time zones are known', () => {
	expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimezone)).toEqual([true, true, false, false]);
});
