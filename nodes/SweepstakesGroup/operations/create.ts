import { createGroup, GROUPS } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { returnExisting } from '../../shared/n8n/operation/find-or-create';
import { sweepstakes } from '../../Sweepstakes/picker';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a group',
	description: 'Create a group for participants of a sweepstakes',
	fields: [
		sweepstakes,
		{
			displayName: 'Group Name',
			name: 'groupName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. VIP',
			description: 'The name of the group, which must be unique within the sweepstakes',
		},
		{
			displayName: 'When Name Exists',
			name: 'whenNameExists',
			type: 'options',
			options: [
				{ name: 'Error', value: 'error', description: 'The item fails' },
				{
					name: 'Return Existing',
					value: 'return',
					description: 'Returns the existing group instead of creating another',
				},
			],
			default: 'return',
			description:
				'What to do if the sweepstakes already has a group with this name. With “Return Existing”, the output column “existed” tells whether the group was already there. Looking for existing groups takes at least one API call per run.',
		},
	],
	endpoint: createGroup,
	existing: returnExisting(GROUPS, 'whenNameExists'),
	toRequest: ({ sweepstakes: sweepstakesToken, groupName: name }) => ({ sweepstakesToken, groupName: name }),
	toItems: ({ reply }) => reply.Data,
});
