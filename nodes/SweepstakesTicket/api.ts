import type { Caller } from '../shared/client/endpoint';
import { hasStatus } from '../shared/client/failures';
import { asText, type Json } from '../shared/json';
import { z } from '../shared/zod';
import { confirmChange } from '../shared/api/changes';
import {
	acknowledgement,
	dataReply,
	endpoint,
	lookup,
	record,
	safe,
	safeDelete,
	unsafe,
} from '../shared/api/endpoint';
import { confirmNamedCreation } from '../shared/api/ledger';
import { pageReply } from '../shared/api/pagedLists';
import { readPages, uniqueRecords } from '../shared/api/pages';

/**
 * The support tickets of the account. Requests and replies are those of the reference, section Support tickets: the
 * contract shows the record only. A ticket is identified by its case number, whose key differs from call to call.
 */

/** 1 low, 2 medium, 3 high */
export const priorityNumber = z.number().int().min(1).max(3);

const PRIORITIES = ['low', 'medium', 'high'];

/** The word for a priority, for which the service may have a number. */
export function priorityInWords(priority: unknown): unknown {
	return PRIORITIES[Number(priority) - 1] ?? priority;
}

/**
 * A ticket with the words of the contract ("Ticket") for priority and status, for which the reference has a number and a
 * boolean.
 */
export function ticketInWords(ticket: Json): Json {
	const { Priority, Status } = ticket;
	return {
		...ticket,
		...(Priority !== undefined && { Priority: priorityInWords(Priority) }),
		...(typeof Status === 'boolean' && { Status: Status ? 'closed' : 'open' }),
		...(typeof Status === 'string' && { Status: Status.toLowerCase() }),
	};
}

const TICKETS_PER_PAGE = 20;

const filter = z.object({
	search: z.string().optional(),
	platform: z.string().optional(),
	priority: priorityNumber.optional(),
	page: z.number().optional(),
});

const page = pageReply('Tickets', 'TotalTickets', 'CaseNumber');

export const fetchOpenTickets = endpoint({
	call: 'POST /tickets/fetchOpenTickets',
	request: filter,
	reply: page,
	tells: 'which tickets are open',
	retry: safe,
});

export const fetchClosedTickets = endpoint({
	call: 'POST /tickets/fetchClosedTickets',
	request: filter,
	reply: page,
	tells: 'which tickets are closed',
	retry: safe,
});

/** The list of each status. */
export const TICKET_LISTS = { open: fetchOpenTickets, closed: fetchClosedTickets };

/** The open or the closed tickets that match, newest first, each once. */
export const tickets = lookup({
	request: filter.omit({ page: true }).extend({ status: z.enum(['open', 'closed']) }),
	async *read(service, { status, ...wanted }) {
		const pages = readPages({
			name: 'tickets',
			perPage: TICKETS_PER_PAGE,
			readPage: async (number) => await service.call(TICKET_LISTS[status], { ...wanted, page: number }),
		});
		yield* uniqueRecords(service, pages, ({ CaseNumber }) => asText(CaseNumber));
	},
});

const fetchTicket = endpoint({
	call: 'POST /tickets/fetchSingleTicket',
	request: z.object({ caseNumber: z.string() }),
	reply: dataReply,
	tells: 'what the ticket contains',
	retry: safe,
});

/** The same with the key of the newest hint (reference, "Corrections": tickets/fetchSingleTicket). */
const fetchTicketByHint = endpoint({
	...fetchTicket,
	request: z.object({ CaseNumber: z.string() }),
	retry: safe,
});

/** Whether the service misses the key under its other name. */
const missesKey = (error: unknown) =>
	hasStatus(error, 400) && /casenumber/i.test(asText(error.failure.serviceMessage));

/** @throws {ServiceError} also if there is no such ticket. */
async function findTicket(service: Caller, caseNumber: string): Promise<Json> {
	const reply = await service.call(fetchTicket, { caseNumber }).catch(async (refusal: unknown) => {
		if (!hasStatus(refusal, 400)) throw refusal;
		return await service.call(fetchTicketByHint, { CaseNumber: caseNumber }).catch((error: unknown) => {
			throw missesKey(error) ? refusal : error;
		});
	});
	return reply.Data;
}

/** The ticket of a case number, open or closed. */
export const oneTicket = lookup({
	request: fetchTicket.request,
	async *read(service, { caseNumber }) {
		yield await findTicket(service, caseNumber);
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

/** How much of a title the lists show. */
const LISTED_TITLE = 100;

const listedTitle = ({ Title }: { Title: string }) => Title.slice(0, LISTED_TITLE);

export const createTicket = endpoint({
	call: 'POST /tickets/create',
	request: ticketToCreate,
	reply: dataReply,
	// A second call would open a second ticket and alert people again.
	retry: unsafe({
		check: 'Before you create it again, check with Ticket › Get Many whether the ticket is open.',
		confirm: confirmNamedCreation<z.output<typeof ticketToCreate>>({
			id: 'CaseNumber',
			nameOf: listedTitle,
			nameIn: ({ Subject }) => listedTitle({ Title: asText(Subject) }),
			// Without a search: a new ticket is on the first page, and how the service reads special characters is not known.
			listed: async (service) => (await service.call(fetchOpenTickets, {})).records,
			likeness: (request) => {
				const { Priority } = ticketInWords(request);
				return (ticket) => ticketInWords(ticket).Priority === Priority;
			},
		}),
	}),
});

const oneCase = z.object({ CaseId: z.string() });

/** At least one of the optional fields is required. */
export const updateTicket = endpoint({
	call: 'POST /tickets/update',
	request: oneCase.extend({ Title: title.optional(), Description: description.optional() }),
	reply: acknowledgement.pipe(z.object({ Ticket: record }).passthrough()),
	expects: 'A closed ticket cannot be changed.',
	// The second time sets the same values.
	retry: safe,
});

export const resolveTicket = endpoint({
	call: 'POST /tickets/resolve',
	request: oneCase,
	reply: dataReply,
	// The service finds only open tickets: a second attempt would be refused and hide that the first succeeded.
	retry: unsafe({
		check: 'Before you resolve it again, check with Ticket › Get whether the ticket is closed.',
		confirm: confirmChange({
			read: async (service, { CaseId }) => await findTicket(service, CaseId),
			isDone: (ticket) => ticketInWords(ticket).Status === 'closed',
			dataOf: (ticket) => ticket,
		}),
	}),
});

export const deleteTicket = endpoint({
	call: 'POST /tickets/delete',
	request: oneCase,
	reply: acknowledgement,
	retry: safeDelete,
});
