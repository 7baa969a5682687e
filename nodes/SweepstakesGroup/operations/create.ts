import type { Service } from '../../shared/client/send';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { allGroups, type Group } from '../../shared/lookups/groups';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';
import { groupName } from '../groupName';

const created = z.object({ Data: z.object({}).passthrough() });

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a group',
	description: 'Create a group for participants of a sweepstakes',
	fields: [
		sweepstakes,
		groupName,
		{
			displayName: 'When Name Exists',
			name: 'whenNameExists',
			type: 'options',
			options: [
				{ name: 'Error', value: 'error', description: 'The item fails' },
				{
					name: 'Return Existing',
					value: 'return',
					description: 'The group that has the name comes out. No other group is created.',
				},
			],
			default: 'error',
			description:
				'What to do if the sweepstakes already has a group with this name. Return Existing checks this first, with one more call, and sets alreadyExisted to true or false.',
		},
	],
	request: z.object({ sweepstakesToken: uuid, groupName: z.string() }),
	toRequest: ({ sweepstakes: sweepstakesToken, groupName: name }) => ({ sweepstakesToken, groupName: name }),
	async *run(service, group, { whenNameExists }) {
		const looksFirst = whenNameExists === 'return';
		const existing = looksFirst && (await groupNamed(service, group));
		if (existing) {
			yield { ...existing, alreadyExisted: true };
			return;
		}
		const answer = await service.call({
			endpoint: 'POST /groups/create',
			body: group,
			// The name is unique, but a second try would end in a refusal that hides the success of the first.
			repeatable: {
				no: 'Before you create it again, check with Group › Get Many whether the group is there.',
				happened: async (isNew) => {
					const found = await groupNamed(service, group, ({ CreationDate }) => isNew(CreationDate));
					return found && { Response: true, Data: found };
				},
			},
		});
		const reply = created.safeParse(answer);
		yield { ...(reply.success ? reply.data.Data : answer), ...(looksFirst && { alreadyExisted: false }) };
	},
});

async function groupNamed(
	service: Service,
	{ sweepstakesToken, groupName: name }: { sweepstakesToken: string; groupName: string },
	isMeant: (group: Group) => boolean = () => true,
): Promise<Group | undefined> {
	const groups = await allGroups(service, sweepstakesToken);
	return groups.find((group) => group.GroupName === name && isMeant(group));
}
