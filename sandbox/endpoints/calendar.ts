import { z } from 'zod';
import { toDate, dateTime, toInstant } from '../time/clock';
import { endpoint, requireOwn, requireOwnSweepstakes, type Call } from '../endpoint';
import { filledText, flag, isoDate, text, time, uuid } from '../fields';
import type { CalendarEvent } from '../records';
import { invalid } from '../refusal';
import { newToken } from '../token';

const oneEvent = z.object({ EventToken: uuid });

/** The fields that create and update share, except title, dates and times. */
const details = z.object({
	EventDescription: text.optional(),
	EventLocation: text.optional(),
	EventURL: text.optional(),
	Latitude: text.optional(),
	Longitude: text.optional(),
	EventColor: text.describe('hex').optional(),
	EventAllDay: flag.optional(),
	EventStatus: flag.optional(),
	PrivateEvent: flag.describe('always stored true').optional(),
	SMSNotification: flag.optional(),
	Completed: flag.optional(),
});

const create = endpoint({
	method: 'POST',
	path: '/calendar/create',
	status: 201,
	request: details.extend({
		EventTitle: filledText,
		EventStartDate: isoDate.describe('ISO 8601, with EventStartTime in the future'),
		EventEndDate: isoDate.describe('ISO 8601'),
		EventStartTime: time.default('00:00'),
		EventEndTime: time.default('23:59'),
		SweepstakesToken: uuid.optional(),
		PeopleInvolved: z.array(z.unknown()).optional(),
		RepeatThisEvent: z.object({}).passthrough().optional(),
		Notification: z.object({}).passthrough().optional(),
	}),
	carryOut(request, call) {
		const { EventTitle, EventStartDate, EventStartTime, EventEndDate, EventEndTime, ...others } = request;
		const { SweepstakesToken = '', ...given } = others;
		if (SweepstakesToken) requireOwnSweepstakes(call, SweepstakesToken);
		const start = toMoment(EventStartDate, EventStartTime);
		refusePast(call, start);
		return call.store.events.insert(
			newEvent(call, SweepstakesToken, {
				Type: 'start',
				EventTitle,
				EventStartDate: start,
				EventEndDate: toMoment(EventEndDate, EventEndTime),
				details: given,
			}),
		);
	},
	answer(event) {
		const { EventToken, EventTitle, EventDescription, EventStartDate, EventEndDate } = toReply(event);
		const Data = { EventToken, EventTitle, EventDescription, EventStartDate, EventEndDate };
		return { Message: 'Event created.', Data: { ...Data, EventTimeZone: '1' } };
	},
});

const fetch = endpoint({
	method: 'POST',
	path: '/calendar/fetch',
	carryOut: (_, { store, account }) =>
		store.events
			.of(account.UserToken)
			.toSorted((a, b) => toInstant(a.EventStartDate) - toInstant(b.EventStartDate)),
	answer: (events) => ({ Data: { TotalEvents: events.length, Events: events.map(toReply) } }),
});

const single = endpoint({
	method: 'POST',
	path: '/calendar/single',
	request: oneEvent,
	carryOut: ({ EventToken }, call) => requireOwnEvent(call, EventToken),
	answer(event) {
		const { Type: _, ChecklistId: __, ...Data } = toReply(event);
		return { Data };
	},
});

const update = endpoint({
	method: 'PUT',
	path: '/calendar/update',
	request: details.extend({
		EventToken: uuid,
		EventTitle: filledText.optional(),
		EventStartDate: isoDate.describe('YYYY-MM-DD').optional(),
		EventStartTime: time.optional(),
		EventEndDate: isoDate.describe('YYYY-MM-DD').optional(),
		EventEndTime: time.optional(),
	}),
	carryOut({ EventToken, EventTitle, ...request }, call) {
		const event = requireOwnEvent(call, EventToken);
		const { EventStartDate, EventStartTime, EventEndDate, EventEndTime, ...given } = request;
		const before = toReply(event);
		const start = toMoment(EventStartDate ?? event.EventStartDate, EventStartTime ?? before.EventStartTime);
		if (start !== event.EventStartDate) refusePast(call, start);
		return call.store.events.update(event, {
			EventTitle: EventTitle ?? event.EventTitle,
			EventStartDate: start,
			EventEndDate: toMoment(EventEndDate ?? event.EventEndDate, EventEndTime ?? before.EventEndTime),
			details: { ...event.details, ...given },
		});
	},
	answer(event) {
		const { EventToken, EventTitle, EventDescription, EventColor } = toReply(event);
		return { Message: 'Event updated.', Data: { EventToken, EventTitle, EventDescription, EventColor } };
	},
});

const remove = endpoint({
	method: 'DELETE',
	path: '/calendar/delete',
	request: oneEvent,
	carryOut({ EventToken }, call) {
		call.store.events.remove(requireOwnEvent(call, EventToken));
		return { Message: 'Event deleted.' };
	},
});

export const calendarEndpoints = [create, fetch, single, update, remove];

/** Returns a new calendar event of the account or of a sweepstakes. */
export function newEvent(
	{ account, now }: Call,
	SweepstakesToken: string,
	given: Omit<CalendarEvent, 'EventToken' | 'UserToken' | 'SweepstakesToken' | 'CreationDate' | 'details'> &
		Partial<CalendarEvent>,
): CalendarEvent {
	return {
		EventToken: newToken(),
		UserToken: account.UserToken,
		SweepstakesToken,
		CreationDate: dateTime(now),
		details: {},
		...given,
	};
}

const requireOwnEvent = (call: Call, token: string) =>
	requireOwn(call, call.store.events.get(token), 'Event');

/** Combines a UTC day with a time of day. Every account uses UTC. */
function toMoment(day: string, timeOfDay: string): string {
	return dateTime(toInstant(`${toDate(toInstant(day))}T${timeOfDay}`));
}

function refusePast({ now }: Call, start: string): void {
	if (toInstant(start) < now) throw invalid('EventStartDate: the event must not be in the past.');
}

function toReply({ UserToken: _, details: given, ...event }: CalendarEvent) {
	return {
		...event,
		EventLinkedToken: null,
		EventDescription: null,
		EventLocation: null,
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
		RepeatThisEvent: {},
		Notification: {},
		SMSNotification: false,
		Automation: '',
		CreatedByAdmin: false,
		SerieToken: null,
		ChecklistId: null,
		Completed: false,
		...given,
		PrivateEvent: true,
	};
}
