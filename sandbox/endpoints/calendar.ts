import { endpoint } from '../endpoint';
import type { CalendarEvent } from '../records';

/** Reference, "Calendar"; the contract does not show this operation. */
const fetch = endpoint({
	method: 'POST',
	path: '/calendar/fetch',
	carryOut(_, { store, account }) {
		return store.sweepstakes
			.of(account.UserToken)
			.flatMap(({ SweepstakesToken }) => store.events.of(SweepstakesToken))
			.sort((a, b) => Date.parse(a.EventStartDate) - Date.parse(b.EventStartDate));
	},
	answer: (events) => ({ Data: { TotalEvents: events.length, Events: events.map(shown) } }),
});

export const calendarEndpoints = [fetch];

function shown(event: CalendarEvent) {
	return {
		...event,
		EventLinkedToken: '',
		EventDescription: '',
		EventLocation: '',
		Latitude: null,
		Longitude: null,
		EventURL: null,
		EventStartTime: event.EventStartDate.slice(11, 16),
		EventEndTime: event.EventEndDate.slice(11, 16),
		EventColor: '#6CD9FF',
		EventAllDay: false,
		PeopleInvolved: [],
		EventStatus: false,
		EventTimeZone: 'Etc/UTC',
		PrivateEvent: true,
		RepeatThisEvent: {},
		Notification: {},
		SMSNotification: false,
		Automation: false,
		CreatedByAdmin: false,
		SerieToken: '',
		ChecklistId: null,
		Completed: false,
	};
}
