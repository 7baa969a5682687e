import type { Field } from '../shared/n8n/operation/field';

/** The notice at the top of every to-do operation. */
export const administratorsOnly = {
	displayName: 'Only the service’s own administrators can use to-dos. The service rejects ordinary accounts.',
	name: 'administratorsNotice',
	type: 'notice',
	default: '',
} as const satisfies Field;

export const title = {
	displayName: 'Title',
	name: 'Title',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Check the rules of SUMMER2027',
	description: 'What to do, up to 200 characters',
} as const satisfies Field;

export const deadline = {
	displayName: 'Deadline',
	name: 'Deadline',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description: 'The day when the to-do is due, in the workflow’s time zone',
} as const satisfies Field;

export const description = {
	displayName: 'Description',
	name: 'Description',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. The end date is missing in section 3.',
	description: 'More details, up to 20,000 characters',
} as const satisfies Field;

export const pin = {
	displayName: 'Pinned',
	name: 'Pin',
	type: 'boolean',
	default: false,
	description: 'Whether to pin the to-do',
} as const satisfies Field;

export const resource = {
	displayName: 'Resource',
	name: 'ResourceAffected',
	type: 'string',
	default: '',
	placeholder: 'e.g. general',
	description: 'The part of the service that the to-do is about',
} as const satisfies Field;
