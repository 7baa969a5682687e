import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { TICKET_LISTS } from './api';
import { asText } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { askForEditor } from '../shared/n8n/editor/ask';

/** The picker for a ticket. Its parameter is the case number. */
export const ticket = {
	displayName: 'Ticket',
	name: 'ticket',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The ticket to return, open or closed',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a ticket…',
			typeOptions: { searchListMethod: 'searchTickets', searchable: true },
		},
		{
			displayName: 'By Case Number',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 4F7K2Q9',
		},
	],
} as const satisfies Field;

/** The picker for an open ticket: a closed one cannot be changed. */
export const openTicket = {
	displayName: 'Ticket',
	name: 'ticket',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The open ticket to work with. A closed one cannot be changed.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an open ticket…',
			typeOptions: { searchListMethod: 'searchOpenTickets', searchable: true },
		},
		{
			displayName: 'By Case Number',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 4F7K2Q9',
		},
	],
} as const satisfies Field;

/** `listSearch` method: the open tickets, a page at a time. The service itself searches. */
export async function searchOpenTickets(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '1',
): Promise<INodeListSearchResult> {
	const { results, next } = await readPage(this, 'open', filter, Number(paginationToken));
	return { results, ...(next && { paginationToken: String(next) }) };
}

/** `listSearch` method: the open tickets, then the closed ones. The token says which list and page: "closed 2". */
export async function searchTickets(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = 'open 1',
): Promise<INodeListSearchResult> {
	const [status, number] = paginationToken.split(' ') as [Status, string];
	const { results, next } = await readPage(this, status, filter, Number(number));
	const token = next ? `${status} ${next}` : status === 'open' ? 'closed 1' : undefined;
	return { results, paginationToken: token };
}

type Status = keyof typeof TICKET_LISTS;

async function readPage(context: ILoadOptionsFunctions, status: Status, filter: string, page: number) {
	const search = filter.trim();
	const { records, totalPages = 1 } = await askForEditor(
		context,
		async (service) => await service.call(TICKET_LISTS[status], { page, ...(search && { search }) }),
	);
	const results = records.map(({ Subject, CaseNumber }) => {
		const name = [asText(Subject), `(${CaseNumber}${status === 'closed' ? ', closed' : ''})`];
		return { name: name.filter(Boolean).join(' '), value: CaseNumber };
	});
	return { results, next: page < totalPages ? page + 1 : undefined };
}
