import { deleteGroup as endpoint, findGroups } from '../api';
import { deletion } from '../../shared/n8n/output/deleted-item';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { group } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { isSameId } from '../../shared/json';

export const deleteGroup = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a group',
	description: 'Delete an empty group of a sweepstakes by its ID',
	fields: [
		{
			displayName:
				'This cannot be undone. You cannot delete the primary group, a locked group, or a group with participants, AMOE entries or opt-outs.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		group,
	],
	...deletion(
		endpoint,
		'group',
		async (client, { sweepstakesToken, groupToken }) => {
			const groups = await findGroups(client, sweepstakesToken);
			return groups.find(({ GroupToken }) => isSameId(GroupToken, groupToken));
		},
		({ groupToken: GroupToken }) => ({ GroupToken }),
	),
	toRequest: ({ sweepstakes: sweepstakesToken, group: groupToken }) => ({ sweepstakesToken, groupToken }),
});
