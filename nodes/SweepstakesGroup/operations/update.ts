import { groupName } from '../groupName';
import { group } from '../../shared/fields/group';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { allGroups } from '../../shared/lookups/groups';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Rename a group',
	description: 'Change the name of a group',
	fields: [sweepstakes, group, groupName],
	endpoint: 'POST /groups/update',
	// The new name must be unique: a second try may find it taken, by this very group, and hide the success of the first.
	repeatable: (service, { sweepstakesToken, groupToken, groupName: name }) => ({
		no: 'Before you rename it again, check with Group › Get Many whether the group has the new name.',
		happened: async () => {
			const renamed = (await allGroups(service, sweepstakesToken)).some(
				({ GroupToken, GroupName }) => GroupToken === groupToken && GroupName === name,
			);
			return renamed ? { Response: true } : undefined;
		},
	}),
	request: z.object({ sweepstakesToken: uuid, groupToken: uuid, groupName: z.string() }),
	toRequest: ({ sweepstakes: sweepstakesToken, group: groupToken, ...name }) => ({
		sweepstakesToken,
		groupToken,
		...name,
	}),
	reply: z.object({}).passthrough(),
	toItems: (reply, { groupToken, groupName: GroupName }) => ({ GroupToken: groupToken, GroupName, ...reply }),
});
