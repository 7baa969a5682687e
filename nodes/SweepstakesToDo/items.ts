import { priorityInWords } from '../SweepstakesTicket/api';
import { leading } from '../shared/n8n/output/keys';
import type { Json } from '../shared/json';

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

/** A to-do as it comes out of the node, with words for priority and status. */
export function toDoItem(todo: Json): object {
	const { Priority, Status } = todo;
	const words = {
		...(Priority !== undefined && { Priority: priorityInWords(Priority) }),
		...(typeof Status === 'boolean' && { Status: Status ? 'completed' : 'pending' }),
	};
	return leading({ ...todo, ...words }, FIRST);
}
