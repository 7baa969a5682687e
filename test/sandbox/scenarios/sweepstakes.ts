import { named, otherThan, type Scenario } from './scenario';

export const sweepstakes = [
	{
		title: 'A sweepstakes starts today at the earliest, and ends on its start day or later',
		steps: [
			{ call: '/sweepstakes/create', send: { StartDate: '2030-01-14' }, status: 400 },
			{ call: '/sweepstakes/create', send: { StartDate: '2030-01-16', EndDate: '2030-01-15' }, status: 400 },
			{ call: '/sweepstakes/create', send: { StartDate: '2030-01-15' } },
			{ call: '/sweepstakes/create', send: { StartDate: '2030-01-16', EndDate: '2030-01-16' } },
		],
	},
	{
		title: 'A handler is unique within the service, ignoring case, and can be used again after deletion',
		steps: [
			{ call: '/sweepstakes/create', send: { Handler: 'winter' } },
			{ call: '/sweepstakes/create', send: { Handler: 'WINTER' }, status: 400 },
			{ call: '/sweepstakes/create', by: 'other', send: { Handler: 'WINTER' }, status: 400 },
			{ call: '/sweepstakes/delete' },
			{ call: '/sweepstakes/create', send: { Handler: 'WINTER' } },
		],
	},
	{
		title: 'The campaigns of a sweepstakes are deleted with it',
		steps: [
			{
				call: '/_sandbox/campaigns',
				send: { Name: 'Its own', SweepstakesToken: named('SweepstakesToken') },
			},
			{ call: '/_sandbox/campaigns', send: { Name: 'Of the account' } },
			{ call: '/sweepstakes/delete' },
			{ call: '/messaging/campaigns', reply: { TotalResults: 1, 'Campaigns.0.Name': 'Of the account' } },
		],
	},
	{
		title:
			'A new sweepstakes has a default group and time zone, and each account lists only its own sweepstakes',
		steps: [
			{
				call: '/sweepstakes/create',
				by: 'other',
				send: { CreateInCalendar: true },
				reply: { 'Settings.DefaultGroup': named('group'), 'Settings.Timezone': 12 },
			},
			{ call: '/groups/fetch', by: 'other', reply: [{ GroupToken: named('group'), Primary: true }] },
			{ call: '/sweepstakes/create', by: 'other' },
			{ call: '/calendar/fetch', by: 'other', reply: { TotalEvents: 1 } },
			{ call: '/sweepstakes/fetch', by: 'other', reply: { Count: 2 } },
			{ call: '/sweepstakes/fetch', reply: { Count: 1 } },
			{ call: '/tools/timezones', reply: { 'Timezones.11': { TimezoneId: 12, OffSet: '+0000' } } },
		],
	},
	{
		title: 'A clone needs an original in the same account, an unused handler and valid dates',
		steps: [
			{ call: '/sweepstakes/create', send: { Handler: 'ORIGINAL' } },
			{
				call: '/sweepstakes/clone',
				send: { Handler: 'ORIGINAL', HandlerNew: 'lowercase' },
				reply: { Handler: 'LOWERCASE' },
			},
			{
				call: '/sweepstakes/clone',
				send: { Handler: 'ORIGINAL', StartDate: '2030-01-14', EndDate: '2030-01-14' },
			},
			{ call: '/sweepstakes/clone', send: { Handler: 'ORIGINAL', EndDate: '2030-01-14' }, status: 400 },
			{ call: '/sweepstakes/clone', send: { Handler: 'NOTHING' }, status: 404 },
			{ call: '/sweepstakes/clone', send: { Handler: 'original' }, status: 404 },
			{
				call: '/sweepstakes/clone',
				send: { Handler: 'ORIGINAL', HandlerNew: 'ORIGINAL' },
				status: 409,
				reply: { Response: false, Code: 409, Help: undefined },
			},
			{ call: '/sweepstakes/clone', by: 'other', send: { Handler: 'ORIGINAL' }, status: 404 },
		],
	},
	{
		title: 'A clone copies type, groups, entry page and events, but not the participants or tokens',
		steps: [
			{ call: '/sweepstakes/delete' },
			{
				call: '/sweepstakes/create',
				send: {
					Handler: 'ORIGINAL',
					SweepstakesType: 3,
					CreateInCalendar: true,
					StartTime: '09:00',
					EndTime: '18:00',
				},
			},
			{ call: '/entrypage/fields', reply: { EntryPageToken: named('page'), FormFields: named('fields') } },
			{ entry: {} },
			{ call: '/groups/create', send: { groupName: 'VIP' } },
			{
				call: '/sweepstakes/clone',
				send: {
					Handler: 'ORIGINAL',
					StartDate: '2031-05-01',
					EndDate: '2031-05-02',
					StartTime: '09:00',
					EndTime: '18:00',
				},
			},
			{
				call: '/sweepstakes/fetch',
				reply: {
					'1.SweepstakesType': 3,
					'1.Status': true,
					'1.Archived': false,
					'1.Settings': {
						StartDate: '2031-05-01',
						EndDate: '2031-05-02',
						ExpirationDate: '2031-05-02',
						StartTime: '09:00',
						EndTime: '18:00',
					},
				},
			},
			{
				call: '/groups/fetch',
				reply: [
					{ GroupName: 'VIP', SweepstakesToken: named('SweepstakesToken') },
					{ GroupName: 'Primary', Primary: true, GroupToken: named('primary') },
				],
			},
			{ call: '/groups/delete', status: 404 },
			{ call: '/groups/update', send: { groupToken: named('primary') } },
			{
				call: '/entrypage/fields',
				reply: { EntryPageToken: otherThan('page'), FormFields: named('fields') },
			},
			{
				call: '/calendar/fetch',
				reply: {
					Events: [
						{},
						{ EventStartDate: '2031-05-01T09:00:00.000Z', EventEndDate: '2031-05-02T18:00:00.000Z' },
					],
				},
			},
			{ call: '/participants/count', reply: { 'Counts.Total': 0 } },
		],
	},
	{
		title: 'A new sweepstakes gets two calendar events, and a clone gets both events at its own dates',
		dialect: 'reference',
		steps: [
			{ call: '/sweepstakes/create', send: { Handler: 'ORIGINAL', CreateInCalendar: true } },
			{
				call: '/sweepstakes/clone',
				send: {
					Handler: 'ORIGINAL',
					StartDate: '2031-01-01',
					EndDate: '2031-01-31',
					StartTime: '09:00',
					EndTime: '18:00',
				},
			},
			{
				call: '/calendar/fetch',
				reply: {
					Events: [
						{
							Type: 'start',
							EventStartDate: '2030-01-15T08:00:00.000Z',
							EventEndDate: '2030-01-15T08:00:00.000Z',
						},
						{
							Type: 'end',
							EventStartDate: '2030-02-15T20:00:00.000Z',
							EventEndDate: '2030-02-15T20:00:00.000Z',
						},
						{
							Type: 'start',
							EventStartDate: '2031-01-01T09:00:00.000Z',
							EventEndDate: '2031-01-01T09:00:00.000Z',
						},
						{
							Type: 'end',
							EventStartDate: '2031-01-31T18:00:00.000Z',
							EventEndDate: '2031-01-31T18:00:00.000Z',
						},
					],
				},
			},
		],
	},
	{
		title: 'An update of a sweepstakes keeps other fields, and refuses past dates',
		steps: [
			{ call: '/sweepstakes/create', send: { StartDate: '2030-02-01', EndDate: '2030-02-28' } },
			{ call: '/sweepstakes/update', status: 400 },
			{ call: '/sweepstakes/update', send: { EndDate: '2030-01-31' }, status: 400 },
			{ call: '/sweepstakes/update', send: { StartDate: '2030-01-14' }, status: 400 },
			{ call: '/sweepstakes/update', send: { EndDate: '2030-01-14' }, status: 400 },
			{ call: '/sweepstakes/update', send: { StartDate: '2030-02-02' } },
			{
				call: '/sweepstakes/update',
				send: { SweepstakesName: 'New', EndTime: '21:30' },
				reply: {
					SweepstakesName: 'New',
					Settings: { StartDate: '2030-02-02', EndDate: '2030-02-28', StartTime: '08:00', EndTime: '21:30' },
				},
			},
			{ call: '/sweepstakes/fetch', reply: { '1.SweepstakesName': 'New', '1.Settings.EndTime': '21:30' } },
		],
	},
	{
		title: 'Sweepstakes, even archived ones and clones, count toward the plan until they are deleted',
		account: { plan: { MaxSweepstakesAllowed: 2 } },
		steps: [
			{ call: '/sweepstakes/create', send: { Handler: 'ORIGINAL' } },
			{ call: '/_sandbox/archive', send: { SweepstakesToken: named('SweepstakesToken') } },
			{
				call: '/sweepstakes/create',
				status: 403,
				reply: { Response: false, Code: 403, Message: /MaxSweepstakesAllowed/ },
			},
			{
				call: '/sweepstakes/clone',
				send: { Handler: 'ORIGINAL' },
				status: 403,
				reply: { Message: /MaxSweepstakesAllowed/ },
			},
			{ call: '/sweepstakes/delete' },
			{ call: '/sweepstakes/create' },
		],
	},
	{
		title: 'The name of a group is unique within its sweepstakes',
		steps: [
			{ call: '/groups/create', send: { groupName: 'Two' } },
			{ call: '/groups/create', send: { groupName: 'One' } },
			{ call: '/groups/create', send: { groupName: 'Two' }, status: 400 },
			{ call: '/groups/update', send: { groupName: 'Two' }, status: 400 },
			{ call: '/groups/update', send: { groupName: 'One' } },
			{ call: '/groups/update', send: { groupName: 'Three' } },
			{ call: '/groups/fetch', reply: [{ GroupName: 'Three' }, { GroupName: 'Two' }, { Primary: true }] },
			{ call: '/sweepstakes/create' },
			{ call: '/groups/create', send: { groupName: 'Two' } },
		],
	},
	{
		title: 'A group can be deleted unless it is primary or locked or has participants',
		steps: [
			{ call: '/groups/fetch', reply: [{ GroupToken: named('primary') }] },
			{
				call: '/groups/delete',
				send: { groupToken: named('primary') },
				status: 400,
				reply: { Message: /primary/ },
			},
			{ call: '/groups/create' },
			{ call: '/_sandbox/groups', send: { GroupToken: named('GroupToken'), Locked: true } },
			{ call: '/groups/delete', status: 400, reply: { Message: /locked/ } },
			{ call: '/_sandbox/groups', send: { GroupToken: named('GroupToken'), Locked: false } },
			{ entry: { GroupToken: named('GroupToken') } },
			{ call: '/groups/delete', status: 400, reply: { Message: /participants/ } },
			{
				call: '/_sandbox/participants',
				send: {
					SweepstakesToken: named('SweepstakesToken'),
					ParticipantToken: named('ParticipantToken'),
					GroupToken: named('primary'),
				},
			},
			{ call: '/sweepstakes/create' },
			{ call: '/groups/delete', status: 404 },
			{ call: '/groups/update', status: 404 },
			{ call: '/groups/delete', send: { sweepstakesToken: named('first') } },
			{ call: '/groups/delete', send: { sweepstakesToken: named('first') }, status: 404 },
		],
	},
	{
		title: 'The first rules document becomes the primary one, and no other replaces it',
		steps: [
			{
				call: '/rules/create',
				send: { Title: 'First' },
				reply: { Primary: true, RulesToken: named('primary') },
			},
			{ call: '/rules/create', send: { Title: 'Second' }, reply: { Primary: false } },
			{
				call: '/rules/fetch',
				reply: {
					PrimaryRule: { Title: 'First', AbbreviatedRulesForShopify: '', Views: [] },
					SecondaryRules: [{ Title: 'Second', DocumentContent: '<p>…</p>', Status: true }],
					'SecondaryRules.0.Views': undefined,
				},
			},
			{ call: '/rules/delete', send: { RulesToken: named('primary') } },
			{ call: '/rules/fetch', reply: { TotalRules: 1, PrimaryRule: null } },
		],
	},
	{
		title: 'An update of rules keeps other fields, and accepts the API’s misspelled key',
		steps: [
			{ call: '/rules/create' },
			{ call: '/rules/update', send: { Title: 'Changed', DocumentContent: '<p>New</p>' } },
			{
				call: '/rules/update',
				send: { AbbrebiatedRulesForShopify: 'Wrong' },
				reply: { Title: 'Changed', DocumentContent: '<p>New</p>', AbbreviatedRulesForShopify: 'Wrong' },
			},
			{
				call: '/rules/update',
				send: { AbbrebiatedRulesForShopify: 'Wrong', AbbreviatedRulesForShopify: 'Right' },
				reply: { AbbreviatedRulesForShopify: 'Right' },
			},
			{ call: '/rules/update', status: 400 },
			{ call: '/sweepstakes/create' },
			{ call: '/rules/update', send: { Title: 'Changed' }, status: 404 },
		],
	},
	{
		title:
			'An update of an entry page may change five settings, and select rules only from its own sweepstakes',
		steps: [
			{
				call: '/entrypage/update',
				send: { EntryPageWidth: 80, EntryPageWidthMeasure: '%' },
				reply: { UpdatedFields: ['EntryPageWidth', 'EntryPageWidthMeasure'] },
			},
			{
				call: '/entrypage/settings',
				reply: { Settings: { EntryPageWidth: 80, EntryPageWidthMeasure: '%' } },
			},
			{
				call: '/entrypage/update',
				send: { EntryPageHeadline: 'Win', Headline: 'Win' },
				status: 400,
				reply: { Hint: /^Allowed keys: EntryPageHeadline, / },
			},
			{ call: '/entrypage/update', status: 400, reply: { Hint: /Allowed/ } },
			{
				call: '/entrypage/update',
				send: {
					FollowXSwitch: true,
					FollowTikTokSwitch: true,
					FollowRedditSwitch: true,
					FollowThreadsSwitch: true,
					FollowTwitchSwitch: true,
					FollowYoutubeSwitch: true,
				},
				status: 400,
				reply: { Hint: /Allowed/ },
			},
			{
				call: '/entrypage/settings',
				reply: { 'Settings.EntryPageHeadline': 'Winter Giveaway', 'Settings.FollowXSwitch': undefined },
			},
			{
				call: '/entrypage/update',
				send: {
					FollowXSwitch: true,
					FollowTikTokSwitch: true,
					FollowRedditSwitch: true,
					FollowThreadsSwitch: true,
					FollowTwitchSwitch: true,
				},
			},
			{ call: '/rules/create' },
			{ call: '/entrypage/update', send: { SelectedOfficialRules: named('RulesToken') } },
			{ call: '/sweepstakes/create' },
			{ call: '/entrypage/update', send: { SelectedOfficialRules: named('RulesToken') }, status: 404 },
		],
	},
	{
		title: 'A 400 from an operation of the entry page has Help and Hint',
		dialect: 'reference',
		steps: [
			{
				call: '/entrypage/update',
				status: 400,
				reply: { Code: 400, 'Help.ExpectedBody.EntryPageHeadline': /./, Hint: /./ },
			},
		],
	},
	{
		title: 'An account can have more form fields, whose keys are spelled as existing clients read them',
		dialect: 'both',
		account: { formSpelling: 'clients', longForm: true },
		steps: [
			{
				call: '/entrypage/fields',
				reply: {
					'FormFields.0': { Id: 'firstname', Name: 'First Name' },
					'FormFields.0.FieldName': undefined,
					'FormFields.6': {
						Name: 'Shirt Size',
						Options: [
							{ Id: '1', Name: 'Small' },
							{ Id: '2', Name: 'Medium' },
							{ Id: '3', Name: 'Large' },
						],
					},
					KeyEmail: 'email',
				},
			},
		],
	},
] satisfies Scenario[];
