import { z } from 'zod';
import { dateTime } from '../time/clock';
import { endpoint, requireOwn, type Call } from '../endpoint';
import { acceptEitherCase, filledText, integer, text } from '../fields';
import { takePage } from './paging';
import type { Ticket } from '../records';
import { Refusal, conflict, forbidden, invalid, notFound } from '../refusal';
import { newToken } from '../token';

const PER_PAGE = 20;

/** The service's administrators, to whom tickets can be assigned. */
const ADMINISTRATORS = [
	{ FullName: 'Alex Miller', Email: 'alex.miller@example.com' },
	{ FullName: 'Alex Moore', Email: 'alex.moore@example.com' },
	{ FullName: 'Robin Reyes', Email: 'robin.reyes@example.com' },
];

const title = filledText.max(200);
const description = filledText.max(20_000);
const priority = integer.min(1).max(3).describe('1 low, 2 medium, 3 high');
const platform = text
	.toLowerCase()
	.max(50)
	.regex(/^[a-z0-9-]+$/);
const caseNumber = filledText;

const create = endpoint({
	method: 'POST',
	path: '/tickets/create',
	status: 201,
	request: z.object({
		Title: title,
		Description: description,
		Priority: priority,
		AssignTo: text.describe('e-mail, full name or part of the name of an administrator').optional(),
		Platform: platform.default('general'),
	}),
	carryOut({ Title, Description, Priority, AssignTo, Platform }, call) {
		const { store, account, now } = call;
		return store.tickets.insert({
			CaseNumber: newToken().slice(0, 7).toUpperCase(),
			TicketToken: newToken(),
			UserToken: account.UserToken,
			Subject: Title,
			Description,
			Priority,
			ResourceAffected: Platform,
			AssignedTo: AssignTo === undefined ? null : administratorNamed(AssignTo),
			CreationDate: dateTime(now),
			CloseDate: null,
			Statistics: [toHistoryEntry(call, 'Created')],
		});
	},
	answer: (ticket, call) => {
		const { CaseNumber, Subject, Priority, ResourceAffected, AssignedTo, CreationDate } = ticket;
		const Data = {
			CaseNumber,
			Subject,
			Priority,
			ResourceAffected,
			AssignedTo,
			CreationDate,
			Status: 'Open',
		};
		return { Message: 'Ticket created.', Data: inDialect(Data, ticket, call) };
	},
});

const filter = z.object({
	search: text.default(''),
	platform: platform.optional(),
	priority: priority.optional(),
	page: integer.min(1).default(1),
});

/** Declares an operation that lists either the open or the closed tickets. */
const defineList = (path: string, isListed: (ticket: Ticket) => boolean) =>
	endpoint({
		method: 'POST',
		path,
		request: filter,
		carryOut: ({ search, platform: wanted, priority: urgency, page }, { store, account }) => ({
			page,
			found: store.tickets
				.of(account.UserToken)
				.filter(isListed)
				.filter(
					({ Subject, Description, ResourceAffected, Priority }) =>
						`${Subject}\n${Description}`.toLowerCase().includes(search.toLowerCase()) &&
						(wanted === undefined || ResourceAffected === wanted) &&
						(urgency === undefined || Priority === urgency),
				)
				.reverse(),
		}),
		answer({ page, found }, call) {
			const { rows, totalPages } = takePage(found, page, PER_PAGE);
			return {
				Data: {
					TotalTickets: found.length,
					Page: page,
					Limit: PER_PAGE,
					TotalPages: totalPages,
					Tickets: rows.map((ticket) => toListEntry(ticket, call)),
				},
			};
		},
	});

const fetchOpen = defineList('/tickets/fetchOpenTickets', isOpen);
const fetchClosed = defineList('/tickets/fetchClosedTickets', (ticket) => !isOpen(ticket));

const single = endpoint({
	method: 'POST',
	path: '/tickets/fetchSingleTicket',
	request: z.object({ caseNumber }),
	carryOut: (sent, call) => requireOwnTicket(call, sent.caseNumber),
	answer: (ticket, call) => ({ Data: inDialect(toReply(ticket, call), ticket, call) }),
	// The reference's page has one spelling of the key, and the service's newest hint has the other.
	reference: { request: acceptEitherCase(z.object({ caseNumber })) },
});

const update = endpoint({
	method: 'POST',
	path: '/tickets/update',
	request: z.object({ CaseId: caseNumber, Title: title.optional(), Description: description.optional() }),
	carryOut({ CaseId, Title, Description }, call) {
		if (Title === undefined && Description === undefined) throw invalid('There is nothing to update.');
		const ticket = call.store.tickets.get(CaseId);
		if (!ticket) throw notFound('Ticket');
		if (ticket.UserToken !== call.account.UserToken)
			throw forbidden('You do not have permission to update this ticket.');
		if (!isOpen(ticket)) throw invalid('CaseId: a closed ticket cannot be updated.');
		return call.store.tickets.update(ticket, {
			Subject: Title ?? ticket.Subject,
			Description: Description ?? ticket.Description,
		});
	},
	answer: (ticket, call) => {
		const { CaseNumber, Subject, Description, Priority } = ticket;
		const shownTicket = { CaseNumber, Subject, Description, Priority, Status: false };
		return { Message: 'Ticket updated.', Ticket: inDialect(shownTicket, ticket, call) };
	},
});

const oneCase = z.object({ CaseId: caseNumber });

const resolve = endpoint({
	method: 'POST',
	path: '/tickets/resolve',
	request: oneCase,
	carryOut({ CaseId }, call) {
		const ticket = openTicket(call, CaseId);
		return call.store.tickets.update(ticket, {
			CloseDate: dateTime(call.now),
			Statistics: [...ticket.Statistics, toHistoryEntry(call, 'Resolved')],
		});
	},
	answer: (ticket, call) => {
		const { CaseNumber, Subject, Status, CloseDate, ClosedBy } = toReply(ticket, call);
		const Data = { CaseNumber, Subject, Status, CloseDate, ClosedBy };
		return { Message: 'Ticket resolved.', Data: inDialect(Data, ticket, call) };
	},
});

const remove = endpoint({
	method: 'POST',
	path: '/tickets/delete',
	request: oneCase,
	carryOut({ CaseId }, call) {
		call.store.tickets.remove(openTicket(call, CaseId));
		return { Message: 'Ticket deleted.' };
	},
});

export const ticketEndpoints = [create, fetchOpen, fetchClosed, single, update, resolve, remove];

function isOpen({ CloseDate }: Ticket): boolean {
	return CloseDate === null;
}

const requireOwnTicket = (call: Call, number: string) =>
	requireOwn(call, call.store.tickets.get(number), 'Ticket');

/** @throws Refusal 404 unless the ticket is open, 409 while it is locked */
function openTicket(call: Call, number: string): Ticket {
	const ticket = requireOwnTicket(call, number);
	if (!isOpen(ticket)) throw notFound('Open ticket');
	if (ticket.isLocked) throw conflict('Somebody works on the ticket. Try again later.');
	return ticket;
}

/**
 * Finds an administrator by email, full name, or part of the name.
 *
 * @throws Refusal 400 unless exactly one matches
 */
function administratorNamed(wanted: string) {
	const name = wanted.trim().toLowerCase();
	const exact = ADMINISTRATORS.find(
		({ FullName, Email }) => Email === name || FullName.toLowerCase() === name,
	);
	const candidates = ADMINISTRATORS.filter(({ FullName }) => FullName.toLowerCase().includes(name));
	const [found = exact, ...others] = exact ? [] : candidates;
	if (!found) throw invalid(`AssignTo: no administrator is called “${wanted}”.`);
	if (others.length > 0)
		throw new Refusal(400, `AssignTo: several administrators match “${wanted}”.`, { candidates });
	return found;
}

function toHistoryEntry({ account, now }: Call, Action: string) {
	return { Id: now, Date: dateTime(now), UserToken: account.UserToken, Action };
}

/**
 * Returns a ticket in the form of the dialect. In `contract`, a ticket includes its token, and its priority and status
 * are words.
 */
function inDialect(shownTicket: object, ticket: Ticket, { dialect }: Call): object {
	if (dialect === 'reference') return shownTicket;
	return {
		TicketToken: ticket.TicketToken,
		...shownTicket,
		Priority: ['low', 'medium', 'high'][ticket.Priority - 1],
		Status: isOpen(ticket) ? 'open' : 'closed',
		CreationDate: ticket.CreationDate,
	};
}

function toListEntry(ticket: Ticket, call: Call): object {
	const { CaseNumber, Subject, CreationDate, Priority, ResourceAffected } = ticket;
	const entry = {
		CaseNumber,
		Subject: Subject.slice(0, 100),
		Date: CreationDate,
		Priority,
		ResourceAffected,
	};
	return inDialect(entry, ticket, call);
}

function toReply(ticket: Ticket, { account: { UserToken, profile } }: Call) {
	const { CaseNumber, CreationDate, Subject, Description, Priority, CloseDate, Statistics } = ticket;
	const FullName = profile?.ProfileData.FullName ?? '';
	return {
		CaseNumber,
		Date: CreationDate,
		AccountInfo: {
			UserToken,
			FullName,
			Email: profile?.Email ?? '',
			MobileNumber: profile?.ProfileData.MobilePhone ?? '',
			UserType: profile?.UserType ?? null,
			UserAgent: '',
			IpAddress: '127.0.0.1',
			Language: 'en',
			GeoLat: null,
			GeoLon: null,
			SweepstakesName: '',
		},
		Subject,
		Description,
		Priority,
		NotifyUsers: [],
		Collaborators: [],
		ClosedBy: CloseDate && FullName,
		CloseDate,
		Notes: CloseDate ? [{ Id: 1, Date: CloseDate, Note: 'Resolved through the API.' }] : [],
		Files: [],
		Survey: {},
		Pin: false,
		Views: 0,
		Completion: CloseDate ? 100 : 0,
		ResourceAffected: ticket.ResourceAffected,
		Documentation: [],
		Statistics,
		Status: CloseDate !== null,
		AttachmentInfo: {},
	};
}
