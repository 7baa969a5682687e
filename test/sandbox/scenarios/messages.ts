import { HOUR_MS } from '../../support/constants';
import { entry, named, numbered, ok, place, refused, times, wait, type Scenarios } from './scenario';

const CONTACTS = [
	{ SourceToken: 'a' },
	{ SourceToken: 'b', Status: 'exited' },
	{ SourceToken: 'c', Status: 'completed', SourceType: 'lead' },
];

export const messages: Scenarios = {
	'A message skips a channel whose address is missing, foreign or on the do-not-contact list': [
		entry({ KeyEmail: 'ada@example.com', KeyPhoneNumber: '2025550177' }),
		ok('/messaging/send', { Channel: 'both' }).shows({
			Channels: [
				{ Channel: 'email', Status: 'queued' },
				{ Channel: 'sms', Status: 'queued' },
			],
		}),
		ok('/_sandbox/suppressions', { Channel: 'sms', Address: '+1 (202) 555-0177', Reason: 'stop' }),
		ok('/messaging/send', { Channel: 'both' }).shows({
			Channels: [{ Status: 'queued' }, { Status: 'skipped', Reason: 'Suppressed' }],
		}),
		entry(),
		refused(422, '/messaging/send', { Channel: 'both' }).shows({
			Channels: [{ Reason: 'NoAddress' }, { Status: 'skipped', Reason: 'NoAddress' }],
		}),
		entry({ KeyPhoneNumber: '+442071234567' }),
		refused(422, '/messaging/send', { Channel: 'sms' }).shows({
			Channels: [{ Status: 'skipped', Reason: 'UnsupportedCountry' }],
		}),
	],
	'Messages go to AMOE entries, but not to opt-outs': [
		entry({ KeyEmail: 'ada@example.com', Collections: ['ParticipantsAmoe'] }),
		ok('/messaging/send'),
		place({ Collections: ['OptOuts'] }),
		refused(404, '/messaging/send'),
	],
	'An address gets up to three messages a day, and texts that are prohibited or too long are refused': [
		entry({ KeyEmail: 'ada@example.com', KeyPhoneNumber: '2025550100' }),
		refused(400, '/messaging/send', { Channel: 'both', Message: 'x'.repeat(1_601) }),
		refused(422, '/messaging/send', { Channel: 'both', Message: 'Some Prohibited Content' }),
		times(3, ok('/messaging/send', { Channel: 'both' })),
		refused(422, '/messaging/send', { Channel: 'both' }).shows({
			Channels: [{ Reason: 'RecipientDailyLimit' }, { Status: 'skipped', Reason: 'RecipientDailyLimit' }],
		}),
		wait(24 * HOUR_MS),
		wait(1),
		ok('/messaging/send', { Channel: 'sms' }),
	],
	'An account for which direct messages are not enabled cannot send messages': {
		account: { messaging: { directMessages: false } },
		steps: [
			entry({ KeyPhoneNumber: '2025550100' }),
			refused(403, '/messaging/send', { Channel: 'sms' }).shows({ Code: 'DirectMessageNotEnabled' }),
		],
	},
	'Without a registered phone number, an account cannot send SMS or resume SMS drips and campaigns': {
		account: { messaging: { smsSender: false } },
		steps: [
			entry({ KeyPhoneNumber: '2025550100' }),
			refused(403, '/messaging/send', { Channel: 'sms' }).shows({ Code: 'NoRegisteredSmsSender' }),
			ok('/_sandbox/drips', { Name: 'Welcome', Status: 'paused', Channel: 'sms' }),
			refused(403, '/messaging/resume-drip').shows({ Reason: 'NoRegisteredSmsSender' }),
			ok('/_sandbox/campaigns', { Name: 'News', Status: 'paused', Channel: 'sms' }),
			refused(422, '/messaging/resume-campaign').shows({ Findings: [{ Code: 'NoRegisteredSmsSender' }] }),
		],
	},
	'While a channel is paused, its messages are refused, and its drips and campaigns cannot be resumed': {
		account: { messaging: { paused: ['sms'] } },
		steps: [
			entry({ KeyPhoneNumber: '2025550100' }),
			refused(423, '/messaging/send', { Channel: 'sms' }).shows({ Code: 'ChannelPaused' }),
			ok('/_sandbox/drips', { Name: 'Welcome', Status: 'paused', Channel: 'sms' }),
			refused(423, '/messaging/resume-drip').shows({ Reason: 'ChannelPaused' }),
			ok('/_sandbox/campaigns', { Name: 'News', Status: 'paused', Channel: 'sms' }),
			refused(422, '/messaging/resume-campaign').shows({ Findings: [{ Code: 'ChannelPaused' }] }),
		],
	},
	'The do-not-contact list stores an address in one spelling, and a known address keeps its reason': [
		ok('/_sandbox/suppressions', { Channel: 'email', Address: 'gone@example.com', Reason: 'complaint' }),
		ok('/messaging/add-suppressions', {
			Channel: 'email',
			Addresses: ['A1@Example.com', ' a1@example.com', 'gone@example.com', 'wrong'],
		}).shows({
			Channel: 'email',
			Received: 4,
			Added: 1,
			AlreadySuppressed: 1,
			Invalid: ['wrong'],
			InvalidCount: 1,
		}),
		ok('/messaging/add-suppressions', {
			Channel: 'sms',
			Addresses: ['202-555-0190', '1 202 555 0190', '+44 20 7123 4567', '+47 22 34 56 78'],
		}).shows({ Added: 1, InvalidCount: 2 }),
		ok('/messaging/suppressions', { Search: 'gone@example.com' }).shows({
			Suppressions: [{ Reason: 'complaint', Removable: false }],
		}),
		ok('/messaging/suppressions', { Search: '(202) 555-0190' }).shows({
			Suppressions: [{ Address: '+12025550190' }],
		}),
	],
	'The do-not-contact list is paged, newest first, and an addition reports up to 100 invalid addresses': [
		ok('/messaging/add-suppressions', {
			Channel: 'sms',
			Addresses: numbered('wrong#@example.com', 150),
		}).shows({ 'Invalid.length': 100, InvalidCount: 150 }),
		ok('/messaging/add-suppressions', { Addresses: numbered('page#@example.com', 160) }),
		ok('/messaging/add-suppressions', { Channel: 'sms', Addresses: ['2025550190'] }),
		ok('/messaging/suppressions', { Channel: 'email' }).shows({
			'Suppressions.length': 25,
			'Suppressions.0.Address': 'page159@example.com',
		}),
		ok('/messaging/suppressions', { Channel: 'email', Page: 1_000, ItemsPerPage: 1_000 }).shows({
			Page: 2,
			TotalPages: 2,
			ItemsPerPage: 100,
			TotalResults: 160,
		}),
	],
	'An address can be removed from the do-not-contact list only if it was added by hand': [
		ok('/messaging/add-suppressions', { Addresses: ['back1@example.com', 'back2@example.com'] }),
		ok('/messaging/suppressions', { Search: 'back2@example.com' }).shows({
			'Suppressions.0.AddressHash': named('hash'),
		}),
		ok('/messaging/remove-suppression', { Address: 'BACK1@example.com' }).shows({
			Channel: 'email',
			Address: 'back1@example.com',
			Reason: 'manual',
		}),
		ok('/messaging/remove-suppression', { Address: 'nobody', AddressHash: named('hash') }).shows({
			Address: 'back2@example.com',
			Reason: 'manual',
		}),
		refused(404, '/messaging/remove-suppression', { AddressHash: named('hash') }),
		refused(400, '/messaging/remove-suppression', { Address: 'nobody' }),
		refused(400, '/messaging/remove-suppression'),
		ok('/_sandbox/suppressions', { Channel: 'email', Address: 'left@example.com', Reason: 'unsubscribe' }),
		refused(409, '/messaging/remove-suppression', { Address: 'left@example.com' }).shows({
			Reason: 'unsubscribe',
		}),
	],
	'Campaigns are filtered and listed newest first, without archived ones': [
		ok('/_sandbox/campaigns', { Name: 'Autumn Leaves', SweepstakesToken: named('SweepstakesToken') }),
		ok('/_sandbox/campaigns', {
			Name: 'autumn leaves too',
			SweepstakesToken: named('SweepstakesToken'),
			Status: 'paused',
		}),
		ok('/_sandbox/campaigns', {
			Name: 'Autumn leaves, archived',
			SweepstakesToken: named('SweepstakesToken'),
			Archived: true,
		}),
		ok('/_sandbox/campaigns', { Name: 'Autumn leaves of the account' }),
		ok('/_sandbox/campaigns', { Name: 'Spring' }),
		ok('/messaging/campaigns', {
			Search: 'autumn leaves',
			SweepstakesToken: named('SweepstakesToken'),
		}).shows({ Campaigns: [{ Name: 'autumn leaves too' }, { Name: 'Autumn Leaves' }] }),
		ok('/messaging/campaigns', { Status: 'paused' }).shows({ Campaigns: [{ Name: 'autumn leaves too' }] }),
		ok('/messaging/campaigns', { Archived: 'true' }).shows({
			Campaigns: [{ Name: 'Autumn leaves, archived' }],
		}),
		ok('/messaging/campaigns', { Archived: 'false', Search: 'autumn leaves' }).shows({
			'Campaigns.length': 3,
		}),
		ok('/messaging/campaigns', { Channel: 'sms' }).shows({ Campaigns: [] }),
	],
	'A campaign reports its recipients, and can be paused, resumed and canceled': [
		ok('/_sandbox/campaigns', {
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
		}),
		ok('/messaging/campaign').shows({
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
		}),
		ok('/messaging/campaign-report').shows({
			Rates: { Delivered: 60, Opened: 40, Clicked: 20, Bounced: 20 },
			ByStatus: { opened: 1, queued: 1 },
			TopErrors: [{ Count: 1 }],
			TopLinks: [{ Clicks: 1 }],
		}),
		ok('/messaging/campaign-recipients').shows({
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
		}),
		ok('/messaging/campaign-recipients', { Status: 'bounced' }).shows({
			Recipients: [{ ErrorCode: 'MailboxFull', OpenedAt: null }],
		}),
		ok('/messaging/campaign-recipients', { Search: 'R2@Example.com' }).shows({
			Recipients: [{ Address: 'r2@example.com', OpenedAt: /^2030/, ClickedAt: null, NextAttemptAt: null }],
		}),
		ok('/messaging/campaign-recipients', { Search: 'nowhere' }).shows({ Recipients: [] }),
		ok('/messaging/pause-campaign').shows({ 'Campaign.Status': 'paused' }),
		refused(409, '/messaging/pause-campaign').shows({ Status: 'paused' }),
		ok('/messaging/resume-campaign').shows({ 'Campaign.Status': 'sending' }),
		refused(409, '/messaging/resume-campaign').shows({ Status: 'sending' }),
		ok('/messaging/cancel-campaign').shows({
			PreviousStatus: 'sending',
			Status: 'cancelled',
			Sent: 5,
			CancelledRows: 1,
			ReleasedUnits: 1,
		}),
		refused(409, '/messaging/cancel-campaign').shows({ Status: 'cancelled' }),
		ok('/messaging/campaign').shows({ 'Campaign.Counters': { Queued: 0, Sent: 5 } }),
		ok('/_sandbox/campaigns', { Name: 'SMS', Channel: 'sms', Status: 'completed' }),
		ok('/messaging/campaign').shows({
			'Campaign.Content': { Subject: null, SmsBody: /./, Blocks: [] },
			'Campaign.CompletedAt': /^2030/,
		}),
		ok('/messaging/campaign-report').shows({
			Rates: { Delivered: 0 },
			TopErrors: null,
			Timeline: null,
			TopLinks: null,
		}),
	],
	'A campaign cannot be resumed if it was blocked to protect delivery or if its list is incomplete': [
		ok('/_sandbox/campaigns', { Name: 'News', Status: 'blocked', BlockedReason: 'HighBounceRate' }),
		refused(409, '/messaging/resume-campaign').shows({ Status: 'blocked', BlockedReason: 'HighBounceRate' }),
		refused(409, '/messaging/cancel-campaign').shows({ Status: 'blocked', BlockedReason: 'HighBounceRate' }),
		ok('/messaging/campaign').shows({ 'Campaign.Actions.Cancel': false }),
		ok('/_sandbox/campaigns', { Name: 'News', Status: 'blocked', BlockedReason: 'NoFromName' }),
		ok('/messaging/cancel-campaign'),
		ok('/_sandbox/campaigns', { Name: 'News', Status: 'paused', Listed: false }),
		refused(409, '/messaging/resume-campaign').shows({ Status: 'paused' }),
	],
	'Drips are filtered and listed newest first, together with the plan’s limit': [
		ok('/_sandbox/drips', {
			Name: 'Spring one',
			Contacts: CONTACTS,
		}),
		ok('/_sandbox/drips', { Name: 'spring two', Status: 'paused' }),
		ok('/_sandbox/drips', { Name: 'Spring gone', Archived: true }),
		ok('/_sandbox/drips', { Name: 'Autumn' }),
		ok('/messaging/drips', { Search: 'SPRING' }).shows({
			Drips: [
				{ Name: 'spring two', PausedAt: /^2030/ },
				{ Name: 'Spring one', PausedAt: null, Counters: { Enrolled: 3, Active: 1, Completed: 1 } },
			],
			TotalResults: 2,
			CanRun: true,
			PlanLimit: { CurrentCount: 4, Unlimited: true },
		}),
		ok('/messaging/drips', { Status: 'paused' }).shows({ Drips: [{ Name: 'spring two' }] }),
	],
	'A drip lists its contacts newest first, and each contact can be removed once': [
		ok('/_sandbox/drips', {
			Name: 'Welcome',
			Contacts: CONTACTS,
		}),
		ok('/messaging/drip-report').shows({ Days: 30, Totals: { Sent: 3 }, Rates: { Delivered: 100 } }),
		ok('/messaging/drip-enrollments').shows({
			Enrollments: [{ SourceToken: 'c' }, { SourceToken: 'b' }, { SourceToken: 'a' }],
		}),
		ok('/messaging/drip-enrollments', { Status: 'exited' }).shows({
			Enrollments: [{ ExitReason: 'unsubscribed', NextStep: null }],
		}),
		ok('/messaging/drip-enrollments', { SourceToken: 'a' }).shows({
			Enrollments: [{ Status: 'active', NextStep: 1 }],
		}),
		ok('/messaging/drip-remove-contact', { SourceToken: 'a' }).shows({ SourceToken: 'a', Removed: 1 }),
		refused(409, '/messaging/drip-remove-contact', { SourceToken: 'a' }).shows({
			Status: 'exited',
			ExitReason: 'removed',
		}),
		refused(404, '/messaging/drip-remove-contact', { SourceToken: 'nobody' }),
		ok('/messaging/drip').shows({ 'Drip.Counters': { Active: 0, Exited: { Removed: 1, Unsubscribed: 1 } } }),
	],
	'A drip can be paused and then resumed, unless it is blocked or was edited': [
		ok('/_sandbox/drips', { Name: 'Welcome', Channel: 'sms' }),
		ok('/messaging/drip').shows({ 'Drip.Steps': [{ Content: { SmsBody: /./ } }] }),
		ok('/messaging/drip-report').shows({ Rates: { Delivered: 0 } }),
		ok('/messaging/pause-drip').shows({ 'Drip.Status': 'paused' }),
		refused(409, '/messaging/pause-drip').shows({ Status: 'paused' }),
		ok('/messaging/resume-drip').shows({ 'Drip.Status': 'active' }),
		refused(409, '/messaging/resume-drip').shows({ Status: 'active' }),
		ok('/_sandbox/drips', { Name: 'Welcome', Status: 'blocked' }),
		refused(409, '/messaging/resume-drip').shows({ Reason: 'Blocked' }),
		ok('/_sandbox/drips', { Name: 'Welcome', Status: 'paused', Edited: true }),
		refused(409, '/messaging/resume-drip').shows({ Reason: 'EditedSincePause' }),
	],
	'A drip can be changed only if the messages module is also enabled': {
		account: { modules: { messages: false } },
		steps: [
			ok('/_sandbox/drips', { Name: 'Welcome', Contacts: [{ SourceToken: 'a' }] }),
			refused(403, '/messaging/drip-remove-contact'),
			refused(403, '/messaging/pause-drip'),
			refused(403, '/messaging/resume-drip'),
			ok('/messaging/drip'),
		],
	},
};
