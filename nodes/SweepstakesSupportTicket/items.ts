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

/**
 * Writes the priority and status as words, and moves the name and email of the assigned administrator to the top level.
 */
export function toTicketItem(ticket: Json): object {
	const { AssignedTo } = ticket;
	const administrator = isObject(AssignedTo) && {
		AssignedTo: AssignedTo.FullName,
		AssignedToEmail: AssignedTo.Email,
	};
	return putFirst(toTicketInWords({ ...ticket, ...administrator }), KEYS);
}

/** Returns an item with the same columns for a new ticket and for an existing one from the list of open tickets. */
export function toOpenedItem({ Date: CreationDate, ...ticket }: Json): object {
	const unlisted = { Status: 'open', AssignedTo: null, AssignedToEmail: null, CreationDate };
	return toTicketItem({ ...unlisted, ...ticket });
}

/** Keeps only the useful keys of a ticket, which has about two dozen. */
export const simplifyTicket = (ticket: Json): object => pickKeys(toTicketInWords(ticket), KEYS);
