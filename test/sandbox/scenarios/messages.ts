import { HOUR_MS } from '../../support/constants';
import { named, numbered, type Scenario } from './scenario';

export const messages = [
	{
		title: 'A message skips a channel whose address is missing, foreign or on the do-not-contact list',
		steps: [
			{ entry: { KeyEmail: 'ada@example.com', KeyPhoneNumber: '2025550177' } },
			{
				call: '/messaging/send',
				send: { Channel: 'both' },
				reply: {
					Channels: [
						{ Channel: 'email', Status: 'queued' },
						{ Channel: 'sms', Status: 'queued' },
					],
				},
			},
			{
				call: '/_sandbox/suppressions',
				send: { Channel: 'sms', Address: '+1 (202) 555-0177', Reason: 'stop' },
			},
			{
				call: '/messaging/send',
				send: { Channel: 'both' },
				reply: { Channels: [{ Status: 'queued' }, { Status: 'skipped', Reason: 'Suppressed' }] },
			},
			{ entry: {} },
			{
				call: '/messaging/send',
				send: { Channel: 'both' },
				status: 422,
				reply: { Channels: [{ Reason: 'NoAddress' }, { Status: 'skipped', Reason: 'NoAddress' }] },
			},
			{ entry: { KeyPhoneNumber: '+442071234567' } },
			{
				call: '/messaging/send',
				send: { Channel: 'sms' },
				status: 422,
				reply: { Channels: [{ Status: 'skipped', Reason: 'UnsupportedCountry' }] },
			},
		],
	},
	{
		title: 'With the same idempotency key, a message is sent only once to each participant',
		steps: [
			{ entry: { KeyEmail: 'ada@example.com' }, reply: { ParticipantToken: named('ada') } },
			{
				call: '/messaging/send',
				send: { IdempotencyKey: 'once-and-again' },
				reply: { NotificationId: named('id'), Channels: [{ MessageToken: named('message') }] },
			},
			{
				call: '/messaging/send',
				send: { IdempotencyKey: 'once-and-again', Message: 'Other' },
				reply: {
					NotificationId: named('id'),
					Duplicate: true,
					ParticipantToken: named('ada'),
					Channels: [{ Channel: 'email', Status: 'delivered', MessageToken: named('message') }],
				},
			},
			{ entry: { KeyEmail: 'bob@example.com' } },
			{ call: '/messaging/send', send: { IdempotencyKey: 'once-and-again' }, reply: { Duplicate: false } },
		],
	},
	{
		title: 'Messages go to AMOE entries, but not to opt-outs',
		steps: [
			{ entry: { KeyEmail: 'ada@example.com', Collections: ['ParticipantsAmoe'] } },
			{ call: '/messaging/send' },
			{
				call: '/_sandbox/participants',
				send: {
					SweepstakesToken: named('SweepstakesToken'),
					ParticipantToken: named('ParticipantToken'),
					Collections: ['OptOuts'],
				},
			},
			{ call: '/messaging/send', status: 404 },
		],
	},
	{
		title:
			'An address gets up to three messages a day, and texts that are prohibited or too long are refused',
		steps: [
			{ entry: { KeyEmail: 'ada@example.com', KeyPhoneNumber: '2025550100' } },
			{ call: '/messaging/send', send: { Channel: 'both', Message: 'x'.repeat(1_601) }, status: 400 },
			{ call: '/messaging/send', send: { Channel: 'both', Message: 'Some Prohibited Content' }, status: 422 },
			{ call: '/messaging/send', send: { Channel: 'both' }, times: 3 },
			{
				call: '/messaging/send',
				send: { Channel: 'both' },
				status: 422,
				reply: {
					Channels: [{ Reason: 'RecipientDailyLimit' }, { Status: 'skipped', Reason: 'RecipientDailyLimit' }],
				},
			},
			{ wait: 24 * HOUR_MS },
			{ wait: 1 },
			{ call: '/messaging/send', send: { Channel: 'sms' } },
		],
	},
	{
		title: 'An account for which direct messages are not enabled cannot send messages',
		account: { messaging: { directMessages: false } },
		steps: [
			{ entry: { KeyPhoneNumber: '2025550100' } },
			{
				call: '/messaging/send',
				send: { Channel: 'sms' },
				status: 403,
				reply: { Code: 'DirectMessageNotEnabled' },
			},
		],
	},
	{
		title: 'Without a registered phone number, an account cannot send SMS or resume SMS drips and campaigns',
		account: { messaging: { smsSender: false } },
		steps: [
			{ entry: { KeyPhoneNumber: '2025550100' } },
			{
				call: '/messaging/send',
				send: { Channel: 'sms' },
				status: 403,
				reply: { Code: 'NoRegisteredSmsSender' },
			},
			{ call: '/_sandbox/drips', send: { Name: 'Welcome', Status: 'paused', Channel: 'sms' } },
			{ call: '/messaging/resume-drip', status: 403, reply: { Reason: 'NoRegisteredSmsSender' } },
			{ call: '/_sandbox/campaigns', send: { Name: 'News', Status: 'paused', Channel: 'sms' } },
			{
				call: '/messaging/resume-campaign',
				status: 422,
				reply: { Findings: [{ Code: 'NoRegisteredSmsSender' }] },
			},
		],
	},
	{
		title:
			'While a channel is paused, its messages are refused, and its drips and campaigns cannot be resumed',
		account: { messaging: { paused: ['sms'] } },
		steps: [
			{ entry: { KeyPhoneNumber: '2025550100' } },
			{ call: '/messaging/send', send: { Channel: 'sms' }, status: 423, reply: { Code: 'ChannelPaused' } },
			{ call: '/_sandbox/drips', send: { Name: 'Welcome', Status: 'paused', Channel: 'sms' } },
			{ call: '/messaging/resume-drip', status: 423, reply: { Reason: 'ChannelPaused' } },
			{ call: '/_sandbox/campaigns', send: { Name: 'News', Status: 'paused', Channel: 'sms' } },
			{ call: '/messaging/resume-campaign', status: 422, reply: { Findings: [{ Code: 'ChannelPaused' }] } },
		],
	},
	{
		title: 'The do-not-contact list stores an address in one spelling, and a known address keeps its reason',
		steps: [
			{
				call: '/_sandbox/suppressions',
				send: { Channel: 'email', Address: 'gone@example.com', Reason: 'complaint' },
			},
			{
				call: '/messaging/add-suppressions',
				send: {
					Channel: 'email',
					Addresses: ['A1@Example.com', ' a1@example.com', 'gone@example.com', 'wrong'],
				},
				reply: {
					Channel: 'email',
					Received: 4,
					Added: 1,
					AlreadySuppressed: 1,
					Invalid: ['wrong'],
					InvalidCount: 1,
				},
			},
			{
				call: '/messaging/add-suppressions',
				send: {
					Channel: 'sms',
					Addresses: ['202-555-0190', '1 202 555 0190', '+44 20 7123 4567', '+47 22 34 56 78'],
				},
				reply: { Added: 1, InvalidCount: 2 },
			},
			{
				call: '/messaging/suppressions',
				send: { Search: 'gone@example.com' },
				reply: { Suppressions: [{ Reason: 'complaint', Removable: false }] },
			},
			{
				call: '/messaging/suppressions',
				send: { Search: '(202) 555-0190' },
				reply: { Suppressions: [{ Address: '+12025550190' }] },
			},
		],
	},
	{
		title:
			'The do-not-contact list is paged, newest first, and an addition reports up to 100 invalid addresses',
		steps: [
			{
				call: '/messaging/add-suppressions',
				send: { Channel: 'sms', Addresses: numbered('wrong#@example.com', 150) },
				reply: { 'Invalid.length': 100, InvalidCount: 150 },
			},
			{ call: '/messaging/add-suppressions', send: { Addresses: numbered('page#@example.com', 160) } },
			{ call: '/messaging/add-suppressions', send: { Channel: 'sms', Addresses: ['2025550190'] } },
			{
				call: '/messaging/suppressions',
				send: { Channel: 'email' },
				reply: { 'Suppressions.length': 25, 'Suppressions.0.Address': 'page159@example.com' },
			},
			{
				call: '/messaging/suppressions',
				send: { Channel: 'email', Page: 1_000, ItemsPerPage: 1_000 },
				reply: { Page: 2, TotalPages: 2, ItemsPerPage: 100, TotalResults: 160 },
			},
		],
	},
	{
		title: 'Up to 20,000 addresses a day, including known ones, can be added to the do-not-contact list',
		steps: [
			{
				call: '/messaging/add-suppressions',
				send: { Addresses: numbered('a#@example.com', 500) },
				times: 39,
			},
			{ call: '/messaging/add-suppressions', send: { Addresses: numbered('b#@example.com', 499) } },
			{
				call: '/messaging/add-suppressions',
				send: { Addresses: ['one@example.com', 'two@example.com'] },
				status: 429,
				reply: { Code: 'DailyLimit', Limit: 20_000, AddedToday: 19_999 },
			},
			{ call: '/messaging/add-suppressions', send: { Addresses: ['one@example.com'] } },
			{ wait: 86_399_999 },
			{ call: '/messaging/add-suppressions', send: { Addresses: ['two@example.com'] }, status: 429 },
			{ wait: 1 },
			{ call: '/messaging/add-suppressions', send: { Addresses: ['two@example.com'] } },
		],
	},
	{
		title: 'An address can be removed from the do-not-contact list only if it was added by hand',
		steps: [
			{
				call: '/messaging/add-suppressions',
				send: { Addresses: ['back1@example.com', 'back2@example.com'] },
			},
			{
				call: '/messaging/suppressions',
				send: { Search: 'back2@example.com' },
				reply: { 'Suppressions.0.AddressHash': named('hash') },
			},
			{
				call: '/messaging/remove-suppression',
				send: { Address: 'BACK1@example.com' },
				reply: { Channel: 'email', Address: 'back1@example.com', Reason: 'manual' },
			},
			{
				call: '/messaging/remove-suppression',
				send: { Address: 'nobody', AddressHash: named('hash') },
				reply: { Address: 'back2@example.com', Reason: 'manual' },
			},
			{ call: '/messaging/remove-suppression', send: { AddressHash: named('hash') }, status: 404 },
			{ call: '/messaging/remove-suppression', send: { Address: 'nobody' }, status: 400 },
			{ call: '/messaging/remove-suppression', status: 400 },
			{
				call: '/_sandbox/suppressions',
				send: { Channel: 'email', Address: 'left@example.com', Reason: 'unsubscribe' },
			},
			{
				call: '/messaging/remove-suppression',
				send: { Address: 'left@example.com' },
				status: 409,
				reply: { Reason: 'unsubscribe' },
			},
		],
	},
	{
		title: 'Campaigns are filtered and listed newest first, without archived ones',
		steps: [
			{
				call: '/_sandbox/campaigns',
				send: { Name: 'Autumn Leaves', SweepstakesToken: named('SweepstakesToken') },
			},
			{
				call: '/_sandbox/campaigns',
				send: { Name: 'autumn leaves too', SweepstakesToken: named('SweepstakesToken'), Status: 'paused' },
			},
			{
				call: '/_sandbox/campaigns',
				send: {
					Name: 'Autumn leaves, archived',
					SweepstakesToken: named('SweepstakesToken'),
					Archived: true,
				},
			},
			{ call: '/_sandbox/campaigns', send: { Name: 'Autumn leaves of the account' } },
			{ call: '/_sandbox/campaigns', send: { Name: 'Spring' } },
			{
				call: '/messaging/campaigns',
				send: { Search: 'autumn leaves', SweepstakesToken: named('SweepstakesToken') },
				reply: { Campaigns: [{ Name: 'autumn leaves too' }, { Name: 'Autumn Leaves' }] },
			},
			{
				call: '/messaging/campaigns',
				send: { Status: 'paused' },
				reply: { Campaigns: [{ Name: 'autumn leaves too' }] },
			},
			{
				call: '/messaging/campaigns',
				send: { Archived: 'true' },
				reply: { Campaigns: [{ Name: 'Autumn leaves, archived' }] },
			},
			{
				call: '/messaging/campaigns',
				send: { Archived: 'false', Search: 'autumn leaves' },
				reply: { 'Campaigns.length': 3 },
			},
			{ call: '/messaging/campaigns', send: { Channel: 'sms' }, reply: { Campaigns: [] } },
		],
	},
	{
		title: 'A campaign reports its recipients, and can be paused, resumed and canceled',
		steps: [
			{
				call: '/_sandbox/campaigns',
				send: {
					Name: 'News',
					Recipients: [
						{ Address: 'r0@example.com', Status: 'sent' },
						{ Address: 'r1@example.com', Status: 'delivered' },
						{ Address: 'r2@example.com', Status: 'opened' },
						{ Address: 'r3@example.com', Status: 'clicked' },
						{ Address: 'r4@example.com', Status: 'bounced' },
						{ Address: 'r5@example.com', Status: 'queued' },
						{ Address: 'r6@example.com', Status: 'suppressed' },
						{ Address: 'r7@example.com', Status: 'failed' },
					],
				},
			},
			{
				call: '/messaging/campaign',
				reply: {
					'Campaign.Counters': {
						Targeted: 8,
						Queued: 1,
						Sent: 5,
						Delivered: 3,
						Opened: 2,
						Clicked: 1,
						Bounced: 1,
						Failed: 1,
						Excluded: { Suppressed: 1 },
					},
					'Campaign.Actions': { Pause: true, Resume: false, Cancel: true },
					'Campaign.Content': { Subject: 'News', SmsBody: null },
				},
			},
			{
				call: '/messaging/campaign-report',
				reply: {
					Rates: { Delivered: 60, Opened: 40, Clicked: 20, Bounced: 20 },
					ByStatus: { opened: 1, queued: 1 },
					TopErrors: [{ Count: 1 }],
					TopLinks: [{ Clicks: 1 }],
				},
			},
			{
				call: '/messaging/campaign-recipients',
				reply: {
					Recipients: [
						{ Status: 'sent' },
						{ Status: 'delivered' },
						{ Status: 'opened' },
						{ Status: 'clicked' },
						{ Status: 'bounced' },
						{ Status: 'queued' },
						{ Status: 'suppressed' },
						{ Status: 'failed' },
					],
				},
			},
			{
				call: '/messaging/campaign-recipients',
				send: { Status: 'bounced' },
				reply: { Recipients: [{ ErrorCode: 'MailboxFull', OpenedAt: null }] },
			},
			{
				call: '/messaging/campaign-recipients',
				send: { Search: 'R2@Example.com' },
				reply: {
					Recipients: [
						{ Address: 'r2@example.com', OpenedAt: /^2030/, ClickedAt: null, NextAttemptAt: null },
					],
				},
			},
			{ call: '/messaging/campaign-recipients', send: { Search: 'nowhere' }, reply: { Recipients: [] } },
			{ call: '/messaging/pause-campaign', reply: { 'Campaign.Status': 'paused' } },
			{ call: '/messaging/pause-campaign', status: 409, reply: { Status: 'paused' } },
			{ call: '/messaging/resume-campaign', reply: { 'Campaign.Status': 'sending' } },
			{ call: '/messaging/resume-campaign', status: 409, reply: { Status: 'sending' } },
			{
				call: '/messaging/cancel-campaign',
				reply: {
					PreviousStatus: 'sending',
					Status: 'cancelled',
					Sent: 5,
					CancelledRows: 1,
					ReleasedUnits: 1,
				},
			},
			{ call: '/messaging/cancel-campaign', status: 409, reply: { Status: 'cancelled' } },
			{ call: '/messaging/campaign', reply: { 'Campaign.Counters': { Queued: 0, Sent: 5 } } },
			{ call: '/_sandbox/campaigns', send: { Name: 'SMS', Channel: 'sms', Status: 'completed' } },
			{
				call: '/messaging/campaign',
				reply: {
					'Campaign.Content': { Subject: null, SmsBody: /./, Blocks: [] },
					'Campaign.CompletedAt': /^2030/,
				},
			},
			{
				call: '/messaging/campaign-report',
				reply: { Rates: { Delivered: 0 }, TopErrors: null, Timeline: null, TopLinks: null },
			},
		],
	},
	{
		title: 'A campaign cannot be resumed if it was blocked to protect delivery or if its list is incomplete',
		steps: [
			{
				call: '/_sandbox/campaigns',
				send: { Name: 'News', Status: 'blocked', BlockedReason: 'HighBounceRate' },
			},
			{
				call: '/messaging/resume-campaign',
				status: 409,
				reply: { Status: 'blocked', BlockedReason: 'HighBounceRate' },
			},
			{
				call: '/messaging/cancel-campaign',
				status: 409,
				reply: { Status: 'blocked', BlockedReason: 'HighBounceRate' },
			},
			{ call: '/messaging/campaign', reply: { 'Campaign.Actions.Cancel': false } },
			{ call: '/_sandbox/campaigns', send: { Name: 'News', Status: 'blocked', BlockedReason: 'NoFromName' } },
			{ call: '/messaging/cancel-campaign' },
			{ call: '/_sandbox/campaigns', send: { Name: 'News', Status: 'paused', Listed: false } },
			{ call: '/messaging/resume-campaign', status: 409, reply: { Status: 'paused' } },
		],
	},
	{
		title: 'Drips are filtered and listed newest first, together with the plan’s limit',
		steps: [
			{
				call: '/_sandbox/drips',
				send: {
					Name: 'Spring one',
					Contacts: [
						{ SourceToken: 'a' },
						{ SourceToken: 'b', Status: 'exited' },
						{ SourceToken: 'c', Status: 'completed', SourceType: 'lead' },
					],
				},
			},
			{ call: '/_sandbox/drips', send: { Name: 'spring two', Status: 'paused' } },
			{ call: '/_sandbox/drips', send: { Name: 'Spring gone', Archived: true } },
			{ call: '/_sandbox/drips', send: { Name: 'Autumn' } },
			{
				call: '/messaging/drips',
				send: { Search: 'SPRING' },
				reply: {
					Drips: [
						{ Name: 'spring two', PausedAt: /^2030/ },
						{ Name: 'Spring one', PausedAt: null, Counters: { Enrolled: 3, Active: 1, Completed: 1 } },
					],
					TotalResults: 2,
					CanRun: true,
					PlanLimit: { CurrentCount: 4, Unlimited: true },
				},
			},
			{ call: '/messaging/drips', send: { Status: 'paused' }, reply: { Drips: [{ Name: 'spring two' }] } },
		],
	},
	{
		title: 'A drip lists its contacts newest first, and each contact can be removed once',
		steps: [
			{
				call: '/_sandbox/drips',
				send: {
					Name: 'Welcome',
					Contacts: [
						{ SourceToken: 'a' },
						{ SourceToken: 'b', Status: 'exited' },
						{ SourceToken: 'c', Status: 'completed', SourceType: 'lead' },
					],
				},
			},
			{ call: '/messaging/drip-report', reply: { Days: 30, Totals: { Sent: 3 }, Rates: { Delivered: 100 } } },
			{
				call: '/messaging/drip-enrollments',
				reply: { Enrollments: [{ SourceToken: 'c' }, { SourceToken: 'b' }, { SourceToken: 'a' }] },
			},
			{
				call: '/messaging/drip-enrollments',
				send: { Status: 'exited' },
				reply: { Enrollments: [{ ExitReason: 'unsubscribed', NextStep: null }] },
			},
			{
				call: '/messaging/drip-enrollments',
				send: { SourceToken: 'a' },
				reply: { Enrollments: [{ Status: 'active', NextStep: 1 }] },
			},
			{
				call: '/messaging/drip-remove-contact',
				send: { SourceToken: 'a' },
				reply: { SourceToken: 'a', Removed: 1 },
			},
			{
				call: '/messaging/drip-remove-contact',
				send: { SourceToken: 'a' },
				status: 409,
				reply: { Status: 'exited', ExitReason: 'removed' },
			},
			{ call: '/messaging/drip-remove-contact', send: { SourceToken: 'nobody' }, status: 404 },
			{
				call: '/messaging/drip',
				reply: { 'Drip.Counters': { Active: 0, Exited: { Removed: 1, Unsubscribed: 1 } } },
			},
		],
	},
	{
		title: 'A drip can be paused and then resumed, unless it is blocked or was edited',
		steps: [
			{ call: '/_sandbox/drips', send: { Name: 'Welcome', Channel: 'sms' } },
			{ call: '/messaging/drip', reply: { 'Drip.Steps': [{ Content: { SmsBody: /./ } }] } },
			{ call: '/messaging/drip-report', reply: { Rates: { Delivered: 0 } } },
			{ call: '/messaging/pause-drip', reply: { 'Drip.Status': 'paused' } },
			{ call: '/messaging/pause-drip', status: 409, reply: { Status: 'paused' } },
			{ call: '/messaging/resume-drip', reply: { 'Drip.Status': 'active' } },
			{ call: '/messaging/resume-drip', status: 409, reply: { Status: 'active' } },
			{ call: '/_sandbox/drips', send: { Name: 'Welcome', Status: 'blocked' } },
			{ call: '/messaging/resume-drip', status: 409, reply: { Reason: 'Blocked' } },
			{ call: '/_sandbox/drips', send: { Name: 'Welcome', Status: 'paused', Edited: true } },
			{ call: '/messaging/resume-drip', status: 409, reply: { Reason: 'EditedSincePause' } },
		],
	},
	{
		title: 'A drip can be changed only if the messages module is also enabled',
		account: { modules: { messages: false } },
		steps: [
			{ call: '/_sandbox/drips', send: { Name: 'Welcome', Contacts: [{ SourceToken: 'a' }] } },
			{ call: '/messaging/drip-remove-contact', status: 403 },
			{ call: '/messaging/pause-drip', status: 403 },
			{ call: '/messaging/resume-drip', status: 403 },
			{ call: '/messaging/drip' },
		],
	},
] satisfies Scenario[];
