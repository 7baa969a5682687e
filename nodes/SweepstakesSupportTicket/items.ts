import { ticketInWords } from './api';
import { leading, only } from '../shared/n8n/output/keys';
import { isObject, type Json } from '../shared/json';

export const READ_FIRST = ['CaseNumber', 'Subject', 'Status'];

const KEYS = [
	...READ_FIRST,
	'Description',
	'Priority',
	'Completion',
	'ResourceAffected',
	'AssignedTo',
	'AssignedToEmail',
	'Notes',
	'ClosedBy',
	'Date',
	'CreationDate',
	'CloseDate',
	'TicketToken',
];

/** Puts the administrator's name and email beside the other fields. */
export function ticketItem(ticket: Json): object {
	const { AssignedTo } = ticket;
	const administrator = isObject(AssignedTo) && {
		AssignedTo: AssignedTo.FullName,
		AssignedToEmail: AssignedTo.Email,
	};
	return leading(ticketInWords({ ...ticket, ...administrator }), KEYS);
}

/** Gives a new ticket and one from the list of open ones the same columns. */
export function openedItem({ Date: CreationDate, ...ticket }: Json): object {
	const unlisted = { Status: 'open', AssignedTo: null, AssignedToEmail: null, CreationDate };
	return ticketItem({ ...unlisted, ...ticket });
}

/** Keeps the useful ones of two dozen fields. */
export const simplifiedTicket = (ticket: Json): object => only(ticketInWords(ticket), KEYS);
