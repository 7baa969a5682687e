import { renameGroup } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { group } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';

export const rename = defineOperation({
	name: 'Rename',
	value: 'rename',
	action: 'Rename a group',
	description: 'Rename a group of a sweepstakes by its ID',
	fields: [
		sweepstakes,
		group,
		{
			displayName: 'New Name',
			name: 'groupName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. VIP',
			description: 'The new name of the group, which must be unique within the sweepstakes',
		},
	],
	record: 'group',
	endpoint: renameGroup,
	toRequest: ({ sweepstakes: sweepstakesToken, group: groupToken, ...name }) => ({
		sweepstakesToken,
		groupToken,
		...name,
	}),
	toItems: ({ reply, request: { groupToken: GroupToken, groupName: GroupName } }) => ({
		GroupToken,
		GroupName,
		// The reply may contain the whole group (reference, groups).
		...reply,
	}),
});
