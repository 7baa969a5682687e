import { day, flag, group, oneOf, text, time, timeZone, uuid, whole } from '../kinds';
import { required, withDefault, type Changes, type Table } from './table';

const DRAWING = {
	ScheduleToken: 'UUID',
	CreationDate: '2030-01-15T12:00:00.000Z',
	Action: 1,
	ScheduleMode: 1,
	Frequency: 0,
	HowManyWinnersToPick: 1,
	DayOfTheWeek: null,
	WeekOfTheMonth: null,
	DrawingDate: '2030-02-01',
	DrawingTime: '23:00',
	DeliveryTime: null,
	DrawingEndDate: null,
	DrawingEndTime: null,
	Timezone: '12',
	TimezoneDescription: '(UTC+00:00) Coordinated Universal Time',
	GroupToken: 'allgroups',
	GroupName: 'All groups',
	Message: null,
	Options: {
		IncludeOptedOutParticipants: false,
		PublishToWinnersPage: false,
		SendCopyToMe: false,
		DoNotIncludeSpamParticipants: true,
	},
	Status: 0,
	StatusDescription: 'Pending',
};

const WINNER = {
	ParticipantToken: 'UUID',
	GroupToken: 'UUID',
	GroupName: 'Primary',
	OptInDate: '2030-01-15T12:00:00.000Z',
	KeyPhoneNumber: '2025550111',
	KeyEmail: 'ada@example.com',
	EntryPagesFields: { First_Name: '', Last_Name: '', Email: 'ada@example.com', Mobile_Number: '2025550111' },
	BonusEntries: 0,
	WinnerInfo: false,
	WasNotify: false,
	IsAmoe: false,
	Handler: 'HANDLER',
	SweepsName: 'Winter Giveaway',
	DrawDateTime: '2030-01-15T12:00:00.000Z',
};

const DRAWN = {
	ParticipantToken: 'UUID',
	FirstName: '',
	LastName: '',
	Email: 'ada@example.com',
	PhoneNumber: '2025550111',
};

export const winners = {
	'/winners/draw': {
		isInContract: true,
		request: {
			sweepstakesToken: required(uuid),
			howManyWinnersToPick: required(whole({ min: 1 })),
			group: required(group),
			completedEntries: withDefault(false, flag),
			includeOptedOutParticipants: withDefault(false, flag),
			doNotIncludeSpamParticipants: withDefault(true, flag),
		},
		reply: { Message: '…', Winners: [DRAWN] },
	},
	'/winners/fetch': {
		isInContract: true,
		request: {
			sweepstakesToken: required(uuid),
			page: withDefault(1, whole({ min: 1 })),
			itemsPerPage: withDefault(10, whole({ min: 1 })),
			search: text(),
		},
		reply: { Message: '…', TotalWinners: 1, Winners: [WINNER] },
	},
	'/winners/schedule': {
		isInContract: true,
		request: {
			sweepstakesToken: required(uuid),
			group: required(group),
			selectedAction: required(whole({ min: 1, max: 2 })),
			scheduleMode: required(oneOf('schedule', 'settime')),
			howManyWinnersToPick: required(whole({ min: 1 })),
			endDate: required(day),
			endTime: required(time),
			deliveryTime: time,
			timezone: required(timeZone),
			frequency: withDefault(0, whole({ min: 0, max: 4 })),
			dayOfTheWeek: whole({ min: 1, max: 7 }),
			weekOfTheMonth: whole({ min: 1, max: 4 }),
			message: text(),
			includeOptedOutParticipants: withDefault(false, flag),
			publishToWinnersPage: withDefault(false, flag),
			sendCopyToMe: withDefault(false, flag),
			doNotIncludeSpamParticipants: withDefault(true, flag),
			addDrawingToCalendar: withDefault(false, flag),
		},
		reply: { Message: '…' },
	},
	'/winners/fetchscheduled': {
		isInContract: true,
		method: 'GET',
		request: { sweepstakesToken: required(uuid) },
		reply: { Drawings: [DRAWING], Total: 1 },
	},
	'/winners/deletescheduled': {
		isInContract: true,
		method: 'DELETE',
		request: { sweepstakesToken: required(uuid), scheduledToken: required(uuid) },
		reply: { Message: '…' },
	},
} satisfies Table;

export const winnersInReference = {
	'/winners/draw': {
		request: {
			sweepstakesToken: required(uuid),
			howManyWinnersToPick: withDefault(1, whole({ min: 1 })),
			group: withDefault('allgroups', group),
			completedEntries: withDefault(false, flag),
			includeOptedOutParticipants: withDefault(false, flag),
			doNotIncludeSpamParticipants: withDefault(false, flag),
		},
		reply: { Message: '…', Winners: [{ ...DRAWN, FirstName: 'Sam', LastName: 'Sample' }] },
	},
	'/winners/fetch': {
		reply: {
			Message: '…',
			TotalWinners: 1,
			Winners: [
				{
					...WINNER,
					EntryPagesFields: { ...WINNER.EntryPagesFields, First_Name: 'Sam', Last_Name: 'Sample' },
				},
			],
		},
	},
	'/winners/fetchscheduled': {
		method: 'POST',
		reply: { Drawings: [{ ...DRAWING, DrawingDate: '2030-02-01T00:00:00.000Z' }], Total: 1 },
	},
	'/winners/deletescheduled': {
		request: { sweepstakesToken: required(uuid), scheduleToken: required(uuid) },
	},
} satisfies Changes;
