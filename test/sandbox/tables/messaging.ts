import { address, flag, flagOrText, hash, key, oneOf, text, texts, uuid, whole } from '../kinds';
import { required, withDefault, type Table } from './table';

const COUNTERS = {
	Targeted: 4,
	Excluded: {
		NoConsent: 0,
		Suppressed: 0,
		Invalid: 0,
		Capped: 0,
		Duplicate: 0,
		NonUsCaNumber: 0,
		NotFirstParty: 0,
		OverQuota: 0,
	},
	Queued: 1,
	Sent: 3,
	Delivered: 2,
	Opened: 1,
	Clicked: 1,
	Bounced: 1,
	Complained: 0,
	Unsubscribed: 0,
	Failed: 0,
	Segments: 0,
};

const CAMPAIGN = {
	CampaignToken: 'UUID',
	Name: 'News',
	Channel: 'email',
	SweepstakesToken: 'UUID',
	BlockedReason: null,
	Archived: false,
	Category: 'marketing',
	Status: 'sending',
	CreationDate: '2030-01-15T12:00:00.000Z',
	UpdatedAt: '2030-01-15T12:00:00.000Z',
	ReputationHold: false,
	Origin: 'manual',
	Counters: COUNTERS,
	QuotaReserved: 1,
	ReviewStatus: null,
	ScheduledAt: null,
	ScheduleZone: null,
	LaunchedAt: '2030-01-15T12:00:00.000Z',
	CompletedAt: null,
	Actions: { Pause: true, Resume: false, Cancel: true },
};

const PEOPLE = {
	Enrolled: 2,
	Active: 1,
	Completed: 0,
	Exited: { Unsubscribed: 1, Suppressed: 0, Won: 0, Removed: 0 },
	Deferred: {},
};

const DRIP = {
	DripToken: 'UUID',
	Description: '',
	Name: 'News',
	Channel: 'email',
	SweepstakesToken: 'UUID',
	BlockedReason: null,
	Archived: false,
	Status: 'active',
	PausedAt: null,
	CreationDate: '2030-01-15T12:00:00.000Z',
	UpdatedAt: '2030-01-15T12:00:00.000Z',
	StaffHold: false,
	Trigger: 'join',
	StepsCount: 1,
	Counters: PEOPLE,
	Origin: 'manual',
	ActivatedAt: '2030-01-15T12:00:00.000Z',
	CompletedAt: null,
};

const QUOTA = {
	IncludedInPlan: true,
	Paused: false,
	PausedBy: null,
	Month: '2030-01',
	MaxPerMonth: 0,
	Unlimited: true,
	Used: 0,
	Reserved: 0,
	Remaining: null,
	LimitReached: false,
	TransactionalCeiling: null,
};

const SENT = {
	Sent: 2,
	Delivered: 2,
	Opened: 0,
	Clicked: 0,
	Bounced: 0,
	Complained: 0,
	Unsubscribed: 0,
	Failed: 0,
};

const RATES = { Delivered: 100, Opened: 0, Clicked: 0, Unsubscribed: 0, Bounced: 0, Complained: 0 };

const QUEUED = {
	Address: 'queued@example.com',
	Status: 'queued',
	ErrorCode: null,
	SentAt: null,
	DeliveredAt: null,
	OpenedAt: null,
	ClickedAt: null,
	NextAttemptAt: '2030-01-15T12:00:00.000Z',
	Segments: 0,
};

const ENROLLED = {
	EnrollmentToken: 'UUID',
	SourceToken: 'a',
	SourceType: 'participant',
	Status: 'active',
	ExitReason: null,
	NextStep: 1,
	NextStepAt: '2030-01-15T12:00:00.000Z',
	EnrolledAt: '2030-01-15T12:00:00.000Z',
	LastSentAt: null,
	EndedAt: null,
};

const PAGE = { Page: withDefault(1, whole()), ItemsPerPage: withDefault(25, whole()) };

const onOnePage = (TotalResults: number) => ({ TotalResults, Page: 1, ItemsPerPage: 25, TotalPages: 1 });

export const messaging = {
	'/messaging/usage': {
		module: 'messages',
		worksWithoutModule: true,
		reply: {
			Message: '…',
			Data: {
				ModuleEnabled: true,
				DirectMessageEnabled: true,
				Email: QUOTA,
				Sms: { ...QUOTA, SenderReady: true },
			},
		},
	},
	'/messaging/send': {
		module: 'messages',
		request: {
			ParticipantToken: required(uuid),
			Channel: required(oneOf('email', 'sms', 'both'), 'email'),
			Message: required(text({ min: 1, max: 5_000 }), 'Hello'),
			Subject: text({ max: 200 }),
			IdempotencyKey: key,
		},
		reply: {
			Data: {
				ParticipantToken: 'UUID',
				NotificationId: 'HEX',
				Duplicate: false,
				Channels: [{ Channel: 'email', Status: 'queued', MessageToken: 'UUID' }],
			},
			Message: '…',
		},
	},
	'/messaging/suppressions': {
		module: 'messages',
		worksWithoutModule: true,
		request: { Channel: oneOf('email', 'sms'), Search: text({ max: 254 }), ...PAGE },
		reply: {
			Message: '…',
			Data: {
				Suppressions: [
					{
						Channel: 'email',
						Address: 'gone@example.com',
						Reason: 'manual',
						AddressHash: 'HEX',
						CreationDate: '2030-01-15T12:00:00.000Z',
						Removable: true,
					},
				],
				...onOnePage(1),
			},
		},
	},
	'/messaging/add-suppressions': {
		module: 'messages',
		request: {
			Channel: required(oneOf('email', 'sms'), 'email'),
			Addresses: required(texts({ min: 1, max: 500 }), ['Ada@example.com', 'x']),
		},
		reply: {
			Message: '…',
			Data: {
				Channel: 'email',
				Received: 2,
				Added: 1,
				AlreadySuppressed: 0,
				Invalid: ['x'],
				InvalidCount: 1,
			},
		},
	},
	'/messaging/remove-suppression': {
		module: 'messages',
		request: { Channel: required(oneOf('email', 'sms'), 'email'), Address: address, AddressHash: hash },
		reply: { Message: '…', Data: { Channel: 'email', Address: 'gone@example.com', Reason: 'manual' } },
	},
	'/messaging/campaigns': {
		module: 'messages',
		worksWithoutModule: true,
		request: {
			SweepstakesToken: uuid,
			Channel: oneOf('email', 'sms'),
			Category: oneOf('marketing', 'transactional', 'referral'),
			Status: oneOf(
				'draft',
				'scheduled',
				'queued',
				'sending',
				'paused',
				'completed',
				'cancelled',
				'failed',
				'blocked',
			),
			Search: text({ max: 100 }),
			Archived: withDefault(false, flagOrText),
			...PAGE,
		},
		reply: { Message: '…', Data: { Campaigns: [CAMPAIGN], ...onOnePage(1) } },
	},
	'/messaging/campaign': {
		module: 'messages',
		worksWithoutModule: true,
		request: { CampaignToken: required(uuid) },
		reply: {
			Message: '…',
			Data: {
				Campaign: {
					...CAMPAIGN,
					Content: {
						Subject: 'News',
						Preheader: null,
						SmsBody: null,
						Blocks: [{ Type: 'text', Text: 'Have you seen our prizes?', Label: null, Url: null }],
					},
					Audience: { Sources: ['participants'], Filters: {}, ExcludeRecentHours: 0 },
					Sender: { ProfileToken: null },
				},
			},
		},
	},
	'/messaging/campaign-report': {
		module: 'messages',
		worksWithoutModule: true,
		request: { CampaignToken: required(uuid) },
		reply: {
			Message: '…',
			Data: {
				Campaign: CAMPAIGN,
				Counters: COUNTERS,
				Rates: {
					Delivered: 66.67,
					Opened: 33.33,
					Clicked: 33.33,
					Bounced: 33.33,
					Complained: 0,
					Unsubscribed: 0,
					Failed: 0,
				},
				ByStatus: {
					queued: 1,
					sending: 0,
					sent: 0,
					delivered: 1,
					opened: 0,
					clicked: 1,
					bounced: 1,
					complained: 0,
					failed: 0,
					suppressed: 0,
					unsubscribed: 0,
					cancelled: 0,
				},
				TopErrors: [{ Code: 'MailboxFull', Count: 1 }],
				Timeline: [{ Hour: '2030-01-15T12:00:00.000Z', Count: 3 }],
				TopLinks: [{ Link: 'https://example.com', Clicks: 1 }],
				RowsExpired: false,
			},
		},
	},
	'/messaging/campaign-recipients': {
		module: 'messages',
		worksWithoutModule: true,
		request: {
			CampaignToken: required(uuid),
			Status: oneOf(
				'queued',
				'sending',
				'sent',
				'delivered',
				'opened',
				'clicked',
				'bounced',
				'complained',
				'failed',
				'suppressed',
				'unsubscribed',
				'cancelled',
			),
			Search: text({ max: 254 }),
			...PAGE,
		},
		reply: {
			Message: '…',
			Data: {
				Recipients: [
					QUEUED,
					{
						...QUEUED,
						Address: 'delivered@example.com',
						Status: 'delivered',
						SentAt: '2030-01-15T12:00:00.000Z',
						DeliveredAt: '2030-01-15T12:00:00.000Z',
						NextAttemptAt: null,
					},
					4,
				],
				...onOnePage(4),
			},
		},
	},
	'/messaging/pause-campaign': {
		module: 'messages',
		request: { CampaignToken: required(uuid) },
		reply: {
			Message: '…',
			Data: {
				Campaign: { ...CAMPAIGN, Status: 'paused', Actions: { Pause: false, Resume: true, Cancel: true } },
			},
		},
	},
	'/messaging/resume-campaign': {
		module: 'messages',
		request: { CampaignToken: required(uuid) },
		reply: { Message: '…', Data: { Campaign: CAMPAIGN } },
	},
	'/messaging/cancel-campaign': {
		module: 'messages',
		request: { CampaignToken: required(uuid) },
		reply: {
			Message: '…',
			Data: {
				CampaignToken: 'UUID',
				PreviousStatus: 'sending',
				Status: 'cancelled',
				Sent: 3,
				CancelledRows: 1,
				ReleasedUnits: 1,
			},
		},
	},
	'/messaging/drips': {
		module: 'drips',
		request: {
			SweepstakesToken: uuid,
			Channel: oneOf('email', 'sms'),
			Status: oneOf('draft', 'active', 'paused', 'completed', 'blocked'),
			Search: text({ max: 100 }),
			Archived: withDefault(false, flag),
			...PAGE,
		},
		reply: {
			Message: '…',
			Data: {
				Drips: [DRIP],
				...onOnePage(1),
				PlanLimit: { MaxAllowed: 0, CurrentCount: 1, Unlimited: true, LimitReached: false },
				CanRun: true,
			},
		},
	},
	'/messaging/drip': {
		module: 'drips',
		request: { DripToken: required(uuid) },
		reply: {
			Message: '…',
			Data: {
				Drip: {
					...DRIP,
					Audience: { Sources: ['participants'], AcquisitionChannels: [], Groups: 0, Lists: 0, Agents: 0 },
					Settings: {
						Language: 'en',
						SendWindow: null,
						ExitOnClick: false,
						ExitOnWin: true,
						MaxEnrollmentsPerDay: 0,
						HasTemplate: false,
					},
					Steps: [
						{
							Index: 0,
							StepToken: 'UUID',
							Name: 'Welcome',
							Delay: { Value: 1, Unit: 'days' },
							Content: {
								Subject: 'News',
								Preheader: null,
								Blocks: [{ Type: 'text', Text: 'Welcome!', Label: null, Url: null }],
							},
						},
					],
				},
			},
		},
	},
	'/messaging/pause-drip': {
		module: 'drips',
		request: { DripToken: required(uuid) },
		reply: {
			Message: '…',
			Data: { Drip: { ...DRIP, Status: 'paused', PausedAt: '2030-01-15T12:00:00.000Z' }, ReleasedUnits: 1 },
		},
	},
	'/messaging/resume-drip': {
		module: 'drips',
		request: { DripToken: required(uuid) },
		reply: { Message: '…', Data: { Drip: DRIP, Note: 'Sending starts again within 5 minutes.' } },
	},
	'/messaging/drip-report': {
		module: 'drips',
		request: { DripToken: required(uuid), Days: withDefault(30, oneOf(7, 30, 90, 180)) },
		reply: {
			Message: '…',
			Data: {
				Drip: DRIP,
				Days: 30,
				People: PEOPLE,
				Totals: SENT,
				Rates: RATES,
				Steps: [
					{
						Index: 0,
						Name: 'Welcome',
						Delay: { Value: 1, Unit: 'days' },
						Waiting: 0,
						Counters: SENT,
						Rates: RATES,
					},
				],
				Timeline: [{ Day: '2030-01-15', Sent: 2, Opened: 0, Clicked: 0, Unsubscribed: 0 }],
				TopLinks: null,
			},
		},
	},
	'/messaging/drip-enrollments': {
		module: 'drips',
		request: {
			DripToken: required(uuid),
			Status: oneOf('active', 'completed', 'exited'),
			SourceToken: text(),
			...PAGE,
		},
		reply: {
			Message: '…',
			Data: {
				DripToken: 'UUID',
				Enrollments: [
					{
						...ENROLLED,
						SourceToken: 'b',
						Status: 'exited',
						ExitReason: 'unsubscribed',
						NextStep: null,
						NextStepAt: null,
						EndedAt: '2030-01-15T12:00:00.000Z',
					},
					ENROLLED,
				],
				...onOnePage(2),
			},
		},
	},
	'/messaging/drip-remove-contact': {
		module: 'drips',
		request: { DripToken: required(uuid), SourceToken: required(text({ min: 1 }), 'a') },
		reply: { Message: '…', Data: { DripToken: 'UUID', SourceToken: 'a', Removed: 1 } },
	},
} satisfies Table;
