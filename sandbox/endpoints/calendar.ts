import { endpoint } from '../endpoint';
import type { CalendarEvent } from '../records';

/* The specification names the category and does not show its operations: this one is the sandbox's own. */

const fetch = endpoint({
	method: 'POST',
	path: '/calendar/fetch',
	carryOut(_, { store, account }) {
		const events = store.sweepstakes
			.of(account.UserToken)
			.flatMap(({ SweepstakesToken }) => store.events.of(SweepstakesToken));
		return { Data: events.map(shown), Count: events.length };
	},
});

export const calendarEndpoints = [fetch];

const shown = ({ SweepstakesToken: _, ...event }: CalendarEvent) => event;
