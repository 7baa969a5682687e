import type { Field } from '../shared/n8n/operation/field';

export const groupName = {
	displayName: 'Group Name',
	name: 'groupName',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. VIP',
	description: 'The name of the group, which must be unique in the sweepstakes',
} as const satisfies Field;
