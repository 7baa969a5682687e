import type { Client } from '../shared/client/client';
import { hasStatus } from '../shared/client/failures';
import { asText, type Json, toNumber } from '../shared/json';
import { z } from '../shared/zod';
import { endpoint, listing, reads, safe, safeDelete, unsafe } from '../shared/api/endpoint';
import { acknowledgement, dataReply, record } from '../shared/api/replies';
import { confirmChange } from '../shared/api/confirm';
import { findDifferences } from '../shared/api/differences';
import { named } from '../shared/api/named';
import { collect } from '../shared/api/pages';
import { pagedList } from '../shared/api/paged-list';
import { toTitleKey } from '../shared/api/titles';

/** A priority: 1 is low, 2 is medium, and 3 is high. */
export const priorityNumber = z.number().int().min(1).max(3);

const PRIORITIES = ['low', 'medium', 'high'];

export function namePriority(priority: unknown): unknown {
	return PRIORITIES[toNumber(priority) - 1] ?? priority;
}

/**
 * Returns a ticket with its priority and status as words, which is how the contract documents them. In the reference,
 * they are a number and a boolean.
 *
 * @guess The status of a ticket comes as
 * @guess The priority of a ticket comes as
 */
export function toTicketInWords(ticket: Json): Json {
	const { Priority, Status } = ticket;
	return {
		...ticket,
		...(Priority !== undefined && { Priority: namePriority(Priority) }),
		...(typeof Status === 'boolean' && { Status: Status ? 'closed' : 'open' }),
		...(typeof Status === 'string' && { Status: Status.toLowerCase() }),
	};
}

const filter = z.object({ search: z.string(), platform: z.string(), priority: priorityNumber }).partial();

const listTickets = (
	call: 'POST /tickets/fetchOpenTickets' | 'POST /tickets/fetchClosedTickets',
	shows: string,
) =>
	pagedList({
		call,
		name: 'tickets',
		key: 'Tickets',
		token: 'CaseNumber',
		page: 'page',
		largestPage: 20,
		total: 'TotalTickets',
		shows,
		filter,
	});

/** The lists of open and of closed tickets, newest first. */
export const TICKET_LISTS = {
	open: listTickets('POST /tickets/fetchOpenTickets', 'which tickets are open'),
	closed: listTickets('POST /tickets/fetchClosedTickets', 'which tickets are closed'),
};

export const tickets = listing({
	request: filter.extend({ status: z.enum(['open', 'closed']) }),
	read: (client, { status, ...wanted }, limit, onTotal) =>
		TICKET_LISTS[status].all.read(client, wanted, limit, onTotal),
});

const byCaseNumber = z.object({ caseNumber: z.string() });

/**
 * Accepts both spellings of the key, because the service's latest hint has the other one, `CaseNumber` (reference,
 * tickets/fetchSingleTicket).
 */
const fetchTicket = endpoint({
	call: 'POST /tickets/fetchSingleTicket',
	request: byCaseNumber.or(z.object({ CaseNumber: z.string() })),
	reply: dataReply,
	retry: reads('what the ticket contains'),
});

/**
 * Whether the service refused a request because it expects the key in the other spelling (`caseNumber` or
 * `CaseNumber`).
 *
 * @guess The case number of a ticket is asked for as
 */
const missesCaseNumber = (error: unknown) =>
	hasStatus(error, 400) && /casenumber/i.test(asText(error.failure.serviceMessage));

/** @throws {ServiceError} if the call fails, or if there is no such ticket */
export async function findTicket(client: Client, caseNumber: string): Promise<Json> {
	const first = client.call(fetchTicket, { caseNumber });
	const reply = await first.catch(async (refusal: unknown) => {
		if (!hasStatus(refusal, 400)) throw refusal;
		return await client.call(fetchTicket, { CaseNumber: caseNumber }).catch((other: unknown) => {
			throw missesCaseNumber(other) ? refusal : other;
		});
	});
	return reply.Data;
}

/** Finds an open or closed ticket by case number. */
export const oneTicket = listing({
	request: byCaseNumber,
	async *read(client, { caseNumber }) {
		yield [await findTicket(client, caseNumber)];
	},
});

const title = z.string().max(200);
const description = z.string().max(20_000);

const ticketToCreate = z.object({
	Title: title,
	Description: description,
	Priority: priorityNumber,
	AssignTo: z.string().optional(),
	Platform: z.string().optional(),
});

/** The length to which the service's lists of tickets truncate titles, in characters. */
const LISTED_TITLE = 100;

const toListedTitle = (title: unknown) => toTitleKey(asText(title).slice(0, LISTED_TITLE));

/** Returns the tickets. If a truncated title matches the beginning of `title`, looks up the ticket's full title. */
async function withWholeTitles(client: Client, tickets: readonly Json[], title: string): Promise<Json[]> {
	const whole: Json[] = [];
	for (const ticket of tickets) {
		const { CaseNumber, Subject } = ticket;
		const isCut = asText(Subject).length >= LISTED_TITLE && toListedTitle(Subject) === toListedTitle(title);
		whole.push(
			isCut ? { ...ticket, Subject: (await findTicket(client, asText(CaseNumber))).Subject } : ticket,
		);
	}
	return whole;
}

/** Looks up open tickets by title, newest first. */
export const TICKETS = named<Pick<z.output<typeof ticketToCreate>, 'Title' | 'Priority'>>({
	thing: 'ticket',
	id: 'CaseNumber',
	nameOf: ({ Title }) => Title,
	nameIn: ({ Subject }) => Subject,
	// A new ticket is on the first page, so that page is read. A search by title might miss a title with special
	// characters.
	list: async (client, { Title }) => {
		const { records } = await TICKET_LISTS.open.readPage(client, {}, 1);
		return await withWholeTitles(client, records, Title);
	},
	listAll: async (client, { Title }) =>
		await withWholeTitles(client, await collect(TICKET_LISTS.open.each(client, {})), Title),
	differencesOf: (ticket, request) => findDifferences(toTicketInWords(ticket), toTicketInWords(request)),
	hasSameValues: (ticket, request) => toTicketInWords(ticket).Priority === toTicketInWords(request).Priority,
});

export const createTicket = endpoint({
	call: 'POST /tickets/create',
	request: ticketToCreate,
	creates: 'CaseNumber',
	reply: dataReply,
	// A retry would open a second ticket and notify people again.
	retry: unsafe(
		'Before you create it again, use Support Ticket › Get Many to check whether the ticket is open.',
	),
	confirm: TICKETS.confirm,
});

const oneCase = z.object({ CaseId: z.string() });

export const updateTicket = endpoint({
	call: 'POST /tickets/update',
	request: oneCase.extend({ Title: title.optional(), Description: description.optional() }),
	reply: acknowledgement.pipe(z.object({ Ticket: record }).passthrough()),
	expects: 'A closed ticket cannot be changed.',
	retry: safe,
});

export const resolveTicket = endpoint({
	call: 'POST /tickets/resolve',
	request: oneCase,
	reply: dataReply,
	// The service finds only open tickets, so it would refuse a retry and so hide that the first attempt succeeded.
	retry: unsafe(
		'Before you resolve it again, use Support Ticket › Get to check whether the ticket is closed.',
	),
	confirm: confirmChange({
		read: async (client, { CaseId }) => await findTicket(client, CaseId),
		isDone: (ticket) => toTicketInWords(ticket).Status === 'closed',
		// A reply to tickets/resolve has only these keys.
		toData: ({ CaseNumber, Subject, CloseDate, ClosedBy }) => ({
			CaseNumber,
			Subject,
			Status: true,
			CloseDate,
			ClosedBy,
		}),
	}),
});

export const deleteTicket = endpoint({
	call: 'POST /tickets/delete',
	request: oneCase,
	reply: acknowledgement,
	retry: safeDelete,
});
