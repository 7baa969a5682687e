import { groupName } from '../groupName';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a group',
	description: 'Add a group for participants to a sweepstakes',
	fields: [sweepstakes, groupName],
	endpoint: 'POST /groups/create',
	// The name is unique, but a second try would end in a refusal that hides the success of the first.
	repeatable: { no: 'Look with Group › Get Many whether the group is there before you create it again.' },
	request: z.object({ sweepstakesToken: uuid, groupName: z.string() }),
	toRequest: ({ sweepstakes: sweepstakesToken, ...group }) => ({ sweepstakesToken, ...group }),
	reply: z.object({ Data: z.object({}).passthrough() }),
	toItems: ({ Data }) => Data,
});
