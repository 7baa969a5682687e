import { endpoint } from '../endpoint';
import { timezonesAt } from '../timezones';

/** Reference, "Tools"; the contract does not show it. */
const timezones = endpoint({
	method: 'POST',
	path: '/tools/timezones',
	carryOut(_, { now }) {
		const Timezones = timezonesAt(now);
		return { Data: { TotalTimezones: Timezones.length, Timezones } };
	},
});

export const toolEndpoints = [timezones];
