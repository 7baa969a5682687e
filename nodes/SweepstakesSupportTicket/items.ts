import { toTicketInWords } from './api';
import { putFirst, pickKeys } from '../shared/n8n/output/keys';
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

/** Moves the administrator's name and email up to the level of the other fields. */
export function toTicketItem(ticket: Json): object {
	const { AssignedTo } = ticket;
	const administrator = isObject(AssignedTo) && {
		AssignedTo: AssignedTo.FullName,
		AssignedToEmail: AssignedTo.Email,
	};
	return putFirst(toTicketInWords({ ...ticket, ...administrator }), KEYS);
}

/** Returns an item with the same columns for a new ticket and for a ticket from the list of open tickets. */
export function toOpenedItem({ Date: CreationDate, ...ticket }: Json): object {
	const unlisted = { Status: 'open', AssignedTo: null, AssignedToEmail: null, CreationDate };
	return toTicketItem({ ...unlisted, ...ticket });
}

/** Keeps the useful fields of about two dozen. */
export const simplifyTicket = (ticket: Json): object => pickKeys(toTicketInWords(ticket), KEYS);
