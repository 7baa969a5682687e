import { HOUR_MS } from '../../support/constants';
import { entry, named, ok, place, refused, times, wait, type Scenarios } from './scenario';

export const participants: Scenarios = {
	'Form fields can have the names of object properties, such as constructor': [
		ok('/participants/add', {
			entryPageFields: { Fields: { ['__proto__']: 'x', constructor: 'x', toString: 'x', First_Name: 'Ada' } },
		}),
		ok('/participants/fetch').shows({ Participants: [{ FirstName: 'Ada' }] }),
		ok('/winners/draw'),
		ok('/winners/fetch').shows({ Winners: [{ EntryPagesFields: { constructor: 'x', toString: 'x' } }] }),
	],
	'The plan limits the participants of an account across its sweepstakes': {
		account: { plan: { MaxParticipantsAllowed: 2 } },
		steps: [
			entry(),
			ok('/sweepstakes/create'),
			entry(),
			refused(403, '/participants/add').shows({ Message: /MaxParticipantsAllowed/ }),
		],
	},
	'Participants are found by text and by the day of their entry': [
		entry({
			KeyEmail: 'ada@example.com',
			KeyPhoneNumber: '5550101',
			Fields: { First_Name: 'Ada', Last_Name: 'Lovelace' },
		}),
		wait(24 * HOUR_MS),
		entry({
			KeyEmail: 'bob@example.com',
			KeyPhoneNumber: '5550102',
			Fields: { First_Name: 'Bob', Last_Name: 'Dylan' },
		}),
		wait(24 * HOUR_MS),
		entry({
			KeyEmail: 'cyd@example.com',
			KeyPhoneNumber: '5550103',
			Fields: { First_Name: 'Cyd', Last_Name: 'Charisse' },
		}),
		ok('/participants/fetch', { search: 'aDA' }).shows({ Participants: [{ FirstName: 'Ada' }] }),
		ok('/participants/fetch', { search: 'dylan' }).shows({ Participants: [{ FirstName: 'Bob' }] }),
		ok('/participants/fetch', { search: 'CYD@' }).shows({ Participants: [{ FirstName: 'Cyd' }] }),
		ok('/participants/fetch', { search: '5550102' }).shows({ Participants: [{ FirstName: 'Bob' }] }),
		ok('/participants/fetch', { search: 'nobody' }).shows({ Participants: [] }),
		ok('/participants/fetch', { search: '' }).shows({ 'Participants.length': 3 }),
		ok('/participants/fetch', { optInDate: '2030-01-16' }).shows({ Participants: [{ FirstName: 'Bob' }] }),
		ok('/participants/fetch', { optInDate: '2030-01-20' }).shows({ Participants: [] }),
		ok('/participants/fetch', { startDate: '2030-01-15', endDate: '2030-01-16' }).shows({
			Participants: [{ FirstName: 'Bob' }, { FirstName: 'Ada' }],
		}),
		ok('/participants/fetch', { startDate: '2030-01-16', endDate: '2030-01-16' }).shows({
			Participants: [{ FirstName: 'Bob' }],
		}),
		refused(400, '/participants/fetch', { startDate: '2030-01-15' }).shows({ Message: /endDate/ }),
		refused(400, '/participants/fetch', { endDate: '2030-01-15' }).shows({ Message: /startDate/ }),
	],
	'Entries are counted by collection, and only those from StartDate until EndDate': [
		times(2, entry()),
		entry({ Collections: ['Participants', 'OptOuts'] }),
		wait(24 * HOUR_MS),
		entry({ Collections: ['ParticipantsAmoe'] }),
		ok('/participants/count').shows({
			Counts: { Participants: 3, AmoeParticipants: 1, OptOuts: 1, Total: 5 },
		}),
		ok('/participants/count', { FilterType: 'participants' }).shows({
			Counts: { Participants: 3, AmoeParticipants: 0, OptOuts: 0, Total: 3 },
		}),
		ok('/participants/count', { FilterType: 'amoe' }).shows({
			Counts: { Participants: 0, AmoeParticipants: 1, OptOuts: 0, Total: 1 },
		}),
		ok('/participants/count', { FilterType: 'optouts' }).shows({
			Counts: { Participants: 0, AmoeParticipants: 0, OptOuts: 1, Total: 1 },
		}),
		ok('/participants/count', { StartDate: '2030-01-16T12:00:00.000Z' }).shows({
			Counts: { Participants: 0, AmoeParticipants: 1, OptOuts: 0, Total: 1 },
			DateRange: { StartDate: '2030-01-16T12:00:00.000Z', EndDate: null },
		}),
		ok('/participants/count', { EndDate: '2030-01-15T12:00:00.000Z' }).shows({
			Counts: { Participants: 3, AmoeParticipants: 0, OptOuts: 1, Total: 4 },
		}),
		ok('/participants/count', {
			StartDate: '2030-01-15T12:00:00.000Z',
			EndDate: '2030-01-16T12:00:00.000Z',
		}).shows({ Counts: { Total: 5 } }),
	],
	'A participant is found only if all given keys match': [
		entry({ KeyEmail: 'other@example.com' }).shows({ ParticipantToken: named('other') }),
		entry({ KeyEmail: 'Single@Example.com', KeyPhoneNumber: '+15550199' }),
		ok('/participants/single', { KeyEmail: 'single@example.com' }).shows({ TotalEntries: 1 }),
		ok('/participants/single', { KeyPhoneNumber: '+15550199' }),
		ok('/participants/single', { KeyEmail: 'single@example.com', KeyPhoneNumber: '+15550199' }),
		refused(404, '/participants/single', { KeyEmail: 'other@example.com', KeyPhoneNumber: '+15550199' }),
		refused(404, '/participants/single', {
			KeyEmail: 'other@example.com',
			ParticipantToken: named('ParticipantToken'),
		}),
		refused(404, '/participants/single', { ParticipantToken: named('nobody') }),
		refused(404, '/participants/single', { KeyEmail: 'nobody@example.com' }),
		refused(404, '/participants/single', { KeyPhoneNumber: '+15559999' }),
		refused(400, '/participants/single'),
		ok('/sweepstakes/create'),
		refused(404, '/participants/single', { ParticipantToken: named('other') }),
		refused(404, '/participants/delete'),
	],
	'A participant is listed in each collection, and bonus entries and deletion apply to all of them': [
		entry({ KeyEmail: 'ada@example.com', Collections: ['OptOuts', 'ParticipantsAmoe', 'Participants'] }),
		times(
			2,
			ok('/participants/updateBonusEntries', { BonusEntries: 7 }).shows({
				ParticipantToken: named('ParticipantToken'),
				BonusEntries: 7,
			}),
		),
		ok('/participants/single', { ParticipantToken: named('ParticipantToken') }).shows({
			TotalEntries: 3,
			Collections: ['Participants', 'ParticipantsAmoe', 'OptOuts'],
			Entries: [
				{ Collection: 'Participants', BonusEntries: 7 },
				{ Collection: 'ParticipantsAmoe', BonusEntries: 7 },
				{ Collection: 'OptOuts', BonusEntries: 7 },
			],
		}),
		ok('/participants/fetch').shows({ 'Participants.length': 3 }),
		ok('/participants/delete').shows({
			DeletedFrom: ['Participants', 'ParticipantsAmoe', 'OptOuts'],
			DeletedCount: 3,
		}),
		refused(404, '/participants/delete'),
		refused(404, '/participants/single', { ParticipantToken: named('ParticipantToken') }),
	],
	'A participant’s phone number is stored and found as 10 digits': {
		dialect: 'reference',
		account: { longForm: true },
		steps: [
			entry({
				KeyEmail: 'ada@example.com',
				KeyPhoneNumber: '+1 (202) 555-0111',
				Fields: { First_Name: 'Ada', Last_Name: 'Lovelace', Zip_Code: '90210' },
			}),
			refused(404, '/participants/single', { KeyPhoneNumber: '+12025550111' }),
			ok('/participants/single', { KeyPhoneNumber: '2025550111' }),
			ok('/participants/single', { KeyEmail: 'ada@example.com' }).shows({
				SearchCriteria: { KeyEmail: 'ada@example.com' },
				'Entries.0.EntryPagesFields': {
					FirstName: 'Ada',
					LastName: 'Lovelace',
					Zip_Code: '90210',
					Email: 'ada@example.com',
					Mobile_Number: '+1 (202) 555-0111',
				},
			}),
		],
	},
	'An opt-out has OptOutDate in place of CreationDate': {
		dialect: 'reference',
		steps: [
			entry({ Collections: ['OptOuts'] }),
			ok('/participants/single', { ParticipantToken: named('ParticipantToken') }).shows({
				Entries: [{ Collection: 'OptOuts', OptOutDate: '2030-01-15T12:00:00.000Z' }],
				'Entries.0.CreationDate': undefined,
			}),
			ok('/participants/fetch').shows({
				Participants: [{ Collection: 'OptOuts', OptOutDate: '2030-01-15T12:00:00.000Z' }],
				'Participants.0.CreationDate': undefined,
			}),
		],
	},
	'Opt-outs are listed by the date of the opt-out, newest first': {
		dialect: 'both',
		steps: [
			entry({ KeyEmail: 'ada@example.com' }),
			wait(HOUR_MS),
			entry({ KeyEmail: 'bob@example.com', KeyPhoneNumber: '2025550112' }),
			wait(HOUR_MS),
			place({ KeyEmail: 'ada@example.com', Collections: ['OptOuts'] }),
			ok('/participants/fetch').shows({
				Participants: [{ KeyEmail: 'ada@example.com' }, { KeyEmail: 'bob@example.com' }],
			}),
		],
	},
	'The CreationDate of an opt-out is the date of the opt-out': [
		entry({ KeyEmail: 'ada@example.com' }),
		wait(HOUR_MS),
		place({ KeyEmail: 'ada@example.com', Collections: ['OptOuts'] }),
		ok('/participants/fetch').shows({ Participants: [{ CreationDate: '2030-01-15T13:00:00.000Z' }] }),
	],
	'The dates of participants and winners can lack the time zone': {
		dialect: 'both',
		dates: 'unzoned',
		steps: [
			entry(),
			ok('/participants/fetch').shows({ Participants: [{ CreationDate: '2030-01-15T12:00:00' }] }),
			ok('/participants/single', { ParticipantToken: named('ParticipantToken') }).shows({
				Entries: [{ CreationDate: '2030-01-15T12:00:00' }],
			}),
			ok('/winners/draw'),
			ok('/winners/fetch').shows({
				Winners: [{ OptInDate: '2030-01-15T12:00:00', DrawDateTime: '2030-01-15T12:00' }],
			}),
		],
	},
	'A missing email address or phone number is refused with the service’s own message': {
		dialect: 'reference',
		steps: [
			refused(400, '/participants/add', {
				entryPageFields: { KeyEmail: 'ada@example.com', Fields: { First_Name: 'Ada' } },
			}).shows({ Message: 'Some parameters exceeded maximum field length' }),
			refused(400, '/participants/add', {
				entryPageFields: { KeyEmail: 'ada@example.com', KeyPhoneNumber: '', Fields: { First_Name: 'Ada' } },
			}).shows({ Message: 'Some parameters exceeded maximum field length' }),
			refused(400, '/participants/add', {
				entryPageFields: { KeyPhoneNumber: '2025550111', KeyEmail: null, Fields: { First_Name: 'Ada' } },
			}).shows({ Message: 'Some parameters exceeded maximum field length' }),
		],
	},
	'Request keys can be in PascalCase': {
		dialect: 'reference',
		steps: [
			ok('/groups/create', { SweepstakesToken: named('SweepstakesToken'), GroupName: 'VIP' }),
			ok('/groups/update', {
				SweepstakesToken: named('SweepstakesToken'),
				GroupToken: named('GroupToken'),
				GroupName: 'Guests',
			}),
			ok('/groups/fetch', { SweepstakesToken: named('SweepstakesToken') }).shows({
				Count: 2,
				'0.GroupName': 'Guests',
			}),
			ok('/groups/delete', { SweepstakesToken: named('SweepstakesToken'), GroupToken: named('GroupToken') }),
			entry({ KeyEmail: 'ada@example.com' }),
			ok('/participants/fetch', {
				SweepstakesToken: named('SweepstakesToken'),
				Page: 1,
				Search: 'ada',
			}).shows({ 'Pagination.Total': 1 }),
		],
	},
	'An account can store phone numbers as sent': {
		dialect: 'both',
		account: { kept: { phones: 'asSent' } },
		steps: [
			entry({ KeyPhoneNumber: '+1 (202) 555-0111' }),
			ok('/participants/fetch').shows({ Participants: [{ KeyPhoneNumber: '+1 (202) 555-0111' }] }),
		],
	},
	'An account can store phone numbers as 10 digits': {
		dialect: 'both',
		account: { kept: { phones: 'tenDigits' } },
		steps: [
			entry({ KeyPhoneNumber: '+1 (202) 555-0111' }),
			ok('/participants/fetch').shows({ Participants: [{ KeyPhoneNumber: '2025550111' }] }),
		],
	},
	'An account can store names, even nested ones, in another format': {
		account: { kept: { texts: ['escaped'] } },
		steps: [
			entry({ Fields: { First_Name: 'Ada & Bob' } }),
			ok('/participants/fetch').shows({ Participants: [{ FirstName: 'Ada &amp; Bob' }] }),
			ok('/sweepstakes/update', { SweepstakesName: 'You & Me' }),
			ok('/sweepstakes/fetch').shows([{ SweepstakesName: 'You &amp; Me' }]),
		],
	},
};
