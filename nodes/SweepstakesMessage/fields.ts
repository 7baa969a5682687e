import type { Field } from '../shared/n8n/operation/field';

export const channel = {
	displayName: 'Channel',
	name: 'Channel',
	type: 'options',
	options: [
		{ name: 'Email', value: 'email', description: 'An email address, such as jane@example.com' },
		{ name: 'Text Message', value: 'sms', description: 'A US or Canadian phone number' },
	],
	default: 'email',
	description: 'Whether the address is an email address or a phone number',
} as const satisfies Field;
