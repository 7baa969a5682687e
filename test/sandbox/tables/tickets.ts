import { day, deadline, flag, oneOf, personName, platform, text, uuid, whole } from '../kinds';
import { nullable, required, withDefault, type Changes, type Table } from './table';

const ACCOUNT_INFO = {
	UserToken: 'UUID',
	FullName: 'Sam Sandbox',
	Email: 'owner@example.com',
	MobileNumber: '+15550100',
	UserType: 1,
	UserAgent: '',
	IpAddress: '127.0.0.1',
	Language: 'en',
	GeoLat: null,
	GeoLon: null,
	SweepstakesName: '',
};

const TODO = {
	TodoToken: 'UUID',
	CreationDate: '2030-01-15T12:00:00.000Z',
	Deadline: null,
	Title: 'Check',
	Priority: 2,
	Description: '',
	ResourceAffected: 'general',
	Pin: false,
	Status: false,
	Views: 0,
};

const FILTER = {
	search: text(),
	platform: platform,
	priority: whole({ min: 1, max: 3 }),
	page: withDefault(1, whole({ min: 1 })),
};

const CREATED = {
	CaseNumber: 'CASE',
	Subject: 'Title',
	Priority: 3,
	ResourceAffected: 'general',
	AssignedTo: null,
	CreationDate: '2030-01-15T12:00:00.000Z',
	Status: 'Open',
};

const LISTED = {
	CaseNumber: 'CASE',
	Subject: 'Help',
	Date: '2030-01-15T12:00:00.000Z',
	Priority: 3,
	ResourceAffected: 'general',
};

const TICKET = {
	CaseNumber: 'CASE',
	Date: '2030-01-15T12:00:00.000Z',
	AccountInfo: ACCOUNT_INFO,
	Subject: 'Help',
	Description: 'Please',
	Priority: 3,
	NotifyUsers: [],
	Collaborators: [],
	ClosedBy: null,
	CloseDate: null,
	Notes: [],
	Files: [],
	Survey: {},
	Pin: false,
	Views: 0,
	Completion: 0,
	ResourceAffected: 'general',
	Documentation: [],
	Statistics: [{ Id: 1894708800000, Date: '2030-01-15T12:00:00.000Z', UserToken: 'UUID', Action: 'Created' }],
	Status: false,
	AttachmentInfo: {},
};

const CLOSED = {
	CaseNumber: 'CASE',
	Subject: 'Help',
	Status: true,
	CloseDate: '2030-01-15T12:00:00.000Z',
	ClosedBy: 'Sam Sandbox',
};

/** What every ticket contains in the contract: its token, and words for its priority and status. */
const IN_CONTRACT = {
	TicketToken: 'UUID',
	Priority: 'high',
	Status: 'open',
	CreationDate: '2030-01-15T12:00:00.000Z',
};

const listOf = (ticket: object) => ({
	Data: { TotalTickets: 1, Page: 1, Limit: 20, TotalPages: 1, Tickets: [ticket] },
});

export const tickets = {
	'/tickets/create': {
		status: 201,
		request: {
			Title: required(text({ min: 1, max: 200 }), 'Title'),
			Description: required(text({ min: 1, max: 20_000 }), 'Nobody won.'),
			Priority: required(whole({ min: 1, max: 3 }), 3),
			AssignTo: personName,
			Platform: withDefault('general', platform),
		},
		reply: { Message: '…', Data: { ...CREATED, ...IN_CONTRACT } },
	},
	'/tickets/fetchOpenTickets': {
		request: FILTER,
		reply: listOf({ ...LISTED, ...IN_CONTRACT, Status: 'open' }),
	},
	'/tickets/fetchClosedTickets': {
		request: FILTER,
		reply: listOf({ ...LISTED, ...IN_CONTRACT, Status: 'closed' }),
	},
	'/tickets/fetchSingleTicket': {
		request: { caseNumber: required(text({ min: 1 })) },
		reply: { Data: { ...TICKET, ...IN_CONTRACT } },
	},
	'/tickets/update': {
		request: {
			CaseId: required(text({ min: 1 })),
			Title: text({ min: 1, max: 200 }),
			Description: text({ min: 1, max: 20_000 }),
		},
		reply: {
			Message: '…',
			Ticket: { CaseNumber: 'CASE', Subject: 'Changed', Description: 'Please', ...IN_CONTRACT },
		},
	},
	'/tickets/resolve': {
		request: { CaseId: required(text({ min: 1 })) },
		reply: { Message: '…', Data: { ...CLOSED, ...IN_CONTRACT, Status: 'closed' } },
	},
	'/tickets/delete': { request: { CaseId: required(text({ min: 1 })) }, reply: { Message: '…' } },
	'/tickets/createTodo': {
		request: {
			Title: required(text({ min: 1, max: 200 }), 'Title'),
			Priority: required(whole({ min: 1, max: 3 }), 3),
			Description: text({ max: 20_000 }),
			ResourceAffected: withDefault('general', text()),
			Pin: withDefault(false, flag),
			Deadline: nullable(deadline),
		},
		reply: { Message: '…', Data: { ...TODO, Title: 'Title', Priority: 3, Completion: 0 } },
	},
	'/tickets/fetchTodos': {
		request: {
			page: withDefault(1, whole({ min: 1 })),
			search: text(),
			resource: text(),
			status: oneOf('pending', 'completed'),
			priority: whole({ min: 1, max: 3 }),
			pinned: flag,
			dateFrom: day,
			dateTo: day,
			year: whole(),
			month: whole({ min: 1, max: 12 }),
		},
		reply: { Data: { TotalTodos: 1, Page: 1, Limit: 20, TotalPages: 1, Todos: [TODO] } },
	},
	'/tickets/updateTodo': {
		request: {
			TodoToken: required(uuid),
			Title: text({ min: 1, max: 200 }),
			Description: text({ max: 20_000 }),
			ResourceAffected: text(),
			Priority: whole({ min: 1, max: 3 }),
			Pin: flag,
			Status: flag,
			Deadline: nullable(deadline),
			Completion: whole({ min: 0, max: 100 }),
		},
		reply: { Message: '…', Data: { ...TODO, Completion: 0 } },
	},
	'/tickets/deleteTodo': { request: { TodoToken: required(uuid) }, reply: { Message: '…' } },
} satisfies Table;

export const ticketsInReference = {
	'/tickets/create': { reply: { Message: '…', Data: CREATED } },
	'/tickets/fetchOpenTickets': { reply: listOf(LISTED) },
	'/tickets/fetchClosedTickets': { reply: listOf(LISTED) },
	'/tickets/fetchSingleTicket': { reply: { Data: TICKET } },
	'/tickets/update': {
		reply: {
			Message: '…',
			Ticket: { CaseNumber: 'CASE', Subject: 'Changed', Description: 'Please', Priority: 3, Status: false },
		},
	},
	'/tickets/resolve': { reply: { Message: '…', Data: CLOSED } },
} satisfies Changes;
