import { groupName } from '../groupName';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { allGroups } from '../../shared/lookups/groups';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a group',
	description: 'Create a group for participants of a sweepstakes',
	fields: [sweepstakes, groupName],
	endpoint: 'POST /groups/create',
	// The name is unique, but a second try would end in a refusal that hides the success of the first.
	repeatable: (service, { sweepstakesToken, groupName: name }) => ({
		no: 'Before you create it again, check with Group › Get Many whether the group is there.',
		happened: async (isNew) => {
			const created = (await allGroups(service, sweepstakesToken)).find(
				({ GroupName, CreationDate }) => GroupName === name && isNew(CreationDate),
			);
			return created && { Response: true, Data: created };
		},
	}),
	request: z.object({ sweepstakesToken: uuid, groupName: z.string() }),
	toRequest: ({ sweepstakes: sweepstakesToken, ...group }) => ({ sweepstakesToken, ...group }),
	reply: z.object({ Data: z.object({}).passthrough() }),
	toItems: ({ Data }) => Data,
});
