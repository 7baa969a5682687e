import type { Field } from '../shared/n8n/operation/field';

export const title = {
	displayName: 'Title',
	name: 'Title',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. The winners of SUMMER2027 were not emailed',
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
	type: 'string',
	default: '',
	placeholder: 'e.g. api',
	description:
		'The part of the service that the ticket is about, e.g. general, winners, website, blog, socialmedia, api, aws or other. The service refuses unknown values.',
} as const satisfies Field;
