import { flag, list, moment, object, text, time, uuid } from '../kinds';
import { required, withDefault, type Changes, type Table } from './table';

const DETAILS = {
	EventDescription: text(),
	EventLocation: text(),
	EventURL: text(),
	Latitude: text(),
	Longitude: text(),
	EventColor: text(),
	EventAllDay: flag,
	EventStatus: flag,
	PrivateEvent: flag,
	SMSNotification: flag,
	Completed: flag,
};

const EVENT = {
	EventToken: 'UUID',
	SweepstakesToken: '',
	CreationDate: '2030-01-15T12:00:00.000Z',
	EventTitle: 'Opening',
	EventStartDate: '2030-01-16T00:00:00.000Z',
	EventEndDate: '2030-01-16T23:59:00.000Z',
	EventLinkedToken: null,
	EventDescription: null,
	EventLocation: null,
	Latitude: null,
	Longitude: null,
	EventURL: null,
	EventStartTime: '00:00',
	EventEndTime: '23:59',
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
	Completed: false,
	PrivateEvent: true,
};

const OF_SWEEPSTAKES = {
	...EVENT,
	SweepstakesToken: 'UUID',
	EventTitle: 'Winter Giveaway',
	Type: 'start',
	EventStartDate: '2030-01-15T08:00:00.000Z',
	EventEndDate: '2030-02-15T20:00:00.000Z',
	EventStartTime: '08:00',
	EventEndTime: '20:00',
	ChecklistId: null,
};

export const calendar = {
	'/calendar/create': {
		status: 201,
		request: {
			...DETAILS,
			EventTitle: required(text({ min: 1 }), 'Finale'),
			EventStartDate: required(moment),
			EventEndDate: required(moment),
			EventStartTime: withDefault('00:00', time),
			EventEndTime: withDefault('23:59', time),
			SweepstakesToken: uuid,
			PeopleInvolved: list(),
			RepeatThisEvent: object,
			Notification: object,
		},
		reply: {
			Message: '…',
			Data: {
				EventToken: 'UUID',
				EventTitle: 'Finale',
				EventDescription: null,
				EventStartDate: '2030-01-16T00:00:00.000Z',
				EventEndDate: '2030-01-16T23:59:00.000Z',
				EventTimeZone: '1',
			},
		},
	},
	'/calendar/fetch': {
		reply: {
			Data: { TotalEvents: 2, Events: [OF_SWEEPSTAKES, { ...EVENT, Type: 'start', ChecklistId: null }] },
		},
	},
	'/calendar/single': { request: { EventToken: required(uuid) }, reply: { Data: EVENT } },
	'/calendar/update': {
		method: 'PUT',
		request: {
			...DETAILS,
			EventToken: required(uuid),
			EventTitle: text({ min: 1 }),
			EventStartDate: moment,
			EventEndDate: moment,
			EventStartTime: time,
			EventEndTime: time,
		},
		reply: {
			Message: '…',
			Data: { EventToken: 'UUID', EventTitle: 'Opening', EventDescription: null, EventColor: '#6CD9FF' },
		},
	},
	'/calendar/delete': { method: 'DELETE', request: { EventToken: required(uuid) }, reply: { Message: '…' } },
} satisfies Table;

export const calendarInReference = {
	'/calendar/fetch': {
		reply: {
			Data: {
				TotalEvents: 3,
				Events: [
					{ ...OF_SWEEPSTAKES, EventEndDate: '2030-01-15T08:00:00.000Z', EventEndTime: '08:00' },
					{ ...EVENT, Type: 'start', ChecklistId: null },
					{
						...OF_SWEEPSTAKES,
						Type: 'end',
						EventStartDate: '2030-02-15T20:00:00.000Z',
						EventStartTime: '20:00',
					},
				],
			},
		},
	},
} satisfies Changes;
