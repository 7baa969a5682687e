import { HOUR_MS } from '../../support/constants';
import { named, type Scenario } from './scenario';

export const participants = [
	{
		title: 'Form fields can have the names of object properties, such as constructor',
		steps: [
			{
				call: '/participants/add',
				send: {
					entryPageFields: {
						Fields: { ['__proto__']: 'x', constructor: 'x', toString: 'x', First_Name: 'Ada' },
					},
				},
			},
			{ call: '/participants/fetch', reply: { Participants: [{ FirstName: 'Ada' }] } },
			{ call: '/winners/draw' },
			{
				call: '/winners/fetch',
				reply: { Winners: [{ EntryPagesFields: { constructor: 'x', toString: 'x' } }] },
			},
		],
	},
	{
		title: 'The plan limits the participants of an account across its sweepstakes',
		account: { plan: { MaxParticipantsAllowed: 2 } },
		steps: [
			{ entry: {} },
			{ call: '/sweepstakes/create' },
			{ entry: {} },
			{ call: '/participants/add', status: 403, reply: { Message: /MaxParticipantsAllowed/ } },
		],
	},
	{
		title: 'Participants are listed in pages of 20, newest first',
		steps: [
			{ call: '/participants/fetch', reply: { Pagination: { Page: 1, Limit: 20, Total: 0, TotalPages: 0 } } },
			{
				call: '/_sandbox/participants/fill',
				send: { SweepstakesToken: named('SweepstakesToken'), count: 45 },
			},
			{
				call: '/participants/fetch',
				reply: {
					'Pagination.Page': 1,
					'Participants.length': 20,
					'Participants.0.KeyEmail': 'participant45@example.com',
				},
			},
			{
				call: '/participants/fetch',
				send: { page: 2 },
				reply: {
					'Pagination.Page': 2,
					'Participants.length': 20,
					'Participants.0.KeyEmail': 'participant25@example.com',
				},
			},
			{
				call: '/participants/fetch',
				send: { page: 3 },
				reply: { 'Participants.length': 5, 'Participants.4.KeyEmail': 'participant1@example.com' },
			},
			{
				call: '/participants/fetch',
				send: { page: 4 },
				reply: { Participants: [], Pagination: { Page: 4, Limit: 20, Total: 45, TotalPages: 3 } },
			},
		],
	},
	{
		title: 'Participants are found by text and by the day of their entry',
		steps: [
			{
				entry: {
					KeyEmail: 'ada@example.com',
					KeyPhoneNumber: '5550101',
					Fields: { First_Name: 'Ada', Last_Name: 'Lovelace' },
				},
			},
			{ wait: 24 * HOUR_MS },
			{
				entry: {
					KeyEmail: 'bob@example.com',
					KeyPhoneNumber: '5550102',
					Fields: { First_Name: 'Bob', Last_Name: 'Dylan' },
				},
			},
			{ wait: 24 * HOUR_MS },
			{
				entry: {
					KeyEmail: 'cyd@example.com',
					KeyPhoneNumber: '5550103',
					Fields: { First_Name: 'Cyd', Last_Name: 'Charisse' },
				},
			},
			{
				call: '/participants/fetch',
				send: { search: 'aDA' },
				reply: { Participants: [{ FirstName: 'Ada' }] },
			},
			{
				call: '/participants/fetch',
				send: { search: 'dylan' },
				reply: { Participants: [{ FirstName: 'Bob' }] },
			},
			{
				call: '/participants/fetch',
				send: { search: 'CYD@' },
				reply: { Participants: [{ FirstName: 'Cyd' }] },
			},
			{
				call: '/participants/fetch',
				send: { search: '5550102' },
				reply: { Participants: [{ FirstName: 'Bob' }] },
			},
			{ call: '/participants/fetch', send: { search: 'nobody' }, reply: { Participants: [] } },
			{ call: '/participants/fetch', send: { search: '' }, reply: { 'Participants.length': 3 } },
			{
				call: '/participants/fetch',
				send: { optInDate: '2030-01-16' },
				reply: { Participants: [{ FirstName: 'Bob' }] },
			},
			{ call: '/participants/fetch', send: { optInDate: '2030-01-20' }, reply: { Participants: [] } },
			{
				call: '/participants/fetch',
				send: { startDate: '2030-01-15', endDate: '2030-01-16' },
				reply: { Participants: [{ FirstName: 'Bob' }, { FirstName: 'Ada' }] },
			},
			{
				call: '/participants/fetch',
				send: { startDate: '2030-01-16', endDate: '2030-01-16' },
				reply: { Participants: [{ FirstName: 'Bob' }] },
			},
			{
				call: '/participants/fetch',
				send: { startDate: '2030-01-15' },
				status: 400,
				reply: { Message: /endDate/ },
			},
			{
				call: '/participants/fetch',
				send: { endDate: '2030-01-15' },
				status: 400,
				reply: { Message: /startDate/ },
			},
		],
	},
	{
		title: 'Entries are counted by collection, and only those from StartDate until EndDate',
		steps: [
			{ entry: {}, times: 2 },
			{ entry: { Collections: ['Participants', 'OptOuts'] } },
			{ wait: 24 * HOUR_MS },
			{ entry: { Collections: ['ParticipantsAmoe'] } },
			{
				call: '/participants/count',
				reply: { Counts: { Participants: 3, AmoeParticipants: 1, OptOuts: 1, Total: 5 } },
			},
			{
				call: '/participants/count',
				send: { FilterType: 'participants' },
				reply: { Counts: { Participants: 3, AmoeParticipants: 0, OptOuts: 0, Total: 3 } },
			},
			{
				call: '/participants/count',
				send: { FilterType: 'amoe' },
				reply: { Counts: { Participants: 0, AmoeParticipants: 1, OptOuts: 0, Total: 1 } },
			},
			{
				call: '/participants/count',
				send: { FilterType: 'optouts' },
				reply: { Counts: { Participants: 0, AmoeParticipants: 0, OptOuts: 1, Total: 1 } },
			},
			{
				call: '/participants/count',
				send: { StartDate: '2030-01-16T12:00:00.000Z' },
				reply: {
					Counts: { Participants: 0, AmoeParticipants: 1, OptOuts: 0, Total: 1 },
					DateRange: { StartDate: '2030-01-16T12:00:00.000Z', EndDate: null },
				},
			},
			{
				call: '/participants/count',
				send: { EndDate: '2030-01-15T12:00:00.000Z' },
				reply: { Counts: { Participants: 3, AmoeParticipants: 0, OptOuts: 1, Total: 4 } },
			},
			{
				call: '/participants/count',
				send: { StartDate: '2030-01-15T12:00:00.000Z', EndDate: '2030-01-16T12:00:00.000Z' },
				reply: { Counts: { Total: 5 } },
			},
		],
	},
	{
		title: 'A participant is found only if all given keys match',
		steps: [
			{ entry: { KeyEmail: 'other@example.com' }, reply: { ParticipantToken: named('other') } },
			{ entry: { KeyEmail: 'Single@Example.com', KeyPhoneNumber: '+15550199' } },
			{ call: '/participants/single', send: { KeyEmail: 'single@example.com' }, reply: { TotalEntries: 1 } },
			{ call: '/participants/single', send: { KeyPhoneNumber: '+15550199' } },
			{ call: '/participants/single', send: { KeyEmail: 'single@example.com', KeyPhoneNumber: '+15550199' } },
			{
				call: '/participants/single',
				send: { KeyEmail: 'other@example.com', KeyPhoneNumber: '+15550199' },
				status: 404,
			},
			{
				call: '/participants/single',
				send: { KeyEmail: 'other@example.com', ParticipantToken: named('ParticipantToken') },
				status: 404,
			},
			{ call: '/participants/single', send: { ParticipantToken: named('nobody') }, status: 404 },
			{ call: '/participants/single', send: { KeyEmail: 'nobody@example.com' }, status: 404 },
			{ call: '/participants/single', send: { KeyPhoneNumber: '+15559999' }, status: 404 },
			{ call: '/participants/single', status: 400 },
			{ call: '/sweepstakes/create' },
			{ call: '/participants/single', send: { ParticipantToken: named('other') }, status: 404 },
			{ call: '/participants/delete', status: 404 },
		],
	},
	{
		title: 'A participant is listed in each collection, and bonus entries and deletion apply to all of them',
		steps: [
			{
				entry: { KeyEmail: 'ada@example.com', Collections: ['OptOuts', 'ParticipantsAmoe', 'Participants'] },
			},
			{
				call: '/participants/updateBonusEntries',
				send: { BonusEntries: 7 },
				times: 2,
				reply: { ParticipantToken: named('ParticipantToken'), BonusEntries: 7 },
			},
			{
				call: '/participants/single',
				send: { ParticipantToken: named('ParticipantToken') },
				reply: {
					TotalEntries: 3,
					Collections: ['Participants', 'ParticipantsAmoe', 'OptOuts'],
					Entries: [
						{ Collection: 'Participants', BonusEntries: 7 },
						{ Collection: 'ParticipantsAmoe', BonusEntries: 7 },
						{ Collection: 'OptOuts', BonusEntries: 7 },
					],
				},
			},
			{ call: '/participants/fetch', reply: { 'Participants.length': 3 } },
			{
				call: '/participants/delete',
				reply: { DeletedFrom: ['Participants', 'ParticipantsAmoe', 'OptOuts'], DeletedCount: 3 },
			},
			{ call: '/participants/delete', status: 404 },
			{ call: '/participants/single', send: { ParticipantToken: named('ParticipantToken') }, status: 404 },
		],
	},
	{
		title: 'A participant’s phone number is stored and found as 10 digits',
		dialect: 'reference',
		account: { longForm: true },
		steps: [
			{
				entry: {
					KeyEmail: 'ada@example.com',
					KeyPhoneNumber: '+1 (202) 555-0111',
					Fields: { First_Name: 'Ada', Last_Name: 'Lovelace', Zip_Code: '90210' },
				},
			},
			{ call: '/participants/single', send: { KeyPhoneNumber: '+12025550111' }, status: 404 },
			{ call: '/participants/single', send: { KeyPhoneNumber: '2025550111' } },
			{
				call: '/participants/single',
				send: { KeyEmail: 'ada@example.com' },
				reply: {
					SearchCriteria: { KeyEmail: 'ada@example.com' },
					'Entries.0.EntryPagesFields': {
						FirstName: 'Ada',
						LastName: 'Lovelace',
						Zip_Code: '90210',
						Email: 'ada@example.com',
						Mobile_Number: '+1 (202) 555-0111',
					},
				},
			},
		],
	},
	{
		title: 'An opt-out has OptOutDate in place of CreationDate',
		dialect: 'reference',
		steps: [
			{ entry: { Collections: ['OptOuts'] } },
			{
				call: '/participants/single',
				send: { ParticipantToken: named('ParticipantToken') },
				reply: {
					Entries: [{ Collection: 'OptOuts', OptOutDate: '2030-01-15T12:00:00.000Z' }],
					'Entries.0.CreationDate': undefined,
				},
			},
			{
				call: '/participants/fetch',
				reply: {
					Participants: [{ Collection: 'OptOuts', OptOutDate: '2030-01-15T12:00:00.000Z' }],
					'Participants.0.CreationDate': undefined,
				},
			},
		],
	},
	{
		title: 'Opt-outs are listed by the date of the opt-out, newest first',
		dialect: 'both',
		steps: [
			{ entry: { KeyEmail: 'ada@example.com' } },
			{ wait: HOUR_MS },
			{ entry: { KeyEmail: 'bob@example.com', KeyPhoneNumber: '2025550112' } },
			{ wait: HOUR_MS },
			{
				call: '/_sandbox/participants',
				send: {
					SweepstakesToken: named('SweepstakesToken'),
					KeyEmail: 'ada@example.com',
					Collections: ['OptOuts'],
				},
			},
			{
				call: '/participants/fetch',
				reply: { Participants: [{ KeyEmail: 'ada@example.com' }, { KeyEmail: 'bob@example.com' }] },
			},
		],
	},
	{
		title: 'The CreationDate of an opt-out is the date of the opt-out',
		steps: [
			{ entry: { KeyEmail: 'ada@example.com' } },
			{ wait: HOUR_MS },
			{
				call: '/_sandbox/participants',
				send: {
					SweepstakesToken: named('SweepstakesToken'),
					KeyEmail: 'ada@example.com',
					Collections: ['OptOuts'],
				},
			},
			{
				call: '/participants/fetch',
				reply: { Participants: [{ CreationDate: '2030-01-15T13:00:00.000Z' }] },
			},
		],
	},
	{
		title: 'The dates of participants and winners can lack the time zone',
		dialect: 'both',
		dates: 'unzoned',
		steps: [
			{ entry: {} },
			{ call: '/participants/fetch', reply: { Participants: [{ CreationDate: '2030-01-15T12:00:00' }] } },
			{
				call: '/participants/single',
				send: { ParticipantToken: named('ParticipantToken') },
				reply: { Entries: [{ CreationDate: '2030-01-15T12:00:00' }] },
			},
			{ call: '/winners/draw' },
			{
				call: '/winners/fetch',
				reply: { Winners: [{ OptInDate: '2030-01-15T12:00:00', DrawDateTime: '2030-01-15T12:00' }] },
			},
		],
	},
	{
		title: 'A missing email address or phone number is refused with the service’s own message',
		dialect: 'reference',
		steps: [
			{
				call: '/participants/add',
				send: { entryPageFields: { KeyEmail: 'ada@example.com', Fields: { First_Name: 'Ada' } } },
				status: 400,
				reply: { Message: 'Some parameters exceeded maximum field length' },
			},
			{
				call: '/participants/add',
				send: {
					entryPageFields: { KeyEmail: 'ada@example.com', KeyPhoneNumber: '', Fields: { First_Name: 'Ada' } },
				},
				status: 400,
				reply: { Message: 'Some parameters exceeded maximum field length' },
			},
			{
				call: '/participants/add',
				send: {
					entryPageFields: { KeyPhoneNumber: '2025550111', KeyEmail: null, Fields: { First_Name: 'Ada' } },
				},
				status: 400,
				reply: { Message: 'Some parameters exceeded maximum field length' },
			},
		],
	},
	{
		title: 'Request keys can be in PascalCase',
		dialect: 'reference',
		steps: [
			{ call: '/groups/create', send: { SweepstakesToken: named('SweepstakesToken'), GroupName: 'VIP' } },
			{
				call: '/groups/update',
				send: {
					SweepstakesToken: named('SweepstakesToken'),
					GroupToken: named('GroupToken'),
					GroupName: 'Guests',
				},
			},
			{
				call: '/groups/fetch',
				send: { SweepstakesToken: named('SweepstakesToken') },
				reply: { Count: 2, '0.GroupName': 'Guests' },
			},
			{
				call: '/groups/delete',
				send: { SweepstakesToken: named('SweepstakesToken'), GroupToken: named('GroupToken') },
			},
			{ entry: { KeyEmail: 'ada@example.com' } },
			{
				call: '/participants/fetch',
				send: { SweepstakesToken: named('SweepstakesToken'), Page: 1, Search: 'ada' },
				reply: { 'Pagination.Total': 1 },
			},
		],
	},
	{
		title: 'An account can store phone numbers as sent',
		dialect: 'both',
		account: { kept: { phones: 'asSent' } },
		steps: [
			{ entry: { KeyPhoneNumber: '+1 (202) 555-0111' } },
			{ call: '/participants/fetch', reply: { Participants: [{ KeyPhoneNumber: '+1 (202) 555-0111' }] } },
		],
	},
	{
		title: 'An account can store phone numbers as 10 digits',
		dialect: 'both',
		account: { kept: { phones: 'tenDigits' } },
		steps: [
			{ entry: { KeyPhoneNumber: '+1 (202) 555-0111' } },
			{ call: '/participants/fetch', reply: { Participants: [{ KeyPhoneNumber: '2025550111' }] } },
		],
	},
	{
		title: 'An account can store names, even nested ones, in another format',
		account: { kept: { texts: ['escaped'] } },
		steps: [
			{ entry: { Fields: { First_Name: 'Ada & Bob' } } },
			{ call: '/participants/fetch', reply: { Participants: [{ FirstName: 'Ada &amp; Bob' }] } },
			{ call: '/sweepstakes/update', send: { SweepstakesName: 'You & Me' } },
			{ call: '/sweepstakes/fetch', reply: [{ SweepstakesName: 'You &amp; Me' }] },
		],
	},
] satisfies Scenario[];
