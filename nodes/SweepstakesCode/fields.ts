import type { Field } from '../shared/n8n/operation/field';

export const description = {
	displayName: 'Description',
	name: 'Description',
	type: 'string',
	default: '',
	placeholder: 'e.g. A mug with our logo',
	description: 'Text to keep with the code, up to 5,000 characters',
} as const satisfies Field;

export const expirationDate = {
	displayName: 'Expiration Date',
	name: 'ExpirationDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description: 'The last day on which the code is valid: today or later',
} as const satisfies Field;

export const expirationTime = {
	displayName: 'Expiration Time',
	name: 'ExpirationTime',
	type: 'string',
	typeOptions: { timeOfDay: true },
	default: '',
	placeholder: 'e.g. 23:59',
	description: 'The time when the code expires on its last day, from 00:00 to 24:00',
} as const satisfies Field;

export const externalUrl = {
	displayName: 'External URL',
	name: 'ExternalURL',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/redeem',
	description: 'Link to keep with the code, up to 500 characters. Must start with https://.',
} as const satisfies Field;

export const value = {
	displayName: 'Value',
	name: 'Value',
	type: 'string',
	default: '',
	placeholder: 'e.g. 25',
	description: 'What the code is worth, up to 10 characters',
} as const satisfies Field;
