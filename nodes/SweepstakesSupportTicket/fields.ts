import type { Field } from '../shared/n8n/operation/field';

export const title = {
	displayName: 'Title',
	name: 'Title',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Winners of SUMMER2027 not emailed',
	description: 'What the ticket is about, up to 200 characters',
} as const satisfies Field;

export const description = {
	displayName: 'Description',
	name: 'Description',
	type: 'string',
	typeOptions: { rows: 6 },
	default: '',
	required: true,
	placeholder: 'e.g. We drew the winners at 6 pm, but none of them got a message.',
	description: 'What happened, and what the support team should know, up to 20,000 characters',
} as const satisfies Field;

export const platform = {
	displayName: 'Platform',
	name: 'Platform',
	type: 'options',
	typeOptions: { acceptOther: true },
	options: [
		{ name: 'API', value: 'api' },
		{ name: 'AWS', value: 'aws' },
		{ name: 'Blog', value: 'blog' },
		{ name: 'General', value: 'general' },
		{ name: 'Other', value: 'other' },
		{ name: 'Social Media', value: 'socialmedia' },
		{ name: 'Website', value: 'website' },
		{ name: 'Winners', value: 'winners' },
	],
	default: 'general',
	description:
		'The part of the service that the ticket is about. An expression can also give a part that is not in this list.',
} as const satisfies Field;
