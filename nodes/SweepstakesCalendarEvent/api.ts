import type { Client } from '../shared/client/client';
import { isSameId, asText, type Json } from '../shared/json';
import { readCount } from '../shared/numeral';
import { z } from '../shared/zod';
import { named } from '../shared/api/named';
import { endpoint, listing, noRequest, reads, safe, safeDelete, unsafe } from '../shared/api/endpoint';
import { acknowledgement, dataReply, listReply } from '../shared/api/replies';
import { inOrder, inOrderOnOneDay } from '../shared/api/dates';
import { date, dateFromToday, time, uuid } from '../shared/api/formats';
import { filterWhole } from '../shared/api/filters';
import { hintIfShort, throwIfShort } from '../shared/api/pages';

/** All past and future events, sorted by start date. */
const fetchEvents = endpoint({
	call: 'POST /calendar/fetch',
	request: noRequest,
	reply: listReply('Events', 'EventToken'),
	retry: reads('which events there are'),
});

export type CalendarEvent = Json & { EventToken: string };

async function fetchAllEvents(client: Client) {
	const { Events, ...counts } = (await client.call(fetchEvents, undefined)).Data;
	return { events: Events, total: readCount((counts as Json).TotalEvents) };
}

/** Lists all events. A hint says if the service counts more than it lists. */
export async function listAllEvents(client: Client): Promise<CalendarEvent[]> {
	const { events, total } = await fetchAllEvents(client);
	hintIfShort(client, 'events', total, events);
	return events;
}

/** Lists the events that match a filter. The nodes do the filtering, because the service cannot. */
export const events = listing({
	request: z.object({ SweepstakesToken: uuid.optional() }),
	async *read(client, { SweepstakesToken }, _limit, onTotal) {
		const all = await listAllEvents(client);
		yield* filterWhole(client, 'events', all, onTotal, (event) => {
			if (SweepstakesToken === undefined) return [];
			// An event that belongs to no sweepstakes has an empty SweepstakesToken.
			const { SweepstakesToken: own } = event;
			return [own === undefined ? undefined : isSameId(own, SweepstakesToken)];
		});
	},
});

const oneEvent = z.object({ EventToken: uuid });

export const fetchEvent = endpoint({
	call: 'POST /calendar/single',
	request: oneEvent,
	reply: dataReply,
	retry: reads('the details of the event'),
});

const details = z
	.object({
		EventDescription: z.string(),
		EventLocation: z.string(),
		EventURL: z.string(),
		Latitude: z.string(),
		Longitude: z.string(),
		EventColor: z.string(),
		EventAllDay: z.boolean(),
		EventStatus: z.boolean(),
		PrivateEvent: z.boolean(),
		SMSNotification: z.boolean(),
		Completed: z.boolean(),
	})
	.partial();

const DAYS = ['EventStartDate', 'EventEndDate'] as const;
const DAYS_IN_ORDER = inOrder(...DAYS);
const TIMES_IN_ORDER = inOrderOnOneDay(DAYS, ['EventStartTime', 'EventEndTime']);

/**
 * Dates are sent as `YYYY-MM-DD`, so that no time zone can shift them to another day. The reference's field table and
 * hint allow this format.
 */
const titleAndTime = z.object({
	EventTitle: z.string(),
	EventStartDate: dateFromToday,
	EventStartTime: time,
	EventEndDate: date,
	EventEndTime: time,
});

const eventToCreate = details
	.merge(titleAndTime)
	.extend({ SweepstakesToken: uuid.optional() })
	.refine(...DAYS_IN_ORDER)
	.refine(...TIMES_IN_ORDER);

type EventStart = Pick<z.output<typeof eventToCreate>, 'EventTitle' | 'EventStartDate' | 'EventStartTime'>;

/** Returns the keys of an event that a reply to calendar/create contains (reference). */
function toCreated(event: Json): Json {
	const { EventToken, EventTitle, EventDescription, EventStartDate, EventEndDate, EventTimeZone } = event;
	return { EventToken, EventTitle, EventDescription, EventStartDate, EventEndDate, EventTimeZone };
}

const IN_THE_FUTURE = 'An event must start in the future.';

export const createEvent = endpoint({
	call: 'POST /calendar/create',
	request: eventToCreate,
	creates: 'EventToken',
	reply: dataReply,
	expects: IN_THE_FUTURE,
	// A retry would create a second event.
	retry: unsafe(
		'Before you create it again, use Calendar Event › Get Many to check whether the event is there.',
	),
	confirm: named<EventStart>({
		thing: 'event',
		id: 'EventToken',
		nameOf: ({ EventTitle }) => EventTitle,
		nameIn: ({ EventTitle }) => EventTitle,
		async list(client) {
			const { events, total } = await fetchAllEvents(client);
			throwIfShort('events', total, events);
			return events;
		},
		hasSameValues: (event, { EventStartDate, EventStartTime }) =>
			asText(event.EventStartDate).startsWith(EventStartDate) && event.EventStartTime === EventStartTime,
		toReply: (event) => ({ Data: toCreated(event) }),
	}).confirm,
});

/** The service requires at least one of the optional fields. It cannot move an event to another sweepstakes. */
export const updateEvent = endpoint({
	call: 'PUT /calendar/update',
	request: details
		.merge(oneEvent)
		.merge(titleAndTime.partial())
		.refine(...DAYS_IN_ORDER)
		.refine(...TIMES_IN_ORDER),
	reply: dataReply,
	expects: IN_THE_FUTURE,
	retry: safe,
});

export const deleteEvent = endpoint({
	call: 'DELETE /calendar/delete',
	request: oneEvent,
	reply: acknowledgement,
	retry: safeDelete,
});
