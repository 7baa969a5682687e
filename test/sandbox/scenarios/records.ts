import { DAY_MS } from '../../support/constants';
import { named, type Scenario } from './scenario';

export const records = [
	{
		title: 'An account has the values from the accounts file',
		account: {
			profile: { Nickname: 'Kay', ProfileData: { City: 'Oslo' } },
			business: { EIN: '12-3' },
			plan: { Name: 'Gold', MaxApiCallsPerMinute: 70, MaxInvoicesAllowed: 3 },
		},
		steps: [
			{ call: '/account/profile', reply: { Nickname: 'Kay', ProfileData: { City: 'Oslo' } } },
			{ call: '/account/business', reply: { EIN: '12-3' } },
			{
				call: '/account/plan',
				reply: { Name: 'Gold', Settings: { MaxApiCallsPerMinute: 70, MaxInvoicesAllowed: 3 } },
			},
		],
	},
	{
		title:
			'An account may lack a profile and a business, and must allow calls from all domains to read its plan',
		account: { profile: null, business: null, apiDomains: ['shop.example.com'] },
		steps: [
			{ call: '/account/profile', status: 404 },
			{ call: '/account/business', status: 404 },
			{ call: '/account/plan', status: 403 },
			{ call: '/tickets/create' },
			{ call: '/tickets/fetchSingleTicket', reply: { AccountInfo: { FullName: '', Email: '' } } },
		],
	},
	{
		title: 'A note’s title is unique within the account, and notes are listed newest first',
		steps: [
			{ call: '/notes/create', send: { Title: 'One', Note: 'Flyers' }, reply: { NoteToken: named('one') } },
			{ call: '/notes/create', send: { Title: 'Two' } },
			{ call: '/notes/create', send: { Title: 'Two' }, status: 400 },
			{ call: '/notes/create', by: 'other', send: { Title: 'Two' }, reply: { NoteToken: named('other') } },
			{ call: '/notes/update', send: { NoteToken: named('one'), Title: 'Two' }, status: 400 },
			{ call: '/notes/update', send: { NoteToken: named('one') }, status: 400 },
			{ call: '/notes/update', send: { NoteToken: named('one'), Title: 'One', Pinned: true } },
			{
				call: '/notes/fetch',
				reply: { Notes: [{ Title: 'Two' }, { Title: 'One', Note: 'Flyers', Pinned: true }] },
			},
			{
				call: '/notes/single',
				send: { NoteToken: named('one') },
				reply: { Title: 'One', Note: 'Flyers', Pinned: true },
			},
			{ call: '/notes/delete', send: { NoteToken: named('one') } },
			{ call: '/notes/delete', send: { NoteToken: named('one') }, status: 404 },
		],
	},
	{
		title:
			'Tickets are assigned by name or email address, and the reply to an ambiguous name lists the candidates',
		dialect: 'both',
		steps: [
			{
				call: '/tickets/create',
				send: { AssignTo: 'robin.reyes@example.com' },
				reply: { 'AssignedTo.FullName': 'Robin Reyes' },
			},
			{
				call: '/tickets/create',
				send: { AssignTo: 'alex moore' },
				reply: { 'AssignedTo.FullName': 'Alex Moore' },
			},
			{
				call: '/tickets/create',
				send: { AssignTo: 'Robin' },
				reply: { 'AssignedTo.FullName': 'Robin Reyes' },
			},
			{
				call: '/tickets/create',
				send: { AssignTo: 'Alex' },
				status: 400,
				reply: { Candidates: [{ FullName: 'Alex Miller' }, { FullName: 'Alex Moore' }] },
			},
		],
	},
	{
		title: 'Tickets are found by text, platform and priority, and can be changed only while open',
		steps: [
			{ call: '/tickets/create', send: { Title: 'One', Description: 'Red', Platform: 'API', Priority: 3 } },
			{ call: '/tickets/create', send: { Title: 'Two', Description: 'Blue', Priority: 1 } },
			{
				call: '/tickets/fetchOpenTickets',
				send: { search: 'RED' },
				reply: { Tickets: [{ Subject: 'One' }] },
			},
			{
				call: '/tickets/fetchOpenTickets',
				send: { search: 'two' },
				reply: { Tickets: [{ Subject: 'Two' }] },
			},
			{
				call: '/tickets/fetchOpenTickets',
				send: { platform: 'api' },
				reply: { Tickets: [{ Subject: 'One' }] },
			},
			{ call: '/tickets/fetchOpenTickets', send: { priority: 1 }, reply: { Tickets: [{ Subject: 'Two' }] } },
			{
				call: '/tickets/update',
				send: { Title: 'Few' },
				reply: { Ticket: { Subject: 'Few', Description: 'Blue', Status: 'open' } },
			},
			{
				call: '/tickets/update',
				send: { Description: 'Green' },
				reply: { Ticket: { Subject: 'Few', Description: 'Green' } },
			},
			{ call: '/tickets/update', status: 400 },
			{ call: '/tickets/resolve' },
			{ call: '/tickets/update', send: { Title: 'Late' }, status: 400 },
		],
	},
	{
		title: 'A ticket can be closed once, unless it is locked',
		steps: [
			{ call: '/tickets/create' },
			{ call: '/_sandbox/tickets', send: { CaseNumber: named('CaseNumber'), Locked: true } },
			{ call: '/tickets/resolve', status: 409 },
			{ call: '/tickets/delete', status: 409 },
			{ call: '/_sandbox/tickets', send: { CaseNumber: named('CaseNumber'), Locked: false } },
			{ call: '/tickets/resolve' },
			{
				call: '/tickets/fetchSingleTicket',
				reply: {
					Completion: 100,
					Notes: [{ Id: 1 }],
					ClosedBy: 'Sam Sandbox',
					Statistics: [{ Action: 'Created' }, { Action: 'Resolved' }],
				},
			},
			{ call: '/tickets/fetchOpenTickets', reply: { Tickets: [] } },
			{ call: '/tickets/fetchClosedTickets', reply: { Tickets: [{ CaseNumber: named('CaseNumber') }] } },
			{ call: '/tickets/resolve', status: 404 },
			{ call: '/tickets/delete', status: 404 },
			{ call: '/tickets/create' },
			{ call: '/tickets/delete' },
			{ call: '/tickets/fetchSingleTicket', status: 404 },
		],
	},
	{
		title: 'Each account lists its own tickets and to-dos newest first, 20 per page, with short subjects',
		steps: [
			{ call: '/tickets/create', times: 20 },
			{ call: '/tickets/create', send: { Title: 'x'.repeat(200) } },
			{ call: '/tickets/create', by: 'other' },
			{
				call: '/tickets/fetchOpenTickets',
				reply: {
					TotalTickets: 21,
					Page: 1,
					Limit: 20,
					TotalPages: 2,
					'Tickets.length': 20,
					'Tickets.0.Subject': 'x'.repeat(100),
					'Tickets.0.Completion': undefined,
				},
			},
			{ call: '/tickets/fetchOpenTickets', send: { page: 2 }, reply: { 'Tickets.length': 1 } },
			{ call: '/tickets/createTodo', times: 20 },
			{ call: '/tickets/createTodo', send: { Title: 'x'.repeat(200) } },
			{
				call: '/tickets/fetchTodos',
				reply: {
					TotalTodos: 21,
					Page: 1,
					Limit: 20,
					TotalPages: 2,
					'Todos.length': 20,
					'Todos.0.Title': 'x'.repeat(200),
				},
			},
			{ call: '/tickets/fetchTodos', send: { page: 2 }, reply: { 'Todos.length': 1 } },
		],
	},
	{
		title: 'The number of a ticket can be sent as caseNumber or CaseNumber',
		dialect: 'reference',
		steps: [
			{ call: '/tickets/create' },
			{
				call: '/tickets/fetchSingleTicket',
				send: { caseNumber: named('CaseNumber') },
				reply: { CaseNumber: named('CaseNumber') },
			},
			{
				call: '/tickets/fetchSingleTicket',
				send: { CaseNumber: named('CaseNumber') },
				reply: { CaseNumber: named('CaseNumber') },
			},
		],
	},
	{
		title: 'To-dos can be filtered by text, status, priority, resource, pin and date',
		steps: [
			{ call: '/tickets/createTodo', send: { Title: 'One', Description: 'Red', Pin: true, Priority: 1 } },
			{ call: '/tickets/updateTodo', send: { Status: true } },
			{ call: '/tickets/createTodo', send: { Title: 'Two', ResourceAffected: 'blog' } },
			{ wait: 20 * DAY_MS },
			{ call: '/tickets/createTodo', send: { Title: 'Three' } },
			{ call: '/tickets/fetchTodos', send: { search: 'red' }, reply: { Todos: [{ Title: 'One' }] } },
			{ call: '/tickets/fetchTodos', send: { status: 'completed' }, reply: { Todos: [{ Title: 'One' }] } },
			{
				call: '/tickets/fetchTodos',
				send: { status: 'pending' },
				reply: { Todos: [{ Title: 'Three' }, { Title: 'Two' }] },
			},
			{ call: '/tickets/fetchTodos', send: { priority: 1 }, reply: { Todos: [{ Title: 'One' }] } },
			{ call: '/tickets/fetchTodos', send: { resource: 'blog' }, reply: { Todos: [{ Title: 'Two' }] } },
			{ call: '/tickets/fetchTodos', send: { pinned: true }, reply: { Todos: [{ Title: 'One' }] } },
			{
				call: '/tickets/fetchTodos',
				send: { dateFrom: '2030-01-16' },
				reply: { Todos: [{ Title: 'Three' }] },
			},
			{
				call: '/tickets/fetchTodos',
				send: { dateTo: '2030-01-16' },
				reply: { Todos: [{ Title: 'Two' }, { Title: 'One' }] },
			},
			{
				call: '/tickets/fetchTodos',
				send: { year: 2_030, month: 2 },
				reply: { Todos: [{ Title: 'Three' }] },
			},
			{ call: '/tickets/fetchTodos', send: { year: 2_030 }, reply: { 'Todos.length': 3 } },
			{ call: '/tickets/fetchTodos', send: { year: 2_029 }, reply: { Todos: [] } },
			{
				call: '/tickets/fetchTodos',
				send: { year: 2_029, dateFrom: '2030-01-16' },
				reply: { Todos: [{ Title: 'Three' }] },
			},
		],
	},
	{
		title: 'An update of a to-do keeps other fields, and can remove its deadline',
		steps: [
			{
				call: '/tickets/createTodo',
				send: { Title: 'Check', Deadline: '2030-01-16' },
				reply: { Deadline: '2030-01-16T00:00:00.000Z' },
			},
			{
				call: '/tickets/updateTodo',
				send: { Deadline: null, Completion: 50 },
				reply: { Title: 'Check', Deadline: null, Completion: 50 },
			},
			{
				call: '/tickets/updateTodo',
				send: { Deadline: '2030-01-17T09:30:00Z' },
				reply: { Deadline: '2030-01-17T09:30:00.000Z' },
			},
			{ call: '/tickets/updateTodo', send: { Deadline: '' }, reply: { Deadline: null } },
			{ call: '/tickets/deleteTodo' },
			{ call: '/tickets/deleteTodo', status: 404 },
		],
	},
	{
		title: 'Each account lists its own events by start date, and deleting a sweepstakes deletes its events',
		steps: [
			{ call: '/calendar/create', send: { SweepstakesToken: named('SweepstakesToken') } },
			{ call: '/sweepstakes/create', send: { CreateInCalendar: true } },
			{ call: '/calendar/create', by: 'other' },
			{ call: '/calendar/create', by: 'other', send: { SweepstakesToken: named('first') }, status: 404 },
			{
				call: '/calendar/fetch',
				reply: {
					TotalEvents: 2,
					Events: [
						{ EventStartDate: '2030-01-15T08:00:00.000Z' },
						{
							EventStartDate: '2030-01-16T00:00:00.000Z',
							SweepstakesToken: named('first'),
							EventToken: named('event'),
						},
					],
				},
			},
			{ call: '/sweepstakes/delete', send: { SweepstakesToken: named('first') } },
			{ call: '/calendar/single', send: { EventToken: named('event') }, status: 404 },
		],
	},
	{
		title: 'A new event has the sent fields but is always private, and an update keeps other fields',
		steps: [
			{
				call: '/calendar/create',
				send: {
					EventColor: '#FF0000',
					PeopleInvolved: ['Ada'],
					Notification: { Frequency: 1 },
					PrivateEvent: false,
				},
			},
			{
				call: '/calendar/single',
				reply: {
					EventColor: '#FF0000',
					PeopleInvolved: ['Ada'],
					Notification: { Frequency: 1 },
					PrivateEvent: true,
					SweepstakesToken: '',
				},
			},
			{
				call: '/calendar/update',
				send: { EventStartDate: '2030-02-01', EventEndTime: '10:00', EventTitle: 'Finale' },
			},
			{
				call: '/calendar/single',
				reply: {
					EventTitle: 'Finale',
					EventStartDate: '2030-02-01T00:00:00.000Z',
					PeopleInvolved: ['Ada'],
					EventEndDate: '2030-01-16T10:00:00.000Z',
				},
			},
		],
	},
	{
		title: 'A new event cannot be in the past, but a past event can be changed',
		steps: [
			{
				call: '/calendar/create',
				send: { EventStartDate: '2030-01-14', EventStartTime: '23:59' },
				status: 400,
			},
			{
				call: '/calendar/create',
				send: { EventStartDate: '2030-01-15', EventStartTime: '11:59' },
				status: 400,
			},
			{ call: '/calendar/create', send: { EventStartDate: '2030-01-15', EventStartTime: '12:00' } },
			{ call: '/calendar/update', send: { EventStartDate: '2030-01-14' }, status: 400 },
			{ wait: 3 * DAY_MS },
			{ call: '/calendar/update', send: { Completed: true } },
		],
	},
	{
		title: 'Each account lists its own files newest first, all in one category and with plain names',
		steps: [
			{
				call: '/files/upload',
				send: { Filename: 'Règles (1).txt' },
				reply: { Filename: 'Regles__1_.txt', Size: 3, CategoryToken: named('category') },
			},
			{ call: '/files/upload', send: { Filename: 'a.txt' }, reply: { CategoryToken: named('category') } },
			{
				call: '/files/fetch',
				send: { Limit: 1 },
				reply: {
					Files: [{ FileToken: named('FileToken'), CategoryToken: named('category') }],
					'Categories.length': 1,
					Pagination: { Page: 1, Limit: 1, TotalFiles: 2, TotalPages: 2 },
				},
			},
			{ call: '/files/fetch', by: 'other', reply: { Files: [], Categories: [] } },
			{ call: '/files/send', times: 3 },
			{
				call: '/files/fetch',
				reply: { 'Files.0.SharedTo': [{ Method: 'email', Recipient: 'ada@example.com' }, {}, {}] },
			},
		],
	},
	{
		title: 'Files are limited by the plan’s storage, and deleting a file frees its storage',
		account: { plan: { MaxStorageSize: 1 } },
		steps: [
			{ call: '/files/upload', send: { FileData: 'A'.repeat(1_048_576) }, reply: { SizeMB: 0.75 } },
			{ call: '/files/fetch', reply: { Storage: { UsedMB: 0.75, MaxMB: 1, RemainingMB: 0.25 } } },
			{ call: '/files/upload', send: { FileData: 'A'.repeat(1_048_576), Filename: 'c.txt' }, status: 400 },
			{ call: '/files/delete' },
			{ call: '/files/fetch', reply: { 'Storage.UsedMB': 0 } },
			{ call: '/files/upload', send: { FileData: 'A'.repeat(1_048_576) } },
		],
	},
	{
		title: 'A file whose name is in use is refused, and the reply has the existing file’s token and a Code',
		steps: [
			{ call: '/files/upload' },
			{
				call: '/files/upload',
				status: 409,
				reply: { Response: false, Code: 409, ExistingFileToken: named('FileToken') },
			},
		],
	},
	{
		title: 'A file whose name is in use is refused, and the reply has the existing file’s token but no Code',
		dialect: 'reference',
		steps: [
			{ call: '/files/upload' },
			{
				call: '/files/upload',
				status: 409,
				reply: { Response: false, Code: undefined, ExistingFileToken: named('FileToken') },
			},
		],
	},
	{
		title: 'The 404 for a file and the 403 for a used-up quota contain Telemetry',
		dialect: 'reference',
		account: { plan: { MaxApiCallsAllowed: 2 } },
		steps: [
			{
				call: '/files/delete',
				send: { FileToken: named('nobody') },
				status: 404,
				reply: { Code: 404, 'Telemetry.APICalls': 2 },
			},
			{ call: '/files/delete', status: 403, reply: { Code: 403, 'Telemetry.APICalls': 2 } },
		],
	},
	{
		title: 'Time zones are listed by TimezoneId, with today’s offset',
		steps: [
			{
				call: '/tools/timezones',
				reply: {
					TotalTimezones: 21,
					'Timezones.length': 21,
					'Timezones.6': { TimezoneId: 7, OffSet: '-0500' },
					'Timezones.16': {
						Timezone: 'Asia/Kolkata',
						Abbreviation: 'IST',
						OffSet: '+0530',
						Utc: ['Asia/Kolkata'],
					},
				},
			},
			{ wait: 180 * DAY_MS },
			{
				call: '/tools/timezones',
				reply: { 'Timezones.6': { Timezone: 'America/New_York', OffSet: '-0400' } },
			},
		],
	},
	{
		title: 'Countries, zip codes and area codes are found by any of their words, up to ten at a time',
		steps: [
			{
				call: '/tools/countries',
				send: { search: 'alemania' },
				reply: {
					TotalResults: 1,
					Countries: [{ NameEnglish: 'Germany', DialCode: '+49', Abbreviation: 'DE' }],
				},
			},
			{ call: '/tools/countries', reply: { 'Countries.length': 10 } },
			{
				call: '/tools/zipcodes',
				send: { search: 'AUSTIN' },
				reply: { TotalResults: 1, ZipCodes: [{ ZipCode: '78701', City: 'Austin', State: 'TX' }] },
			},
			{
				call: '/tools/areacodes',
				send: { search: '787' },
				reply: { TotalResults: 1, AreaCodes: [{ Code: '787', State: 'PR' }] },
			},
			{ call: '/tools/states', reply: { 'States.length': 53, 'States.52.Name': 'Wyoming' } },
		],
	},
	{
		title: 'Help articles are paged, and a search covers titles and texts',
		steps: [
			{
				call: '/documentation/fetch',
				send: { page: 3 },
				reply: {
					TotalDocuments: 12,
					CurrentPage: 3,
					TotalPages: 3,
					Limit: 5,
					HasNextPage: false,
					HasPrevPage: true,
					'Documents.length': 2,
				},
			},
			{
				call: '/documentation/fetch',
				send: { search: 'WINNER' },
				reply: { Documents: [{ DocumentTitle: 'Drawing winners' }, { DocumentTitle: 'Invoices' }] },
			},
		],
	},
] satisfies Scenario[];
