import { day, flag, handler, text, time, uuid, whole } from '../kinds';
import { required, withDefault, type Changes, type Table } from './table';

const SETTINGS = {
	Language: 'en',
	Timezone: 12,
	StartDate: '2030-01-15',
	ExpirationDate: '2030-02-15',
	EndDate: '2030-02-15',
	StartTime: '08:00',
	EndTime: '20:00',
	EmailSenderFrom: '',
	EmailSenderSubject: '',
	PrimaryOptInMessageSMS: '',
	PrimaryOptInMessageEmail: '',
	SecondaryOptInMessageSMS: '',
	SecondaryOptInMessageEmail: '',
	ExpirationMessageSMS: '',
	ExpirationMessageEmail: '',
	AllowDuplicatedEntries: true,
	MaxAllowedEntriesForParticipant: 0,
	MaxAllowedParticipants: 0,
	DefaultGroup: 'UUID',
	InstantWinFrequency: 0,
	InstantWinMessageSMS: '',
	InstantWinMessageEmail: '',
	OneTimeReminder: false,
	OneTimeReminderMessageSMS: '',
	OneTimeReminderMessageEmail: '',
	ReportFrequency: 0,
	UnsubscribedParticipantsRemainElegible: false,
	DefaultStopMessage: '',
	SendHintSmsGateway: false,
	ConfirmationResponseSwitch: false,
};

const SWEEPSTAKES = {
	SweepstakesToken: 'UUID',
	UserToken: 'UUID',
	SweepstakesName: 'Winter Giveaway',
	SweepstakesType: 2,
	Handler: 'HANDLER',
	Settings: SETTINGS,
	Notes: [],
	AdminChecklist: [],
	Score: 0,
	Archived: false,
	Status: true,
	CreationDate: '2030-01-15T12:00:00.000Z',
};

export const sweepstakes = {
	'/sweepstakes/create': {
		request: {
			SweepstakesName: required(text({ min: 1, max: 200 })),
			SweepstakesType: required(whole({ min: 1, max: 3 })),
			Handler: required(handler),
			StartDate: required(day),
			EndDate: required(day),
			StartTime: required(time),
			EndTime: required(time),
			CreateInCalendar: withDefault(false, flag),
			SyncWithWinners: withDefault(false, flag),
			DeleteIfDeleted: withDefault(false, flag),
			DeleteIfAcctDeleted: withDefault(false, flag),
		},
		reply: {
			Message: '…',
			Data: SWEEPSTAKES,
		},
	},
	'/sweepstakes/clone': {
		request: {
			Handler: required(text({ min: 1 })),
			HandlerNew: required(handler),
			SweepstakesName: required(text({ min: 1, max: 80 })),
			StartDate: required(day),
			EndDate: required(day),
			StartTime: required(time),
			EndTime: required(time),
		},
		reply: {
			Message: '…',
			SweepstakesToken: 'UUID',
			SweepstakesType: 2,
			SweepstakesName: 'Winter Giveaway',
			Handler: 'HANDLER',
			StartDate: '2030-01-15',
			EndDate: '2030-02-15',
			StartTime: '08:00',
			EndTime: '20:00',
			Status: 'active',
		},
	},
	'/sweepstakes/fetch': {
		reply: {
			Data: [SWEEPSTAKES],
			Count: 1,
		},
	},
	'/sweepstakes/update': {
		request: {
			SweepstakesToken: required(uuid),
			SweepstakesName: text({ min: 1, max: 200 }),
			StartDate: day,
			EndDate: day,
			StartTime: time,
			EndTime: time,
		},
		reply: {
			Message: '…',
			Data: { ...SWEEPSTAKES, SweepstakesName: 'Renamed' },
		},
	},
	'/sweepstakes/delete': {
		request: {
			SweepstakesToken: required(uuid),
		},
		reply: { Message: '…' },
	},
	'/sweepstakes/pause': {
		request: {
			SweepstakesToken: required(uuid),
		},
		reply: { Message: '…' },
	},
	'/sweepstakes/unpause': {
		request: {
			SweepstakesToken: required(uuid),
		},
		reply: { Message: '…' },
	},
} satisfies Table;

export const sweepstakesInReference = {
	'/sweepstakes/create': {
		reply: {
			Message: '…',
			Data: {
				SweepstakesToken: 'UUID',
				SweepstakesName: 'Winter Giveaway',
				SweepstakesType: 2,
				Handler: 'HANDLER',
				StartDate: '2030-01-15',
				EndDate: '2030-02-15',
				Status: true,
				CreationDate: '2030-01-15T12:00:00.000Z',
			},
		},
	},
	'/sweepstakes/fetch': {
		reply: {
			Data: [
				{
					...SWEEPSTAKES,
					Settings: {
						Language: 'en',
						Timezone: 12,
						StartDate: '2030-01-15',
						ExpirationDate: '2030-02-15',
						StartTime: '08:00',
						EndTime: '20:00',
						EmailSenderFrom: '',
						EmailSenderSubject: '',
						PrimaryOptInMessageSMS: '',
						PrimaryOptInMessageEmail: '',
						SecondaryOptInMessageSMS: '',
						SecondaryOptInMessageEmail: '',
						ExpirationMessageSMS: '',
						ExpirationMessageEmail: '',
						AllowDuplicatedEntries: false,
						MaxAllowedEntriesForParticipant: 1,
						MaxAllowedParticipants: 0,
						DefaultGroup: 'UUID',
						InstantWinFrequency: 0,
						InstantWinMessageSMS: '',
						InstantWinMessageEmail: '',
						OneTimeReminder: false,
						OneTimeReminderMessageSMS: '',
						OneTimeReminderMessageEmail: '',
						ReportFrequency: 0,
						UnsubscribedParticipantsRemainElegible: false,
						DefaultStopMessage: '',
						SendHintSmsGateway: false,
						ConfirmationResponseSwitch: false,
					},
				},
			],
			Count: 1,
		},
	},
	'/sweepstakes/update': {
		reply: {
			Message: '…',
			Data: {
				SweepstakesToken: 'UUID',
				SweepstakesName: 'Renamed',
				SweepstakesType: 2,
				Handler: 'HANDLER',
				StartDate: '2030-01-15',
				EndDate: '2030-02-15',
				StartTime: '08:00',
				EndTime: '20:00',
				Status: true,
				CreationDate: '2030-01-15T12:00:00.000Z',
			},
		},
	},
} satisfies Changes;
