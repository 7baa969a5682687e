import { namePriority } from '../SweepstakesSupportTicket/api';
import { putFirst } from '../shared/n8n/output/keys';
import type { Json } from '../shared/json';

export const READ_FIRST = ['Title', 'Status'];

const FIRST = [
	'Title',
	'Description',
	'Status',
	'Priority',
	'Deadline',
	'Completion',
	'ResourceAffected',
	'Pin',
];

/** Writes the priority and status as words, and the deadline as a day (`YYYY-MM-DD`). */
export function toToDoItem(todo: Json): object {
	const { Priority, Status, Deadline } = todo;
	const words = {
		...(Priority !== undefined && { Priority: namePriority(Priority) }),
		...(typeof Status === 'boolean' && { Status: Status ? 'completed' : 'pending' }),
		...(typeof Deadline === 'string' && { Deadline: Deadline.slice(0, 'YYYY-MM-DD'.length) }),
	};
	return putFirst({ ...todo, ...words }, FIRST);
}

/**
 * Returns an item with the same columns for a new to-do and for a to-do from the list. The list has no `Completion`.
 */
export const toCreatedItem = (todo: Json): object => toToDoItem({ Completion: null, ...todo });
