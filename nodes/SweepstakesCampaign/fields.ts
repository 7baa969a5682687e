import type { Field } from '../shared/n8n/operation/field';
import { sweepstakes } from '../Sweepstakes/picker';

export const ofSweepstakes = {
	...sweepstakes,
	required: false,
	description: 'Limit the results to this sweepstakes. Leave empty to return all.',
} as const satisfies Field;

export const channel = {
	displayName: 'Channel',
	name: 'Channel',
	type: 'options',
	options: [
		{ name: 'Email', value: 'email' },
		{ name: 'Text Message', value: 'sms' },
	],
	default: 'email',
	description: 'Return only what is sent on this channel',
} as const satisfies Field;

export const search = {
	displayName: 'Search',
	name: 'Search',
	type: 'string',
	default: '',
	placeholder: 'e.g. Summer',
	description: 'Text to find in the name, up to 100 characters',
} as const satisfies Field;

export const archived = {
	displayName: 'Only Archived',
	name: 'Archived',
	type: 'boolean',
	default: true,
	description: 'Whether to return only archived records. If off, archived records are left out.',
} as const satisfies Field;
