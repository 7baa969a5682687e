import { isTimezone } from '../../../../nodes/shared/time/zones';

test('the names of time zones are distinguished from other text', () => {
	expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimezone)).toEqual([true, true, false, false]);
});
