import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { TICKET_LISTS } from './api';
import { fromList, searchList } from '../shared/n8n/editor/picker';
import { asText, type Json } from '../shared/json';
import type { Field, ListSearch } from '../shared/n8n/operation/field';
import { askForEditor } from '../shared/n8n/editor/ask';

const searchOpenTickets = searchList(TICKET_LISTS.open.readPage, toChoice, (search) => ({ search }));

/** The pagination token of the first page of closed tickets. */
const FIRST_CLOSED = 'closed 1';

/**
 * `listSearch` method: all tickets, open tickets first. The pagination token consists of the list and the page number,
 * such as "closed 2".
 */
async function searchTickets(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = 'open 1',
): Promise<INodeListSearchResult> {
	const [status, number] = paginationToken.split(' ') as ['open' | 'closed', string];
	const page = Number(number);
	const search = filter.trim() || undefined;
	const { records, totalPages = 1 } = await askForEditor(
		this,
		async (client) => await TICKET_LISTS[status].readPage(client, { search }, page),
	);
	const next = page < totalPages ? `${status} ${page + 1}` : status === 'open' ? FIRST_CLOSED : undefined;
	// The editor does not ask for more after an empty page.
	if (records.length === 0 && next === FIRST_CLOSED) return await searchTickets.call(this, filter, next);
	return { results: records.map((one) => toChoice({ ...one, status })), paginationToken: next };
}

/** Returns a choice with a name such as "No message (4F7K2Q9, closed)". */
function toChoice({ Subject, CaseNumber, status }: Json & { CaseNumber: string }) {
	const name = [asText(Subject), `(${CaseNumber}${status === 'closed' ? ', closed' : ''})`];
	return { name: name.filter(Boolean).join(' '), value: CaseNumber };
}

/** Returns the modes of a picker for a ticket: from the list and by case number, which is the ticket's ID. */
function createModes<Name extends string>(placeholder: string, searches: Record<Name, ListSearch>) {
	return {
		modes: [
			fromList(placeholder, searches),
			{
				displayName: 'By Case Number',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. {{ $json.CaseNumber }}',
			},
		],
	} as const;
}

/** Picker for a ticket. Its value is a case number. */
export const ticket = {
	displayName: 'Ticket',
	name: 'ticket',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The ticket to return, open or closed',
	...createModes('Select a ticket…', { searchTickets }),
} as const satisfies Field;

/** Picker for operations that change a ticket. It lists only open tickets, because closed ones cannot be changed. */
export const openTicket = {
	...ticket,
	description: 'The open ticket to work with. Closed tickets cannot be changed.',
	...createModes('Select an open ticket…', { searchOpenTickets }),
} as const satisfies Field;
