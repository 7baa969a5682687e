import { group } from '../../shared/fields/group';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const deleteGroup = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a group',
	description: 'Delete an empty group of a sweepstakes',
	fields: [
		{
			displayName:
				'This cannot be undone. The service does not delete the primary group, a locked group or a group with participants.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		group,
	],
	endpoint: 'POST /groups/delete',
	repeatable: 'deletion',
	request: z.object({ sweepstakesToken: uuid, groupToken: uuid }),
	toRequest: ({ sweepstakes: sweepstakesToken, group: groupToken }) => ({ sweepstakesToken, groupToken }),
	reply: z.object({}).passthrough(),
	toItems: (reply, { groupToken: GroupToken }) => ({ deleted: true, GroupToken, ...reply }),
});
