import { DAY_MS } from '../../support/constants';
import { by, named, ok, refused, times, wait, type Scenarios } from './scenario';

export const records: Scenarios = {
	'An account has the values from the accounts file': {
		account: {
			profile: { Nickname: 'Kay', ProfileData: { City: 'Oslo' } },
			business: { EIN: '12-3' },
			plan: { Name: 'Gold', MaxApiCallsPerMinute: 70, MaxInvoicesAllowed: 3 },
		},
		steps: [
			ok('/account/profile').shows({ Nickname: 'Kay', ProfileData: { City: 'Oslo' } }),
			ok('/account/business').shows({ EIN: '12-3' }),
			ok('/account/plan').shows({
				Name: 'Gold',
				Settings: { MaxApiCallsPerMinute: 70, MaxInvoicesAllowed: 3 },
			}),
		],
	},
	'An account may lack a profile and a business, and must allow calls from all domains to read its plan': {
		account: { profile: null, business: null, apiDomains: ['shop.example.com'] },
		steps: [
			refused(404, '/account/profile'),
			refused(404, '/account/business'),
			refused(403, '/account/plan'),
			ok('/tickets/create'),
			ok('/tickets/fetchSingleTicket').shows({ AccountInfo: { FullName: '', Email: '' } }),
		],
	},
	'A note’s title is unique within the account, and notes are listed newest first': [
		ok('/notes/create', { Title: 'One', Note: 'Flyers' }).shows({ NoteToken: named('one') }),
		ok('/notes/create', { Title: 'Two' }),
		refused(400, '/notes/create', { Title: 'Two' }),
		by('other', ok('/notes/create', { Title: 'Two' }).shows({ NoteToken: named('other') })),
		refused(400, '/notes/update', { NoteToken: named('one'), Title: 'Two' }),
		refused(400, '/notes/update', { NoteToken: named('one') }),
		ok('/notes/update', { NoteToken: named('one'), Title: 'One', Pinned: true }),
		ok('/notes/fetch').shows({ Notes: [{ Title: 'Two' }, { Title: 'One', Note: 'Flyers', Pinned: true }] }),
		ok('/notes/single', { NoteToken: named('one') }).shows({ Title: 'One', Note: 'Flyers', Pinned: true }),
		ok('/notes/delete', { NoteToken: named('one') }),
		refused(404, '/notes/delete', { NoteToken: named('one') }),
	],
	'Tickets are found by text, platform and priority, and can be changed only while open': [
		ok('/tickets/create', { Title: 'One', Description: 'Red', Platform: 'API', Priority: 3 }),
		ok('/tickets/create', { Title: 'Two', Description: 'Blue', Priority: 1 }),
		ok('/tickets/fetchOpenTickets', { search: 'RED' }).shows({ Tickets: [{ Subject: 'One' }] }),
		ok('/tickets/fetchOpenTickets', { search: 'two' }).shows({ Tickets: [{ Subject: 'Two' }] }),
		ok('/tickets/fetchOpenTickets', { platform: 'api' }).shows({ Tickets: [{ Subject: 'One' }] }),
		ok('/tickets/fetchOpenTickets', { priority: 1 }).shows({ Tickets: [{ Subject: 'Two' }] }),
		ok('/tickets/update', { Title: 'Few' }).shows({
			Ticket: { Subject: 'Few', Description: 'Blue', Status: 'open' },
		}),
		ok('/tickets/update', { Description: 'Green' }).shows({
			Ticket: { Subject: 'Few', Description: 'Green' },
		}),
		refused(400, '/tickets/update'),
		ok('/tickets/resolve'),
		refused(400, '/tickets/update', { Title: 'Late' }),
	],
	'A ticket can be closed once, unless it is locked': [
		ok('/tickets/create'),
		ok('/_sandbox/tickets', { CaseNumber: named('CaseNumber'), Locked: true }),
		refused(409, '/tickets/resolve'),
		refused(409, '/tickets/delete'),
		ok('/_sandbox/tickets', { CaseNumber: named('CaseNumber'), Locked: false }),
		ok('/tickets/resolve'),
		ok('/tickets/fetchSingleTicket').shows({
			Completion: 100,
			Notes: [{ Id: 1 }],
			ClosedBy: 'Sam Sandbox',
			Statistics: [{ Action: 'Created' }, { Action: 'Resolved' }],
		}),
		ok('/tickets/fetchOpenTickets').shows({ Tickets: [] }),
		ok('/tickets/fetchClosedTickets').shows({ Tickets: [{ CaseNumber: named('CaseNumber') }] }),
		refused(404, '/tickets/resolve'),
		refused(404, '/tickets/delete'),
		ok('/tickets/create'),
		ok('/tickets/delete'),
		refused(404, '/tickets/fetchSingleTicket'),
	],
	'Each account lists its own tickets and to-dos newest first, 20 per page, with short subjects': [
		times(20, ok('/tickets/create')),
		ok('/tickets/create', { Title: 'x'.repeat(200) }),
		by('other', ok('/tickets/create')),
		ok('/tickets/fetchOpenTickets').shows({
			TotalTickets: 21,
			Page: 1,
			Limit: 20,
			TotalPages: 2,
			'Tickets.length': 20,
			'Tickets.0.Subject': 'x'.repeat(100),
			'Tickets.0.Completion': undefined,
		}),
		ok('/tickets/fetchOpenTickets', { page: 2 }).shows({ 'Tickets.length': 1 }),
		times(20, ok('/tickets/createTodo')),
		ok('/tickets/createTodo', { Title: 'x'.repeat(200) }),
		ok('/tickets/fetchTodos').shows({
			TotalTodos: 21,
			Page: 1,
			Limit: 20,
			TotalPages: 2,
			'Todos.length': 20,
			'Todos.0.Title': 'x'.repeat(200),
		}),
		ok('/tickets/fetchTodos', { page: 2 }).shows({ 'Todos.length': 1 }),
	],
	'The number of a ticket can be sent as caseNumber or CaseNumber': {
		dialect: 'reference',
		steps: [
			ok('/tickets/create'),
			ok('/tickets/fetchSingleTicket', { caseNumber: named('CaseNumber') }).shows({
				CaseNumber: named('CaseNumber'),
			}),
			ok('/tickets/fetchSingleTicket', { CaseNumber: named('CaseNumber') }).shows({
				CaseNumber: named('CaseNumber'),
			}),
		],
	},
	'To-dos can be filtered by text, status, priority, resource, pin and date': [
		ok('/tickets/createTodo', { Title: 'One', Description: 'Red', Pin: true, Priority: 1 }),
		ok('/tickets/updateTodo', { Status: true }),
		ok('/tickets/createTodo', { Title: 'Two', ResourceAffected: 'blog' }),
		wait(20 * DAY_MS),
		ok('/tickets/createTodo', { Title: 'Three' }),
		ok('/tickets/fetchTodos', { search: 'red' }).shows({ Todos: [{ Title: 'One' }] }),
		ok('/tickets/fetchTodos', { status: 'completed' }).shows({ Todos: [{ Title: 'One' }] }),
		ok('/tickets/fetchTodos', { status: 'pending' }).shows({ Todos: [{ Title: 'Three' }, { Title: 'Two' }] }),
		ok('/tickets/fetchTodos', { priority: 1 }).shows({ Todos: [{ Title: 'One' }] }),
		ok('/tickets/fetchTodos', { resource: 'blog' }).shows({ Todos: [{ Title: 'Two' }] }),
		ok('/tickets/fetchTodos', { pinned: true }).shows({ Todos: [{ Title: 'One' }] }),
		ok('/tickets/fetchTodos', { dateFrom: '2030-01-16' }).shows({ Todos: [{ Title: 'Three' }] }),
		ok('/tickets/fetchTodos', { dateTo: '2030-01-16' }).shows({
			Todos: [{ Title: 'Two' }, { Title: 'One' }],
		}),
		ok('/tickets/fetchTodos', { year: 2_030, month: 2 }).shows({ Todos: [{ Title: 'Three' }] }),
		ok('/tickets/fetchTodos', { year: 2_030 }).shows({ 'Todos.length': 3 }),
		ok('/tickets/fetchTodos', { year: 2_029 }).shows({ Todos: [] }),
		ok('/tickets/fetchTodos', { year: 2_029, dateFrom: '2030-01-16' }).shows({ Todos: [{ Title: 'Three' }] }),
	],
	'An update of a to-do keeps other fields, and can remove its deadline': [
		ok('/tickets/createTodo', { Title: 'Check', Deadline: '2030-01-16' }).shows({
			Deadline: '2030-01-16T00:00:00.000Z',
		}),
		ok('/tickets/updateTodo', { Deadline: null, Completion: 50 }).shows({
			Title: 'Check',
			Deadline: null,
			Completion: 50,
		}),
		ok('/tickets/updateTodo', { Deadline: '2030-01-17T09:30:00Z' }).shows({
			Deadline: '2030-01-17T09:30:00.000Z',
		}),
		ok('/tickets/updateTodo', { Deadline: '' }).shows({ Deadline: null }),
		ok('/tickets/deleteTodo'),
		refused(404, '/tickets/deleteTodo'),
	],
	'Each account lists its own events by start date, and deleting a sweepstakes deletes its events': [
		ok('/calendar/create', { SweepstakesToken: named('SweepstakesToken') }),
		ok('/sweepstakes/create', { CreateInCalendar: true }),
		by('other', ok('/calendar/create')),
		by('other', refused(404, '/calendar/create', { SweepstakesToken: named('first') })),
		ok('/calendar/fetch').shows({
			TotalEvents: 2,
			Events: [
				{ EventStartDate: '2030-01-15T08:00:00.000Z' },
				{
					EventStartDate: '2030-01-16T00:00:00.000Z',
					SweepstakesToken: named('first'),
					EventToken: named('event'),
				},
			],
		}),
		ok('/sweepstakes/delete', { SweepstakesToken: named('first') }),
		refused(404, '/calendar/single', { EventToken: named('event') }),
	],
	'A new event has the sent fields but is always private, and an update keeps other fields': [
		ok('/calendar/create', {
			EventColor: '#FF0000',
			PeopleInvolved: ['Ada'],
			Notification: { Frequency: 1 },
			PrivateEvent: false,
		}),
		ok('/calendar/single').shows({
			EventColor: '#FF0000',
			PeopleInvolved: ['Ada'],
			Notification: { Frequency: 1 },
			PrivateEvent: true,
			SweepstakesToken: '',
		}),
		ok('/calendar/update', { EventStartDate: '2030-02-01', EventEndTime: '10:00', EventTitle: 'Finale' }),
		ok('/calendar/single').shows({
			EventTitle: 'Finale',
			EventStartDate: '2030-02-01T00:00:00.000Z',
			PeopleInvolved: ['Ada'],
			EventEndDate: '2030-01-16T10:00:00.000Z',
		}),
	],
	'A new event cannot be in the past, but a past event can be changed': [
		refused(400, '/calendar/create', { EventStartDate: '2030-01-14', EventStartTime: '23:59' }),
		refused(400, '/calendar/create', { EventStartDate: '2030-01-15', EventStartTime: '11:59' }),
		ok('/calendar/create', { EventStartDate: '2030-01-15', EventStartTime: '12:00' }),
		refused(400, '/calendar/update', { EventStartDate: '2030-01-14' }),
		wait(3 * DAY_MS),
		ok('/calendar/update', { Completed: true }),
	],
	'Each account lists its own files newest first, all in one category and with plain names': [
		ok('/files/upload', { Filename: 'Règles (1).txt' }).shows({
			Filename: 'Regles__1_.txt',
			Size: 3,
			CategoryToken: named('category'),
		}),
		ok('/files/upload', { Filename: 'a.txt' }).shows({ CategoryToken: named('category') }),
		ok('/files/fetch', { Limit: 1 }).shows({
			Files: [{ FileToken: named('FileToken'), CategoryToken: named('category') }],
			'Categories.length': 1,
			Pagination: { Page: 1, Limit: 1, TotalFiles: 2, TotalPages: 2 },
		}),
		by('other', ok('/files/fetch').shows({ Files: [], Categories: [] })),
		times(3, ok('/files/send')),
		ok('/files/fetch').shows({
			'Files.0.SharedTo': [{ Method: 'email', Recipient: 'ada@example.com' }, {}, {}],
		}),
	],
	'Files are limited by the plan’s storage, and deleting a file frees its storage': {
		account: { plan: { MaxStorageSize: 1 } },
		steps: [
			ok('/files/upload', { FileData: 'A'.repeat(1_048_576) }).shows({ SizeMB: 0.75 }),
			ok('/files/fetch').shows({ Storage: { UsedMB: 0.75, MaxMB: 1, RemainingMB: 0.25 } }),
			refused(400, '/files/upload', { FileData: 'A'.repeat(1_048_576), Filename: 'c.txt' }),
			ok('/files/delete'),
			ok('/files/fetch').shows({ 'Storage.UsedMB': 0 }),
			ok('/files/upload', { FileData: 'A'.repeat(1_048_576) }),
		],
	},
	'A file whose name is in use is refused, and the reply has the existing file’s token but no Code': {
		dialect: 'reference',
		steps: [
			ok('/files/upload'),
			refused(409, '/files/upload').shows({
				Response: false,
				Code: undefined,
				ExistingFileToken: named('FileToken'),
			}),
		],
	},
	'The 404 for a file and the 403 for a used-up quota contain Telemetry': {
		dialect: 'reference',
		account: { plan: { MaxApiCallsAllowed: 2 } },
		steps: [
			refused(404, '/files/delete', { FileToken: named('nobody') }).shows({
				Code: 404,
				'Telemetry.APICalls': 2,
			}),
			refused(403, '/files/delete').shows({ Code: 403, 'Telemetry.APICalls': 2 }),
		],
	},
	'Time zones are listed by TimezoneId, with today’s offset': [
		ok('/tools/timezones').shows({
			TotalTimezones: 21,
			'Timezones.length': 21,
			'Timezones.6': { TimezoneId: 7, OffSet: '-0500' },
			'Timezones.16': {
				Timezone: 'Asia/Kolkata',
				Abbreviation: 'IST',
				OffSet: '+0530',
				Utc: ['Asia/Kolkata'],
			},
		}),
		wait(180 * DAY_MS),
		ok('/tools/timezones').shows({ 'Timezones.6': { Timezone: 'America/New_York', OffSet: '-0400' } }),
	],
	'Countries, zip codes and area codes are found by any of their words, up to ten at a time': [
		ok('/tools/countries', { search: 'alemania' }).shows({
			TotalResults: 1,
			Countries: [{ NameEnglish: 'Germany', DialCode: '+49', Abbreviation: 'DE' }],
		}),
		ok('/tools/countries').shows({ 'Countries.length': 10 }),
		ok('/tools/zipcodes', { search: 'AUSTIN' }).shows({
			TotalResults: 1,
			ZipCodes: [{ ZipCode: '78701', City: 'Austin', State: 'TX' }],
		}),
		ok('/tools/areacodes', { search: '787' }).shows({
			TotalResults: 1,
			AreaCodes: [{ Code: '787', State: 'PR' }],
		}),
		ok('/tools/states').shows({ 'States.length': 53, 'States.52.Name': 'Wyoming' }),
	],
	'Help articles are paged, and a search covers titles and texts': [
		ok('/documentation/fetch', { page: 3 }).shows({
			TotalDocuments: 12,
			CurrentPage: 3,
			TotalPages: 3,
			Limit: 5,
			HasNextPage: false,
			HasPrevPage: true,
			'Documents.length': 2,
		}),
		ok('/documentation/fetch', { search: 'WINNER' }).shows({
			Documents: [{ DocumentTitle: 'Drawing winners' }, { DocumentTitle: 'Invoices' }],
		}),
	],
};
