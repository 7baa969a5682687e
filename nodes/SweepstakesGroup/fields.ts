import type { Field } from '../shared/n8n/operation/field';

export const groupName = {
	displayName: 'Group Name',
	name: 'groupName',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. VIP',
	description: 'The name of the group. No other group of the sweepstakes may have it.',
} as const satisfies Field;
