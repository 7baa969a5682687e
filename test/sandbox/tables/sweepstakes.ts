import { day, flag, handler, text, time, uuid, whole } from '../kinds';
import { required, withDefault, type Changes, type Table } from './table';

const SETTINGS_IN_REFERENCE = {
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

const SETTINGS = { ...SETTINGS_IN_REFERENCE, EndDate: '2030-02-15' };

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
		isInContract: true,
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
		reply: { Message: '…', Data: SWEEPSTAKES },
	},
	'/sweepstakes/clone': {
		isInContract: true,
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
	'/sweepstakes/fetch': { isInContract: true, reply: { Data: [SWEEPSTAKES], Count: 1 } },
	'/sweepstakes/update': {
		isInContract: true,
		request: {
			SweepstakesToken: required(uuid),
			SweepstakesName: text({ min: 1, max: 200 }),
			StartDate: day,
			EndDate: day,
			StartTime: time,
			EndTime: time,
		},
		reply: { Message: '…', Data: { ...SWEEPSTAKES, SweepstakesName: 'Renamed' } },
	},
	'/sweepstakes/delete': {
		isInContract: true,
		request: { SweepstakesToken: required(uuid) },
		reply: { Message: '…' },
	},
	'/sweepstakes/pause': {
		isInContract: true,
		request: { SweepstakesToken: required(uuid) },
		reply: { Message: '…' },
	},
	'/sweepstakes/unpause': {
		isInContract: true,
		request: { SweepstakesToken: required(uuid) },
		reply: { Message: '…' },
	},
} satisfies Table;

/** What the replies to a new and a changed sweepstakes contain in the reference. */
const SHORT = {
	SweepstakesToken: 'UUID',
	SweepstakesName: 'Winter Giveaway',
	SweepstakesType: 2,
	Handler: 'HANDLER',
	StartDate: '2030-01-15',
	EndDate: '2030-02-15',
	Status: true,
	CreationDate: '2030-01-15T12:00:00.000Z',
};

export const sweepstakesInReference = {
	'/sweepstakes/create': { reply: { Message: '…', Data: SHORT } },
	'/sweepstakes/fetch': {
		reply: {
			Data: [
				{
					...SWEEPSTAKES,
					Settings: {
						...SETTINGS_IN_REFERENCE,
						AllowDuplicatedEntries: false,
						MaxAllowedEntriesForParticipant: 1,
					},
				},
			],
			Count: 1,
		},
	},
	'/sweepstakes/update': {
		reply: {
			Message: '…',
			Data: { ...SHORT, SweepstakesName: 'Renamed', StartTime: '08:00', EndTime: '20:00' },
		},
	},
} satisfies Changes;
