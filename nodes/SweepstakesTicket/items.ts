import { ticketInWords } from './api';
import { leading, only } from '../shared/n8n/output/keys';
import { isObject, type Json } from '../shared/json';

/** What people work with, in the order in which they read it. */
const KEYS = [
	'CaseNumber',
	'Subject',
	'Description',
	'Status',
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

/** A ticket as it comes out of the node, with the two keys of the administrator beside its own. */
export function ticketItem(ticket: Json): object {
	const { AssignedTo } = ticket;
	const administrator = isObject(AssignedTo) && {
		AssignedTo: AssignedTo.FullName,
		AssignedToEmail: AssignedTo.Email,
	};
	return leading(ticketInWords({ ...ticket, ...administrator }), KEYS);
}

/** A ticket without what nobody works with, of which the service sends two dozen fields. */
export const simplifiedTicket = (ticket: Json): object => only(ticketInWords(ticket), KEYS);
