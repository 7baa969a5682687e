import { by, entry, named, ok, otherThan, place, refused, type Scenarios } from './scenario';

export const sweepstakes: Scenarios = {
	'A sweepstakes starts today at the earliest, and ends on its start day or later': [
		refused(400, '/sweepstakes/create', { StartDate: '2030-01-14' }),
		refused(400, '/sweepstakes/create', { StartDate: '2030-01-16', EndDate: '2030-01-15' }),
		ok('/sweepstakes/create', { StartDate: '2030-01-15' }),
		ok('/sweepstakes/create', { StartDate: '2030-01-16', EndDate: '2030-01-16' }),
	],
	'A handler is unique within the service, ignoring case, and can be used again after deletion': [
		ok('/sweepstakes/create', { Handler: 'winter' }),
		refused(400, '/sweepstakes/create', { Handler: 'WINTER' }),
		by('other', refused(400, '/sweepstakes/create', { Handler: 'WINTER' })),
		ok('/sweepstakes/delete'),
		ok('/sweepstakes/create', { Handler: 'WINTER' }),
	],
	'The campaigns of a sweepstakes are deleted with it': [
		ok('/_sandbox/campaigns', { Name: 'Its own', SweepstakesToken: named('SweepstakesToken') }),
		ok('/_sandbox/campaigns', { Name: 'Of the account' }),
		ok('/sweepstakes/delete'),
		ok('/messaging/campaigns').shows({ TotalResults: 1, 'Campaigns.0.Name': 'Of the account' }),
	],
	'A new sweepstakes has a default group and time zone, and each account lists only its own sweepstakes': [
		by(
			'other',
			ok('/sweepstakes/create', { CreateInCalendar: true }).shows({
				'Settings.DefaultGroup': named('group'),
				'Settings.Timezone': 12,
			}),
		),
		by('other', ok('/groups/fetch').shows([{ GroupToken: named('group'), Primary: true }])),
		by('other', ok('/sweepstakes/create')),
		by('other', ok('/calendar/fetch').shows({ TotalEvents: 1 })),
		by('other', ok('/sweepstakes/fetch').shows({ Count: 2 })),
		ok('/sweepstakes/fetch').shows({ Count: 1 }),
		ok('/tools/timezones').shows({ 'Timezones.11': { TimezoneId: 12, OffSet: '+0000' } }),
	],
	'A clone needs an original in the same account, an unused handler and valid dates': [
		ok('/sweepstakes/create', { Handler: 'ORIGINAL' }),
		ok('/sweepstakes/clone', { Handler: 'ORIGINAL', HandlerNew: 'lowercase' }).shows({
			Handler: 'LOWERCASE',
		}),
		ok('/sweepstakes/clone', { Handler: 'ORIGINAL', StartDate: '2030-01-14', EndDate: '2030-01-14' }),
		refused(400, '/sweepstakes/clone', { Handler: 'ORIGINAL', EndDate: '2030-01-14' }),
		refused(404, '/sweepstakes/clone', { Handler: 'NOTHING' }),
		refused(404, '/sweepstakes/clone', { Handler: 'original' }),
		refused(409, '/sweepstakes/clone', { Handler: 'ORIGINAL', HandlerNew: 'ORIGINAL' }).shows({
			Response: false,
			Code: 409,
			Help: undefined,
		}),
		by('other', refused(404, '/sweepstakes/clone', { Handler: 'ORIGINAL' })),
	],
	'A clone copies type, groups, entry page and events, but not the participants or tokens': [
		ok('/sweepstakes/delete'),
		ok('/sweepstakes/create', {
			Handler: 'ORIGINAL',
			SweepstakesType: 3,
			CreateInCalendar: true,
			StartTime: '09:00',
			EndTime: '18:00',
		}),
		ok('/entrypage/fields').shows({ EntryPageToken: named('page'), FormFields: named('fields') }),
		entry(),
		ok('/groups/create', { groupName: 'VIP' }),
		ok('/sweepstakes/clone', {
			Handler: 'ORIGINAL',
			StartDate: '2031-05-01',
			EndDate: '2031-05-02',
			StartTime: '09:00',
			EndTime: '18:00',
		}),
		ok('/sweepstakes/fetch').shows({
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
		}),
		ok('/groups/fetch').shows([
			{ GroupName: 'VIP', SweepstakesToken: named('SweepstakesToken') },
			{ GroupName: 'Primary', Primary: true, GroupToken: named('primary') },
		]),
		refused(404, '/groups/delete'),
		ok('/groups/update', { groupToken: named('primary') }),
		ok('/entrypage/fields').shows({ EntryPageToken: otherThan('page'), FormFields: named('fields') }),
		ok('/calendar/fetch').shows({
			Events: [{}, { EventStartDate: '2031-05-01T09:00:00.000Z', EventEndDate: '2031-05-02T18:00:00.000Z' }],
		}),
		ok('/participants/count').shows({ 'Counts.Total': 0 }),
	],
	'A new sweepstakes gets two calendar events, and a clone gets both events at its own dates': {
		dialect: 'reference',
		steps: [
			ok('/sweepstakes/create', { Handler: 'ORIGINAL', CreateInCalendar: true }),
			ok('/sweepstakes/clone', {
				Handler: 'ORIGINAL',
				StartDate: '2031-01-01',
				EndDate: '2031-01-31',
				StartTime: '09:00',
				EndTime: '18:00',
			}),
			ok('/calendar/fetch').shows({
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
			}),
		],
	},
	'An update of a sweepstakes keeps other fields, and refuses past dates': [
		ok('/sweepstakes/create', { StartDate: '2030-02-01', EndDate: '2030-02-28' }),
		refused(400, '/sweepstakes/update'),
		refused(400, '/sweepstakes/update', { EndDate: '2030-01-31' }),
		refused(400, '/sweepstakes/update', { StartDate: '2030-01-14' }),
		refused(400, '/sweepstakes/update', { EndDate: '2030-01-14' }),
		ok('/sweepstakes/update', { StartDate: '2030-02-02' }),
		ok('/sweepstakes/update', { SweepstakesName: 'New', EndTime: '21:30' }).shows({
			SweepstakesName: 'New',
			Settings: { StartDate: '2030-02-02', EndDate: '2030-02-28', StartTime: '08:00', EndTime: '21:30' },
		}),
		ok('/sweepstakes/fetch').shows({ '1.SweepstakesName': 'New', '1.Settings.EndTime': '21:30' }),
	],
	'Sweepstakes, even archived ones and clones, count toward the plan until they are deleted': {
		account: { plan: { MaxSweepstakesAllowed: 2 } },
		steps: [
			ok('/sweepstakes/create', { Handler: 'ORIGINAL' }),
			ok('/_sandbox/archive', { SweepstakesToken: named('SweepstakesToken') }),
			refused(403, '/sweepstakes/create').shows({
				Response: false,
				Code: 403,
				Message: /MaxSweepstakesAllowed/,
			}),
			refused(403, '/sweepstakes/clone', { Handler: 'ORIGINAL' }).shows({ Message: /MaxSweepstakesAllowed/ }),
			ok('/sweepstakes/delete'),
			ok('/sweepstakes/create'),
		],
	},
	'The name of a group is unique within its sweepstakes': [
		ok('/groups/create', { groupName: 'Two' }),
		ok('/groups/create', { groupName: 'One' }),
		refused(400, '/groups/create', { groupName: 'Two' }),
		refused(400, '/groups/update', { groupName: 'Two' }),
		ok('/groups/update', { groupName: 'One' }),
		ok('/groups/update', { groupName: 'Three' }),
		ok('/groups/fetch').shows([{ GroupName: 'Three' }, { GroupName: 'Two' }, { Primary: true }]),
		ok('/sweepstakes/create'),
		ok('/groups/create', { groupName: 'Two' }),
	],
	'A group can be deleted unless it is primary or locked or has participants': [
		ok('/groups/fetch').shows([{ GroupToken: named('primary') }]),
		refused(400, '/groups/delete', { groupToken: named('primary') }).shows({ Message: /primary/ }),
		ok('/groups/create'),
		ok('/_sandbox/groups', { GroupToken: named('GroupToken'), Locked: true }),
		refused(400, '/groups/delete').shows({ Message: /locked/ }),
		ok('/_sandbox/groups', { GroupToken: named('GroupToken'), Locked: false }),
		entry({ GroupToken: named('GroupToken') }),
		refused(400, '/groups/delete').shows({ Message: /participants/ }),
		place({ GroupToken: named('primary') }),
		ok('/sweepstakes/create'),
		refused(404, '/groups/delete'),
		refused(404, '/groups/update'),
		ok('/groups/delete', { sweepstakesToken: named('first') }),
		refused(404, '/groups/delete', { sweepstakesToken: named('first') }),
	],
	'The first rules document becomes the primary one, and no other replaces it': [
		ok('/rules/create', { Title: 'First' }).shows({ Primary: true, RulesToken: named('primary') }),
		ok('/rules/create', { Title: 'Second' }).shows({ Primary: false }),
		ok('/rules/fetch').shows({
			PrimaryRule: { Title: 'First', AbbreviatedRulesForShopify: '', Views: [] },
			SecondaryRules: [{ Title: 'Second', DocumentContent: '<p>…</p>', Status: true }],
			'SecondaryRules.0.Views': undefined,
		}),
		ok('/rules/delete', { RulesToken: named('primary') }),
		ok('/rules/fetch').shows({ TotalRules: 1, PrimaryRule: null }),
	],
	'An update of rules keeps other fields, and accepts the API’s misspelled key': [
		ok('/rules/create'),
		ok('/rules/update', { Title: 'Changed', DocumentContent: '<p>New</p>' }),
		ok('/rules/update', { AbbrebiatedRulesForShopify: 'Wrong' }).shows({
			Title: 'Changed',
			DocumentContent: '<p>New</p>',
			AbbreviatedRulesForShopify: 'Wrong',
		}),
		ok('/rules/update', { AbbrebiatedRulesForShopify: 'Wrong', AbbreviatedRulesForShopify: 'Right' }).shows({
			AbbreviatedRulesForShopify: 'Right',
		}),
		refused(400, '/rules/update'),
		ok('/sweepstakes/create'),
		refused(404, '/rules/update', { Title: 'Changed' }),
	],
	'An update of an entry page may change five settings, and select rules only from its own sweepstakes': [
		ok('/entrypage/update', { EntryPageWidth: 80, EntryPageWidthMeasure: '%' }).shows({
			UpdatedFields: ['EntryPageWidth', 'EntryPageWidthMeasure'],
		}),
		ok('/entrypage/settings').shows({ Settings: { EntryPageWidth: 80, EntryPageWidthMeasure: '%' } }),
		refused(400, '/entrypage/update', { EntryPageHeadline: 'Win', Headline: 'Win' }).shows({
			Hint: /^Allowed keys: EntryPageHeadline, /,
		}),
		refused(400, '/entrypage/update').shows({ Hint: /Allowed/ }),
		refused(400, '/entrypage/update', {
			FollowXSwitch: true,
			FollowTikTokSwitch: true,
			FollowRedditSwitch: true,
			FollowThreadsSwitch: true,
			FollowTwitchSwitch: true,
			FollowYoutubeSwitch: true,
		}).shows({ Hint: /Allowed/ }),
		ok('/entrypage/settings').shows({
			'Settings.EntryPageHeadline': 'Winter Giveaway',
			'Settings.FollowXSwitch': undefined,
		}),
		ok('/entrypage/update', {
			FollowXSwitch: true,
			FollowTikTokSwitch: true,
			FollowRedditSwitch: true,
			FollowThreadsSwitch: true,
			FollowTwitchSwitch: true,
		}),
		ok('/rules/create'),
		ok('/entrypage/update', { SelectedOfficialRules: named('RulesToken') }),
		ok('/sweepstakes/create'),
		refused(404, '/entrypage/update', { SelectedOfficialRules: named('RulesToken') }),
	],
	'A 400 from an operation of the entry page has Help and Hint': {
		dialect: 'reference',
		steps: [
			refused(400, '/entrypage/update').shows({
				Code: 400,
				'Help.ExpectedBody.EntryPageHeadline': /./,
				Hint: /./,
			}),
		],
	},
	'An account can have more form fields, whose keys are spelled as existing clients read them': {
		dialect: 'both',
		account: { formSpelling: 'clients', longForm: true },
		steps: [
			ok('/entrypage/fields').shows({
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
			}),
		],
	},
};
